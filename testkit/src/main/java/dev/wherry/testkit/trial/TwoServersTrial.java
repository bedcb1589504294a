package dev.wherry.testkit.trial;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Two servers for one name, whose addresses are in one URI. One after the other is ended and started again while a client calls, so
 * that it is always the one that serves.
 */
public final class TwoServersTrial {
    /** How a server ends. */
    public enum End {
        /** By SIGKILL. */
        KILLED,
        /** By SIGTERM, after which it drains. */
        STOPPED
    }

    private static final int CALLS_BEFORE = 300;
    static final int CALLS = 3_000;

    private final End end;
    private final int rounds;
    private final long seed;

    /**
     * Creates a trial.
     *
     * @param rounds how often a server ends
     * @param seed chooses the calls
     */
    public TwoServersTrial(End end, int rounds, long seed) {
        this.end = end;
        this.rounds = rounds;
        this.seed = seed;
    }

    /**
     * The result of a trial.
     *
     * @param mostFailed the most calls that failed by one end of a server
     * @param underLoad how often calls were made all the time until the server was gone
     */
    public record Result(Verdict verdict, int mostFailed, int underLoad) {}

    /** Runs the trial. */
    public Result run(Path folder) throws Exception {
        CallersProcess.Style style = new CallersProcess.Style(8, true, Duration.ofSeconds(30));
        int most = 0;
        int underLoad = 0;
        try (TrialProcesses processes = new TrialProcesses(folder, rounds * CALLS)) {
            String one = processes.startServer("tcp");
            String other = processes.startServer("tcp");
            processes.startClient(style, seed, List.of(one + "," + other.substring("tcp://".length())));
            Ledger ledger = processes.ledger();
            int failed = 0;
            for (int i = 0; i < rounds; i++) {
                ledger.allow(CALLS);
                processes.awaitCalls(CALLS - CALLS_BEFORE);
                if (end == End.KILLED) {
                    processes.killServer(i % 2);
                } else {
                    processes.terminateServer(i % 2);
                }
                underLoad += ledger.ended() < ledger.allowed() ? 1 : 0;
                processes.startAgain(i % 2);
                processes.awaitCalls(0);
                int now = processes.failed().size();
                most = Math.max(most, now - failed);
                failed = now;
            }
            return new Result(processes.end(this.toString()), most, underLoad);
        }
    }

    @Override
    public String toString() {
        return rounds + " times one of two servers was " + end;
    }
}
