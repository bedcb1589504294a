package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.faults.RandomSeed;
import dev.wherry.testkit.trial.FaultTrial.Harm;
import dev.wherry.testkit.trial.FaultTrial.Route;
import dev.wherry.testkit.trial.Ledger.Ending;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two processes, a relay and faults: no call runs twice, none that returned did not run, and each other one has its outcome.
 * The whole has 100,000 calls and 10,000 faults. CONTRIBUTING.md has the command.
 */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class FaultTrialTest {
    @RegisterExtension
    final RandomSeed seed = RandomSeed.of(1);

    @TempDir
    private Path folder;

    static List<Route> routes() {
        return FaultTrial.routes();
    }

    private Verdict run(Route route, Harm harm) throws Exception {
        return new FaultTrial(route, harm, Share.of(FaultTrial.faults(route)), seed.value()).run(folder);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void reportsTheOutcomeOfEachCall(Route route) throws Exception {
        Verdict verdict = run(route, Harm.ALL);
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.count(Ending.RETURNED)).isGreaterThan(verdict.calls() / 2);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void answersEachCallIfLinksAloneBreak(Route route) throws Exception {
        Verdict verdict = run(route, Harm.LINKS);
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.count(Ending.RETURNED)).isEqualTo(verdict.calls());
    }

    @Test
    void endsEachCallThoughBytesAreCorrupted() throws Exception {
        Verdict verdict = run(FaultTrial.routes().getFirst(), Harm.BYTES);
        assertThat(verdict.endings()).doesNotContainKeys(Ending.NONE, Ending.STARTED, Ending.UNTYPED);
    }
}
