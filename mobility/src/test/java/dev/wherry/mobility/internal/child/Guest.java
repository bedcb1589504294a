package dev.wherry.mobility.internal.child;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs in the child and does what the test asks for. */
public final class Guest implements Function<String, Endpoint>, Cell, Serializable {
    private static final List<byte[]> KEPT = new ArrayList<>();

    @Override
    public Endpoint apply(String address) {
        Endpoint endpoint = Endpoint.create(EndpointOptions.defaults());
        endpoint.bind("cell", Cell.class, this);
        endpoint.listenAt(address);
        return endpoint;
    }

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public String overflow() {
        try {
            return "never " + deeper(0);
        } catch (StackOverflowError e) {
            return "overflowed";
        }
    }

    private static long deeper(long depth) {
        return depth < 0 ? depth : 1 + deeper(depth + 1);
    }

    @Override
    public void exit(int status) {
        System.exit(status);
    }

    @Override
    public void signal(String name) {
        try {
            String own = String.valueOf(ProcessHandle.current().pid());
            new ProcessBuilder("kill", "-" + name, own).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LockSupport.park();
    }

    @Override
    public void fillTheHeap() {
        while (true) {
            KEPT.add(new byte[1 << 20]);
        }
    }

    @Override
    public void leaveALoop() {
        Thread.ofPlatform().start(this::loop);
    }

    @Override
    public void loop() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void startThreads(int count) {
        for (int i = 0; i < count; i++) {
            Thread.ofPlatform().daemon().start(LockSupport::park);
        }
        LockSupport.park();
    }

    @Override
    public void print(String text, int times) {
        System.out.println(text.repeat(times));
    }

    @Override
    public void printForEver() {
        while (true) {
            System.out.print("again and again ");
        }
    }

    @Override
    public long startProcess() {
        try {
            return new ProcessBuilder("sleep", "300").inheritIO().start().pid();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long startOrphan() {
        try {
            Process shell = new ProcessBuilder("sh", "-c", "sleep 300 >/dev/null & echo $!").start();
            return Long.parseLong(new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void closeStandardInput() {
        try {
            new FileInputStream(FileDescriptor.in).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void litter(String outside, int depth) {
        try {
            Path folder = Files.createTempDirectory("deep");
            for (int i = 0; i < depth; i++) {
                Files.writeString(folder.resolve("file"), "left behind");
                folder = Files.createDirectory(folder.resolve("d"));
            }
            Files.createSymbolicLink(Path.of("link"), Path.of(outside));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Map<Integer, String> descriptors() {
        Map<Integer, String> all = new TreeMap<>();
        try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
            for (Path path : list.toList()) {
                all.put(Integer.valueOf(path.getFileName().toString()), target(path));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile"; // as the one of the list itself
        }
    }

    @Override
    public Map<String, String> environment() {
        return System.getenv();
    }

    @Override
    public String property(String name) {
        return String.valueOf(System.getProperty(name));
    }

    @Override
    public boolean nativeAccess() {
        return Endpoint.class.getModule().isNativeAccessEnabled();
    }
}
