package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.faults.RandomSeed;
import dev.wherry.testkit.trial.Ledger.Ending;
import dev.wherry.testkit.trial.TwoServersTrial.End;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A client calls two servers that have one name. One after the other is killed, or stopped in order, under load. */
@Tag("long")
@EnabledOnOs(OS.LINUX)
class TwoServersTest {
    private static final int ENDS = 20;

    @RegisterExtension
    final RandomSeed seed = RandomSeed.of(3);

    @TempDir
    private Path folder;

    private TwoServersTrial.Result run(End end) throws Exception {
        TwoServersTrial.Result result = new TwoServersTrial(end, Share.of(ENDS), seed.value()).run(folder);
        assertThat(result.verdict().violations()).isEmpty();
        return result;
    }

    @Test
    void loseOnlyCallsInFlightByAKill() throws Exception {
        TwoServersTrial.Result result = run(End.KILLED);
        assertThat(result.mostFailed()).isLessThanOrEqualTo(CallersProcess.mostInFlight());
        assertThat(result.verdict().count(Ending.RETURNED) + result.verdict().count(Ending.UNKNOWN))
                .isEqualTo(result.verdict().calls());
    }

    @Test
    void loseNoCallByAStopInOrder() throws Exception {
        assertThat(run(End.STOPPED).verdict().count(Ending.RETURNED)).isEqualTo(Share.of(ENDS) * TwoServersTrial.CALLS);
    }
}
