package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.wherry.testkit.Share;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
    private static final String NAMESPACE =
            "wherry-loss-" + ProcessHandle.current().pid();
    private static final int CALLS = 4_000;

    /** Packets that are lost again and again are late by seconds. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private static boolean isDone(String command) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            System.out.println(command + ": " + said);
        }
        return process.waitFor() == 0;
    }

    /** Without root, ip or nft the test is skipped; in CI, where that would go unnoticed, it fails. */
    @BeforeEach
    void createNamespace() throws Exception {
        String rules = "add table inet loss; add chain inet loss in { type filter hook input priority 0; }";
        if (!isDone("ip netns add " + NAMESPACE)
                || !inNamespace("ip link set lo up")
                || !inNamespace("nft '" + rules + "'")) {
            String missing = "packets can be lost only as root, with network namespaces, iproute2 and nftables";
            if (System.getenv("CI") != null) {
                fail(missing);
            }
            abort(missing);
        }
    }

    @AfterEach
    void deleteNamespace() throws Exception {
        isDone("ip netns delete " + NAMESPACE + " 2>/dev/null || true");
    }

    private static boolean inNamespace(String command) throws Exception {
        return isDone("ip netns exec " + NAMESPACE + " " + command);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void answersEachCallAlthoughPacketsAreLost(int percent) throws Exception {
        List<String> within = List.of("ip", "netns", "exec", NAMESPACE);
        int calls = Share.of(CALLS);
        CallersProcess.Style style = new CallersProcess.Style(8, false, Duration.ofSeconds(30));
        try (TrialProcesses processes = new TrialProcesses(folder, calls, HEARTBEAT, within)) {
            String server = processes.startServer("tcp");
            assertThat(inNamespace("nft 'add rule inet loss in numgen random mod 100 < " + percent + " drop'"))
                    .as("packets are lost")
                    .isTrue();
            processes.startClient(style, percent, List.of(server));
            processes.ledger().allow(calls);
            processes.awaitCalls(0);
            Verdict verdict = processes.end(percent + " % of packets lost");
            assertThat(verdict.violations()).isEmpty();
            assertThat(processes.failed()).isEmpty();
            assertThat(verdict.inversions()).isZero();
        }
    }
}
