package dev.wherry.memory;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Both ends in a JVM of its own, which has been given little. */
final class ScarceCalls {
    static final int MOST_LEFT = 7;

    private static final int MANY = 20_000; // all bytes of both rings are used, and more than once
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int FEW = 1_000;

    private ScarceCalls() {}

    /** The interface that is called. */
    public interface Successor {
        int next(int number);
    }

    /** @param what {@code many} calls, or calls with few {@code descriptors} left */
    public static void main(String[] what) throws Throwable {
        if (Boolean.getBoolean("refuse")) {
            Refusal.ofMemory();
        }
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            server.bind("successor", Successor.class, number -> number + 1);
            String uri = server.address() + "/successor";
            if (what[0].equals("many")) {
                boolean overMemory = call(uri, MANY);
                System.out.println("called " + MANY + " times, over memory: " + overMemory);
            } else {
                loadAll();
                System.getLogger("before").log(System.Logger.Level.INFO, "The log opens the time zones' file");
                call(uri, MANY);
                for (int left = 0; left <= MOST_LEFT; left++) {
                    callWith(left, uri);
                }
                System.out.println("over memory again: " + call(uri, FEW));
            }
        }
    }

    private static boolean call(String uri, int times) {
        try (Endpoint client = Endpoint.create()) {
            Successor stub = client.lookup(uri, Successor.class);
            long start = System.nanoTime();
            for (int i = 0; i < times || client.statistics().lanes() == 0; i++) {
                check(stub, i);
                if (i >= times && System.nanoTime() - start > LONG.toNanos()) {
                    throw new AssertionError("no lane");
                }
            }
            return client.statistics().memoryLanes() > 0;
        }
    }

    private static void check(Successor stub, int number) {
        if (stub.next(number) != number + 1) {
            throw new AssertionError("a wrong answer");
        }
    }

    /** From where there is none for a lane's socket to where there are enough for all that a lane needs. */
    private static void callWith(int left, String uri) throws Exception {
        // A server that has no descriptor for a lane does not greet it either, and this is how long it is waited for.
        Limits limits = Limits.builder()
                .handshakes(16)
                .handshakeTime(Duration.ofSeconds(3))
                .build();
        try (Endpoint client =
                Endpoint.create(EndpointOptions.builder().limits(limits).build())) {
            Successor stub = client.lookup(uri, Successor.class);
            List<FileInputStream> taken = takeAll();
            for (int i = 0; i < left; i++) {
                taken.removeLast().close();
            }
            for (int i = 0; i < FEW || opensLane(); i++) {
                check(stub, i);
            }
            for (FileInputStream each : taken) {
                each.close();
            }
        }
        // A server's lane ends when it has read that its peer has gone.
        for (long start = System.nanoTime(); held() > 0; ) {
            if (System.nanoTime() - start > LONG.toNanos()) {
                throw new AssertionError("Memory is held by nobody: " + held());
            }
            Thread.sleep(1);
        }
        System.out.println("called on with " + left + " left, and holds none");
    }

    private static List<FileInputStream> takeAll() throws IOException {
        List<FileInputStream> taken = new ArrayList<>();
        while (true) {
            try {
                taken.add(new FileInputStream("/dev/null"));
            } catch (FileNotFoundException e) {
                return taken; // too many open files
            }
        }
    }

    private static boolean opensLane() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("wherry-lane-connect"));
    }

    private static long held() throws IOException {
        long held = 0;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String name = Files.readSymbolicLink(descriptor).toString();
                    held += name.startsWith("/memfd:") || name.startsWith("/dev/shm/") ? 1 : 0;
                } catch (NoSuchFileException e) {
                    continue; // closed meanwhile, as that of the listing itself is
                }
            }
        }
        return held;
    }

    /** To load a class from a folder takes a descriptor, and a program's own classes are not what is asked about. */
    private static void loadAll() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(Endpoint.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.toList()) {
                String name = classes.relativize(file).toString().replace('/', '.');
                if (name.startsWith("dev.wherry.") && name.endsWith(".class")) {
                    Class.forName(
                            name.substring(0, name.length() - ".class".length()),
                            false,
                            ScarceCalls.class.getClassLoader());
                }
            }
        }
    }
}
