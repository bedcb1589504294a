package dev.wherry.lab.claims;

import static dev.wherry.lab.claims.Runs.cell;
import static dev.wherry.lab.claims.Runs.placed;
import static dev.wherry.lab.results.JudgedClaim.Outcome.NOT_TESTABLE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndsPlacementTest {
    private static final String TEST = """
        kind = "compare"
        figure = "calls per second"
        system = "a"
        than = "b"
        is = "higher"
        at = [{ workload = "w", threads = 1 }]
        """;
    private static final String LOCAL = "placement = \"local\"\n";
    private static final String REMOTE = "placement = \"remote\"\n";

    @TempDir
    Path folder;

    private JudgedClaim judge(String first, String placement) throws IOException {
        Map<String, Long> one = Map.of("threads", 1L);
        Cell a = placed(placement, cell("a", one, 5, 6, 7));
        Cell b = placed(placement, cell("b", one, 1, 2, 3));
        return Claims.read(Runs.file(folder, first, TEST))
                .getFirst()
                .judge("s", Runs.results("quick", List.of(), a, b), _ -> true, _ -> Optional.empty(), 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"free", "same-core", "cross-core"})
    void areLocalOnOneHost(String placement) throws IOException {
        JudgedClaim local = judge(LOCAL, placement);
        assertThat(local.verdict()).isEqualTo(REPRODUCED);
        assertThat(local.rule()).isEqualTo("significantly higher; both ends on one host");
        JudgedClaim remote = judge(REMOTE, placement);
        assertThat(remote.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(remote.today()).contains("It is about two hosts", "--server-prefix", "--placement veth");
        assertThat(judge("", placement).verdict()).isEqualTo(REPRODUCED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"veth", "two-hosts"})
    void areRemoteWithANetworkBetweenThem(String placement) throws IOException {
        assertThat(judge(REMOTE, placement).verdict()).isEqualTo(REPRODUCED);
        JudgedClaim local = judge(LOCAL, placement);
        assertThat(local.verdict()).isEqualTo(NOT_TESTABLE);
        assertThat(local.today()).startsWith("It is about one host, and this run has a network between the ends");
        assertThat(judge("", placement).verdict()).isEqualTo(REPRODUCED);
    }

    @Test
    void ofAClaimComeBeforeThoseOfItsFile() throws IOException {
        Path file = Runs.file(folder, LOCAL, TEST);
        Files.writeString(file, Files.readString(file).replace("published = \"9%\"", "placement = \"remote\""));
        assertThat(Claims.read(file).getFirst().ends()).isEqualTo(Claim.EndsPlacement.REMOTE);
    }

    @Test
    void areNothingElse() throws IOException {
        Path file = Runs.file(folder, "placement = \"veth\"\n", TEST);
        assertThatThrownBy(() -> Claims.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("veth");
    }
}
