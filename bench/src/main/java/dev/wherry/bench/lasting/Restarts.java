package dev.wherry.bench.lasting;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.trial.Desk;
import dev.wherry.testkit.trial.TrialProcesses;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server is killed while 16 stubs are called without a pause, and started again at its port after up to 3 s. Measured is how long
 * after it listens every stub has returned.
 */
final class Restarts {
    private static final int CALLERS = 16;
    private static final int ROUNDS = 20;
    private static final int LONGEST_PAUSE = 3_000;

    private Restarts() {}

    /** Calls until it is ended. Half of the callers are virtual threads. */
    private static final class Caller implements Runnable {
        private final Desk desk;
        private final int number;
        private final Queue<Instant> returned = new ConcurrentLinkedQueue<>();
        private final Thread thread;
        private volatile boolean ended;

        Caller(Desk desk, int number) {
            this.desk = desk;
            this.number = number;
            thread = (number % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual()).unstarted(this);
        }

        @Override
        public void run() {
            while (!ended) {
                try {
                    desk.run(number);
                    returned.add(Instant.now());
                } catch (CallException e) {
                    // It was under way when the server was killed.
                }
            }
        }

        boolean hasReturned(Instant since) {
            while (!returned.isEmpty() && returned.peek().isBefore(since)) {
                returned.poll();
            }
            return !returned.isEmpty();
        }
    }

    static List<Figure> measure(Path folder, boolean brief) throws Exception {
        long[] first = new long[brief ? 1 : ROUNDS];
        long[] last = new long[first.length];
        Random random = new Random(1);
        List<Caller> callers = new ArrayList<>();
        try (TrialProcesses processes = new TrialProcesses(folder, CALLERS, Duration.ofSeconds(10), List.of());
                Endpoint client = Endpoint.create()) {
            String uri = processes.startServer("tcp") + "/desk";
            for (int i = 0; i < CALLERS; i++) {
                Desk desk = Calls.with(
                        client.lookup(uri, Desk.class),
                        CallOptions.builder().waitForReady().build());
                callers.add(new Caller(desk, i));
            }
            try {
                callers.forEach(each -> each.thread.start());
                for (int i = 0; i < first.length; i++) {
                    Instant before = Instant.now();
                    Await.until("calls", () -> callers.stream().allMatch(each -> each.hasReturned(before)));
                    processes.killServer(0);
                    TimeUnit.MILLISECONDS.sleep(brief ? 0 : random.nextInt(LONGEST_PAUSE));
                    long[] times = round(callers, processes.startAgain(0));
                    first[i] = times[0];
                    last[i] = times[times.length - 1];
                }
            } finally {
                callers.forEach(each -> each.ended = true);
                for (Caller each : callers) {
                    each.thread.join();
                }
            }
        }
        return List.of(
                Figure.times(
                        "killed and started, 16 callers: until every stub returns",
                        last,
                        Duration.ofSeconds(1),
                        Duration.ofMillis(100)),
                Figure.reported("the same: until the first stub returns", Figure.text(first)));
    }

    /** Returns the times until the stubs return, in order. */
    private static long[] round(List<Caller> callers, Instant listening) {
        Await.until("each stub to return", () -> callers.stream().allMatch(each -> each.hasReturned(listening)));
        return callers.stream()
                .mapToLong(each ->
                        Duration.between(listening, each.returned.peek()).toNanos())
                .sorted()
                .toArray();
    }
}
