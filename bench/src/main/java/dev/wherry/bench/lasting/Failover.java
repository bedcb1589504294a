package dev.wherry.bench.lasting;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Replication;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Two servers serve one name over DDS, and a client calls without a pause. The server whose replies are taken is killed. Measured is the longest
 * call, by the lease of the servers, and how many calls have failed or were run twice by one server.
 */
final class Failover {
    private static final int ROUNDS = 20;
    private static final int CALLS_AFTER = 200;
    private static final Duration SLACK = Duration.ofMillis(20);
    private static final int[] LEASES = {100, 500, 1_000};

    private Failover() {}

    /** The server that has run a call, and how often it has. */
    record Run(int server, int times) {}

    /** The service. */
    interface Recorder {
        Run run(long number);
    }

    private static Endpoint endpoint(Replication replication) {
        return Endpoint.create(EndpointOptions.builder()
                .with(DdsOptions.builder().loopback().replication(replication).build())
                .build());
    }

    /** A server, which ends when it is killed. */
    static final class Server {
        private Server() {}

        public static void main(String[] arguments) throws Exception {
            int number = Integer.parseInt(arguments[2]);
            Map<Long, Integer> runs = new ConcurrentHashMap<>();
            try (Endpoint endpoint = endpoint(new Replication(
                    Boolean.parseBoolean(arguments[3]), number, Duration.ofMillis(Long.parseLong(arguments[4]))))) {
                endpoint.bind(arguments[1], Recorder.class, call -> new Run(number, runs.merge(call, 1, Integer::sum)));
                endpoint.listenAt("dds://" + arguments[0]);
                System.out.println("serving");
                Thread.currentThread().join();
            }
        }
    }

    /** One client with the figures of its calls. */
    private static final class Caller {
        private final Recorder stub;
        private long number;
        private long failed;
        private long twice;

        Caller(Recorder stub) {
            this.stub = stub;
        }

        /** Calls, and returns the nanoseconds that it took. */
        long call() {
            long start = System.nanoTime();
            try {
                twice += stub.run(number++).times() > 1 ? 1 : 0;
            } catch (RuntimeException e) {
                failed++;
            }
            return System.nanoTime() - start;
        }

        /** Calls until this server replies. */
        void untilReplies(int server) {
            Await.until(
                    "server " + server + " to reply", () -> stub.run(number++).server() == server);
        }
    }

    static List<Figure> measure(Path folder, boolean brief) throws Exception {
        List<Figure> figures = new ArrayList<>();
        int rounds = brief ? 1 : ROUNDS;
        for (int lease : brief ? new int[] {LEASES[0]} : LEASES) {
            figures.addAll(measure(Replication.exclusive(0).withLease(Duration.ofMillis(lease)), rounds));
        }
        figures.addAll(measure(Replication.first(), rounds));
        return figures;
    }

    private static List<Figure> measure(Replication replication, int rounds) throws Exception {
        int domain = ThreadLocalRandom.current().nextInt(10, 200);
        String name = "recorder";
        long[] longest = new long[rounds];
        ChildJvm survivor = start(domain, name, 1, replication);
        try (Endpoint client = endpoint(replication)) {
            Caller caller = new Caller(client.lookup("dds://" + domain + "/" + name, Recorder.class));
            for (int i = 0; i < rounds; i++) {
                ChildJvm stronger = start(domain, name, i + 2, replication);
                try {
                    caller.untilReplies(i + 2);
                    stronger.signal("KILL");
                    for (int call = 0; call < CALLS_AFTER; call++) {
                        longest[i] = Math.max(longest[i], caller.call());
                    }
                    caller.untilReplies(1);
                } finally {
                    stronger.close();
                }
            }
            String what = replication.isExclusive()
                    ? "owner killed, lease " + replication.lease().toMillis() + " ms"
                    : "one of two killed, first reply wins";
            Figure time = replication.isExclusive()
                    ? Figure.timed(
                            what + ": longest call",
                            Figure.text(longest),
                            "<= " + Figure.text(replication.lease().plus(SLACK).toNanos()),
                            Arrays.stream(longest).max().orElseThrow()
                                    <= replication.lease().plus(SLACK).toNanos())
                    : Figure.reported(what + ": longest call", Figure.text(longest));
            return List.of(
                    time,
                    Figure.of(
                            what + ": calls that failed, or ran twice at one server",
                            caller.failed + ", " + caller.twice + " of " + caller.number,
                            "0, 0",
                            caller.failed + caller.twice == 0));
        } finally {
            survivor.close();
        }
    }

    private static ChildJvm start(int domain, String name, int number, Replication replication) throws Exception {
        ChildJvm child = new ChildJvm(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Server.class.getName(),
                String.valueOf(domain),
                name,
                String.valueOf(number),
                String.valueOf(replication.isExclusive()),
                String.valueOf(replication.lease().toMillis())));
        child.awaitLine("serving");
        child.drain();
        return child;
    }
}
