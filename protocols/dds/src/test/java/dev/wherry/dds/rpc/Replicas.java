package dev.wherry.dds.rpc;

import dev.wherry.Endpoint;
import dev.wherry.dds.Replication;
import dev.wherry.testkit.ChildJvm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullMarked;

/** Servers of one name that note which calls they have run. */
@NullMarked
final class Replicas {
    private Replicas() {}

    /** What ran a call. */
    record Run(int server, int times) {}

    /** The service. */
    interface Recorder {
        /** Returns which server has run the call with this number, and how often it has. */
        Run run(long number);
    }

    /** One server. */
    static final class Replica implements Recorder {
        final Map<Long, Integer> runs = new ConcurrentHashMap<>();
        private final int server;

        Replica(int server) {
            this.server = server;
        }

        @Override
        public Run run(long number) {
            return new Run(server, runs.merge(number, 1, Integer::sum));
        }
    }

    /** Returns an endpoint with this replication. */
    static Endpoint endpoint(Replication replication) {
        return Endpoint.create(Services.options(Services.dds().replication(replication)));
    }

    /** Starts a server in a process of its own. Its strength is its number. */
    static ChildJvm start(int domain, String name, int server, Replication replication) throws Exception {
        ChildJvm child = new ChildJvm(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName(),
                String.valueOf(domain),
                name,
                String.valueOf(server),
                String.valueOf(replication.isExclusive()),
                String.valueOf(replication.lease().toMillis())));
        child.awaitLine("serving");
        child.drain();
        return child;
    }

    /** Serves until it is killed. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            int server = Integer.parseInt(arguments[2]);
            Replication replication = new Replication(
                    Boolean.parseBoolean(arguments[3]), server, Duration.ofMillis(Long.parseLong(arguments[4])));
            try (Endpoint endpoint = endpoint(replication)) {
                endpoint.bind(arguments[1], Recorder.class, new Replica(server));
                endpoint.listenAt("dds://" + arguments[0]);
                System.out.println("serving");
                Thread.currentThread().join();
            }
        }
    }
}
