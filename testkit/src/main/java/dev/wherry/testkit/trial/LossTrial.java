package dev.wherry.testkit.trial;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Packets are lost at random between two processes. TCP sends them again, so each call returns.
 *
 * @param percent how many packets are lost
 * @param calls how many calls are made
 */
public record LossTrial(int percent, int calls) {
    /** Packets that are lost again and again are late by seconds. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    /**
     * The result of a trial.
     *
     * @param failed how many calls have not returned
     */
    public record Result(Verdict verdict, int failed, Duration median, Duration p99, Duration longest) {}

    /** Runs the trial. */
    public Result run(Path folder, NetworkNamespace network) throws Exception {
        CallersProcess.Style style = new CallersProcess.Style(8, false, Duration.ofSeconds(30));
        try (TrialProcesses processes = new TrialProcesses(folder, calls, HEARTBEAT, network.within())) {
            String server = processes.startServer("tcp");
            network.lose(percent);
            processes.startClient(style, percent, List.of(server));
            Ledger ledger = processes.ledger();
            ledger.allow(calls);
            processes.awaitCalls(0);
            Verdict verdict = processes.end(percent + " % of packets lost");
            return new Result(
                    verdict, processes.failed().size(), ledger.within(0.5), ledger.within(0.99), ledger.within(1));
        }
    }
}
