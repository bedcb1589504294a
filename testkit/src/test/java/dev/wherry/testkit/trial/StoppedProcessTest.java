package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.trial.Ledger.Ending;
import java.nio.file.Path;
import java.time.Duration;
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

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"tcp, true", "tcp, false", "unix, true", "shm, true", "shm, false"})
    void isCalledAgainWhenItGoesOn(String scheme, boolean stopsServer) throws Exception {
        // A small share stops it for a few seconds, which is still longer than a silent peer is waited for.
        Duration stop = Duration.ofMillis(Math.max(LEAST_MILLIS, Share.of(Share.of(STOPPED_MILLIS))));
        StopTrial.Result result = new StopTrial(scheme, stopsServer, stop).run(folder);
        assertThat(result.verdict().violations()).isEmpty();
        assertThat(result.afterwards()).as("calls that returned afterwards").isGreaterThan(result.made() / 2);
        assertThat(result.verdict().count(Ending.RETURNED)).isEqualTo(result.returned());
    }
}
