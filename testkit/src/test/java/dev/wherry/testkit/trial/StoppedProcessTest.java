package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.Share;
import dev.wherry.testkit.trial.Ledger.Ending;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process is stopped for so long that its peer gives it up, and goes on afterwards. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class StoppedProcessTest {
    /** For the whole of the long tier. */
    private static final int STOPPED_MILLIS = 60_000;

    private static final int LEAST_MILLIS = 2_000;

    private static final int CALLS = 200;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"tcp, true", "tcp, false", "unix, true", "shm, true", "shm, false"})
    void isCalledAgainWhenItGoesOn(String scheme, boolean stopsServer) throws Exception {
        // A small share stops it for a few seconds, which is still longer than a silent peer is waited for.
        Duration stop = Duration.ofMillis(Math.max(LEAST_MILLIS, Share.of(Share.of(STOPPED_MILLIS))));
        CallersProcess.Style style = new CallersProcess.Style(4, true, Duration.ofSeconds(2));
        try (TrialProcesses processes = new TrialProcesses(folder, 3 * CALLS)) {
            processes.startClient(style, 1, List.of(processes.startServer(scheme)));
            processes.ledger().allow(CALLS);
            processes.awaitCalls(0);
            ChildJvm stopped = stopsServer ? processes.server(0) : processes.client();
            stopped.signal("STOP");
            // Calls of a server that is stopped end by their deadline.
            processes.ledger().allow(CallersProcess.CALLERS);
            if (stopsServer) {
                processes.awaitCalls(0);
            }
            Thread.sleep(stop); // nothing may happen in this time
            stopped.signal("CONT");
            processes.awaitCalls(0);
            int before = processes.ledger().returned();
            processes.ledger().allow(CALLS);
            processes.awaitCalls(0);
            int after = processes.ledger().returned();
            Verdict verdict = processes.end((stopsServer ? "a server" : "a client") + " over " + scheme
                    + " stopped for " + stop.toMillis() + " ms");
            assertThat(verdict.violations()).isEmpty();
            assertThat(after - before).as("calls that returned afterwards").isGreaterThan(CALLS / 2);
            assertThat(verdict.count(Ending.RETURNED)).isEqualTo(after);
        }
    }
}
