package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.faults.RandomSeed;
import dev.wherry.testkit.trial.FaultTrial.Harm;
import dev.wherry.testkit.trial.FaultTrial.Route;
import dev.wherry.testkit.trial.Ledger.Ending;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
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
    private static final int FAULTS_OF_A_ROUTE = 1_900;
    private static final int FAULTS_OF_SHARED_MEMORY = 500;

    @RegisterExtension
    final RandomSeed seed = RandomSeed.of(1);

    @TempDir
    private Path folder;

    static Stream<Route> routes() {
        return Stream.of(
                new Route("tcp", 8, false),
                new Route("tcp", 0, false),
                new Route("tcp", 8, true),
                new Route("unix", 8, false),
                new Route("unix", 0, false),
                new Route("shm", 8, true));
    }

    private Verdict run(Route route, Harm harm) throws Exception {
        int all = route.scheme().equals("shm") ? FAULTS_OF_SHARED_MEMORY : FAULTS_OF_A_ROUTE;
        return new FaultTrial(route, harm, Share.of(all), seed.value()).run(folder);
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
        assertThat(verdict.inversions()).isZero();
    }
}
