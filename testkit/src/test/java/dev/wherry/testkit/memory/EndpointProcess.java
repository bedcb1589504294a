package dev.wherry.testkit.memory;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Another process with an endpoint: it serves a watcher, or calls one. */
final class EndpointProcess {
    /** The option that allows a JVM native access. */
    static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";

    private EndpointProcess() {}

    /**
     * Returns the arguments of the JVM.
     *
     * @param words {@code serve ADDRESS}, {@code flood URI} or {@code call URI}
     */
    static List<String> arguments(String... words) {
        List<String> all = new ArrayList<>(List.of(
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), EndpointProcess.class.getName()));
        all.addAll(List.of(words));
        return all;
    }

    static ChildJvm start(String... words) throws IOException {
        List<String> all = arguments(words);
        all.addFirst(ALLOWED);
        return new ChildJvm(all);
    }

    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "serve" -> {
                Endpoint server = Endpoint.listen(words[1]);
                server.bind("watcher", Watcher.class, number -> number + 1);
                System.out.println("at " + server.address());
            }
            case "flood" -> {
                flood(Endpoint.create().lookup(words[1], Watcher.class));
                System.out.println("calling");
            }
            case "call" -> call(words[1]);
            default -> throw new IllegalArgumentException(words[0]);
        }
        Thread.currentThread().join();
    }

    /** Calls without end: on platform threads, on virtual threads, and with futures. */
    private static void flood(Watcher stub) {
        for (int i = 0; i < 6; i++) {
            Runnable caller = () -> {
                while (true) {
                    stub.seen(1);
                }
            };
            if (i % 2 == 0) {
                Thread.ofPlatform().daemon().start(caller);
            } else {
                Thread.startVirtualThread(caller);
            }
        }
        Calls.async(stub, watcher -> watcher.seen(1)).join();
    }

    private static void call(String uri) {
        try (Endpoint client = Endpoint.create()) {
            Watcher stub = client.lookup(uri, Watcher.class);
            for (int i = 0; i < 2_000 || client.statistics().lanes() == 0; i++) {
                if (stub.seen(i) != i + 1) {
                    throw new AssertionError("the answer is wrong");
                }
            }
            EndpointStatistics held = client.statistics();
            System.out.println("lanes " + held.lanes() + ", over memory " + held.memoryLanes());
        } catch (CallException e) {
            System.out.println("failed " + e.code() + " " + e.getMessage());
        }
        System.exit(0);
    }
}
