package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.wherry.testkit.Share;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Packets are lost at random between two processes, in a network namespace of their own. TCP sends them again, so each call
 * returns. The test prints how long the longest call took.
 */
@Tag("long")
class LossyNetworkTest {
    private static final int CALLS = 4_000;

    @TempDir
    private Path folder;

    /** Without root, ip or nft the test is skipped; in CI, where that would go unnoticed, it fails. */
    private static NetworkNamespace network() throws Exception {
        Optional<NetworkNamespace> created = NetworkNamespace.create();
        if (created.isEmpty()) {
            String missing = "packets can be lost only with " + NetworkNamespace.NEEDS;
            return System.getenv("CI") != null ? fail(missing) : abort(missing);
        }
        return created.get();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void answersEachCallAlthoughPacketsAreLost(int percent) throws Exception {
        try (NetworkNamespace network = network()) {
            LossTrial.Result result = new LossTrial(percent, Share.of(CALLS)).run(folder, network);
            assertThat(result.verdict().violations()).isEmpty();
            assertThat(result.failed()).isZero();
            assertThat(result.verdict().inversions()).isZero();
        }
    }
}
