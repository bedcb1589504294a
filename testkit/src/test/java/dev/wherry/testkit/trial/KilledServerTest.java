package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.faults.RandomSeed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client calls two servers, and one of them at a time is killed under load. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class KilledServerTest {
    private static final int KILLS = 20;
    private static final int CALLS_PER_KILL = 1_000;
    private static final int CALLS_BEFORE_KILL = 300;

    @RegisterExtension
    final RandomSeed seed = RandomSeed.of(2);

    @TempDir
    private Path folder;

    /** A server's callers wait until it listens again, so calls that were in flight are the only ones that fail. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void affectsOnlyTheCallsInFlight(String scheme) throws Exception {
        int kills = Share.of(KILLS);
        Random random = new Random(seed.value());
        CallersProcess.Style style = new CallersProcess.Style(8, true, Duration.ofSeconds(30));
        int calls = (kills + 1) * CALLS_PER_KILL;
        try (TrialProcesses processes = new TrialProcesses(folder, calls)) {
            List<String> servers = List.of(processes.startServer(scheme), processes.startServer(scheme));
            processes.startClient(style, seed.value(), servers);
            processes.ledger().allow(CALLS_PER_KILL);
            int failed = 0;
            for (int i = 0; i < kills; i++) {
                processes.ledger().allow(CALLS_PER_KILL);
                processes.awaitCalls(CALLS_PER_KILL - CALLS_BEFORE_KILL);
                int killed = random.nextInt(servers.size());
                processes.restart(killed);
                processes.awaitCalls(0);
                List<Integer> lost =
                        processes.failed().subList(failed, processes.failed().size());
                failed += lost.size();
                assertThat(lost)
                        .as("calls lost by kill %s", i)
                        .hasSizeLessThanOrEqualTo(CallersProcess.mostInFlight() / servers.size())
                        .allMatch(id -> processes.ledger().caller(id) % servers.size() == killed);
            }
            Verdict verdict = processes.end(kills + " kills of two servers over " + scheme);
            assertThat(verdict.violations()).isEmpty();
            assertThat(verdict.count(Ledger.Ending.UNKNOWN)).as("the others").isEqualTo(failed);
        }
    }
}
