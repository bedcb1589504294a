package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.Share;
import dev.wherry.testkit.trial.HoldersTrial;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that hold many objects and are killed, some of them while they release. Each object is notified once, and no object
 * that a living client holds.
 */
@EnabledOnOs(OS.LINUX) // which has all three transports
class CrashedHoldersTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void leakNothingAndTakeNothingFromTheLiving(String scheme) throws Exception {
        crash(scheme, 2_000);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "shm"})
    void leakNothingOfAHundredThousandObjects(String scheme) throws Exception {
        crash(scheme, Share.of(100_000) / HoldersTrial.UNIT * HoldersTrial.UNIT);
    }

    private void crash(String scheme, int count) throws Exception {
        assertThat(new HoldersTrial(scheme, count).run(folder)).isEqualTo(new HoldersTrial.Result(0, 0, 0));
    }
}
