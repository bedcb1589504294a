package dev.wherry.bench.lasting;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.hostile.SlowClients;
import dev.wherry.testkit.trial.Desk;
import dev.wherry.testkit.trial.TrialProcesses;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The calls of a client, alone and beside a thousand silent clients and a thousand that send a byte a second, in turns. */
final class BesideSlowClients {
    private static final int CLIENTS = 1_000;
    private static final int ROUNDS = 7;
    private static final int CALLS = 20_000;
    private static final double REQUIRED = 2;

    private BesideSlowClients() {}

    static List<Figure> measure(Path folder, boolean brief) throws Exception {
        int clients = brief ? 20 : CLIENTS;
        int rounds = brief ? 1 : ROUNDS;
        int calls = brief ? 1_000 : CALLS;
        long[] alone = new long[rounds];
        long[] beside = new long[rounds];
        try (TrialProcesses processes = new TrialProcesses(folder, 1, Duration.ofSeconds(10), List.of());
                Endpoint client = Endpoint.create(
                        EndpointOptions.builder().sharedMemory(false).build())) {
            URI server = URI.create(processes.startServer("tcp"));
            Desk desk = client.lookup(server + "/desk", Desk.class);
            p99(desk, calls); // warms up
            for (int i = 0; i < rounds; i++) {
                alone[i] = p99(desk, calls);
                try (SlowClients _ = new SlowClients(server, clients)) {
                    beside[i] = p99(desk, calls);
                }
            }
        }
        Arrays.sort(alone);
        Arrays.sort(beside);
        double ratio = beside[rounds / 2] / (double) alone[rounds / 2];
        return List.of(Figure.timed(
                "p99 beside " + clients + " silent, " + clients + " slow clients",
                String.format(
                        Locale.ROOT,
                        "%.2f (%s to %s)",
                        ratio,
                        Figure.text(alone[rounds / 2]),
                        Figure.text(beside[rounds / 2])),
                "<= 2 (aim 1.2)",
                ratio <= REQUIRED));
    }

    private static long p99(Desk desk, int calls) {
        long[] nanos = new long[calls];
        for (int i = 0; i < calls; i++) {
            long start = System.nanoTime();
            desk.run(0);
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return nanos[calls * 99 / 100];
    }
}
