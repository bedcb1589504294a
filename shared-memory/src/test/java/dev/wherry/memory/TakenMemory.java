package dev.wherry.memory;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Both ends in a JVM of its own, over memory in files that somebody cuts off again and again while calls are under way, as
 * either end's process could.
 */
final class TakenMemory {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Set<Code> TOLD = Set.of(Code.UNKNOWN_OUTCOME, Code.UNAVAILABLE, Code.CANCELLED);
    private static final int WARM = 20_000;
    private static final int CALLERS = 4;

    private final String address;
    private final String uri;
    private final Endpoint client = Endpoint.create();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
    private volatile boolean stop;

    private TakenMemory(String address, String separator) {
        this.address = address;
        uri = address + separator + "successor";
    }

    /** @param words where to listen, how its objects are named there, how often to cut, and the seed */
    public static void main(String[] words) throws Throwable {
        Refusal.ofMemory();
        try (Endpoint server = Endpoint.listen(words[0])) {
            server.bind("successor", ScarceCalls.Successor.class, number -> number + 1);
            TakenMemory calls = new TakenMemory(server.address().toString(), words[1]);
            calls.run(Integer.parseInt(words[2]), new Random(Long.parseLong(words[3])));
        }
        long end = System.nanoTime();
        while (!maps().isEmpty() && System.nanoTime() - end < LONG.toNanos()) {
            Thread.sleep(1); // a server's lane may be on its way out
        }
        System.out.println("left " + maps());
    }

    private void run(int times, Random random) throws Exception {
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add((i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).start(this::call));
        }
        int cut = 0;
        for (int round = 0; round < times && unexpected.isEmpty(); round++) {
            int goal = answered.get() + (round == 0 ? WARM : 100);
            while (unexpected.isEmpty() && answered.get() < goal) {
                Thread.sleep(1);
            }
            while (unexpected.isEmpty() && maps().isEmpty()) {
                // Lanes whose memory was cut off while they opened go by sockets, and only new ones by memory again.
                client.connect(address).close();
                Thread.sleep(20);
            }
            LockSupport.parkNanos(random.nextInt(500_000));
            cut += cut();
        }
        stop = true;
        for (Thread caller : callers) {
            caller.join();
        }
        client.close();
        System.out.println("cut " + (cut >= times ? "enough" : cut) + ", unknown outcomes " + (failed.get() > 0));
        unexpected.forEach(Throwable::printStackTrace);
        System.out.println("unexpected " + unexpected);
    }

    private void call() {
        ScarceCalls.Successor stub = null;
        for (int i = 0; !stop; i++) {
            try {
                stub = stub != null ? stub : client.lookup(uri, ScarceCalls.Successor.class);
                if (stub.next(i) != i + 1) {
                    throw new AssertionError("a wrong answer");
                }
                answered.incrementAndGet();
            } catch (CallException e) {
                stub = null;
                failed.incrementAndGet();
                // The server's end may see it first, and cancels what it runs for a session that has ended.
                if (!TOLD.contains(e.code())) {
                    unexpected.add(e);
                }
            } catch (RuntimeException | Error e) {
                unexpected.add(e);
            }
        }
    }

    private static List<String> maps() throws IOException {
        try (Stream<String> all = Files.lines(Path.of("/proc/self/maps"))) {
            return all.filter(line -> line.contains("/dev/shm/#")).toList();
        }
    }

    private static int cut() throws IOException {
        int cut = 0;
        for (String line : maps()) {
            Path mapped = Path.of("/proc/self/map_files/" + line.substring(0, line.indexOf(' ')));
            try (FileChannel file = FileChannel.open(mapped, StandardOpenOption.WRITE)) {
                file.truncate(0);
                cut++;
            } catch (NoSuchFileException e) {
                continue; // unmapped meanwhile
            }
        }
        return cut;
    }
}
