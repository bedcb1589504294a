package dev.wherry.testkit.trial;

import dev.wherry.testkit.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A process is stopped by SIGSTOP for so long that its peer gives it up, and goes on afterwards.
 *
 * @param scheme of the address
 * @param stopsServer whether the server is stopped, or the client
 */
public record StopTrial(String scheme, boolean stopsServer, Duration stop) {
    private static final int CALLS = 200;

    /**
     * The result of a trial.
     *
     * @param afterwards how many of the calls returned that were made after the process went on
     * @param made how many were made then
     */
    public record Result(Verdict verdict, int returned, int afterwards, int made) {}

    /** Runs the trial. */
    public Result run(Path folder) throws Exception {
        CallersProcess.Style style = new CallersProcess.Style(4, true, Duration.ofSeconds(2));
        try (TrialProcesses processes = new TrialProcesses(folder, 3 * CALLS)) {
            processes.startClient(style, 1, List.of(processes.startServer(scheme)));
            Ledger ledger = processes.ledger();
            ledger.allow(CALLS);
            processes.awaitCalls(0);
            ChildJvm stopped = stopsServer ? processes.server(0) : processes.client();
            stopped.signal("STOP");
            // Calls of a server that is stopped end by their deadline.
            ledger.allow(CallersProcess.CALLERS);
            if (stopsServer) {
                processes.awaitCalls(0);
            }
            Thread.sleep(stop); // nothing may happen in this time
            stopped.signal("CONT");
            processes.awaitCalls(0);
            int before = ledger.returned();
            ledger.allow(CALLS);
            processes.awaitCalls(0);
            int after = ledger.returned();
            return new Result(processes.end(toString()), after, after - before, CALLS);
        }
    }

    @Override
    public String toString() {
        return (stopsServer ? "a server" : "a client") + " over " + scheme + " stopped for " + stop.toMillis() + " ms";
    }
}
