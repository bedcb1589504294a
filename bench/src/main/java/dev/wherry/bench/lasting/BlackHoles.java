package dev.wherry.bench.lasting;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.trial.Desk;
import dev.wherry.testkit.trial.TrialProcesses;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A relay forwards nothing more, in both directions, and closes nothing. Measured is how long it takes until a call that is made then is
 * answered, over another connection, and until a client at rest connects again.
 */
final class BlackHoles {
    private static final int CLIENTS = 4;

    /** Enough that lanes are opened. */
    private static final int CALLS_BEFORE = 20;

    private BlackHoles() {}

    static List<Figure> measure(Path folder, boolean brief) throws Exception {
        Duration heartbeat = brief ? Duration.ofMillis(300) : Duration.ofSeconds(10);
        try (TrialProcesses processes = new TrialProcesses(folder, CLIENTS, heartbeat, List.of())) {
            URI server = URI.create(processes.startServer("tcp"));
            List<Running<Long>> waiting = new ArrayList<>();
            List<Running<Long>> resting = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                EndpointOptions options = EndpointOptions.builder()
                        .heartbeat(heartbeat)
                        .sharedMemory(false)
                        .lanes(i % 2 == 0 ? 0 : 4)
                        .build();
                waiting.add(Running.start(() -> measure(server, options, false)));
                resting.add(Running.start(() -> measure(server, options, true)));
            }
            return List.of(
                    Figure.times(
                            "black hole, until a call that waits is answered",
                            times(waiting),
                            Duration.ofSeconds(8),
                            Duration.ofSeconds(5)),
                    Figure.times(
                            "black hole, until a client at rest connects again",
                            times(resting),
                            Duration.ofSeconds(35),
                            Duration.ofSeconds(30)));
        }
    }

    private static long[] times(List<Running<Long>> all) throws Exception {
        long[] times = new long[all.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = all.get(i).get();
        }
        return times;
    }

    private static long measure(URI server, EndpointOptions options, boolean rests) throws Exception {
        try (FaultyRelay relay = new FaultyRelay(server, 1);
                Endpoint client = Endpoint.create(options)) {
            Desk desk = client.lookup(relay.address() + "/desk", Desk.class);
            for (int i = 0; i < CALLS_BEFORE; i++) {
                desk.run(0);
            }
            int accepted = relay.accepted();
            relay.silence();
            long start = System.nanoTime();
            if (rests) {
                Await.until("another connection", () -> relay.accepted() > accepted);
            } else {
                desk.run(0);
            }
            return System.nanoTime() - start;
        }
    }
}
