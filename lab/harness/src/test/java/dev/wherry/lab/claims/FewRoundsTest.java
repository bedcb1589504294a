package dev.wherry.lab.claims;

import static dev.wherry.lab.claims.Runs.cell;
import static dev.wherry.lab.claims.Runs.judge;
import static dev.wherry.lab.results.JudgedClaim.Outcome.CONTRADICTED;
import static dev.wherry.lab.results.JudgedClaim.Outcome.INCONCLUSIVE;
import static dev.wherry.lab.results.JudgedClaim.Outcome.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims for which it is enough that a rank test finds nothing, so that few rounds favour them. */
class FewRoundsTest {
    private static final String COMPARE = """
        kind = "compare"
        figure = "calls per second"
        system = "a"
        than = "b"
        is = "no higher"
        at = [{ workload = "w", threads = 1 }]
        """;
    private static final String CHANGE = """
        kind = "change"
        figure = "calls per second"
        systems = ["a"]
        from = { workload = "w", threads = 1 }
        to = { workload = "w", threads = 2 }
        is = "no higher"
        """;

    @TempDir
    Path folder;

    private JudgedClaim compare(double... a) {
        return judge(folder, COMPARE, at("a", 1, a), at("b", 1, 1000, 1010, 1020));
    }

    private JudgedClaim change(double... to) {
        return judge(folder, CHANGE, at("a", 1, 1000, 1010, 1020), at("a", 2, to));
    }

    private static Cell at(String system, long threads, double... rates) {
        return cell(system, Map.of("threads", threads), rates);
    }

    @Test
    void areReproducedByWhatIsLower() {
        assertThat(compare(900, 905, 910).verdict()).isEqualTo(REPRODUCED);
        assertThat(change(900, 905, 910).verdict()).isEqualTo(REPRODUCED);
    }

    @Test
    void areInconclusiveWhereItIsHigherWithinTheSpreadOfTheRounds() {
        JudgedClaim compared = compare(1100, 1015, 1150);
        assertThat(compared.verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(compared.today()).contains("8.9 % higher (not significant)");
        assertThat(change(1100, 1015, 1150).verdict()).isEqualTo(INCONCLUSIVE);
        assertThat(change(1010, 1005, 1150).verdict()).isEqualTo(REPRODUCED);
    }

    @Test
    void areContradictedByWhatIsHigherBeyondIt() {
        assertThat(compare(1100, 1090, 1150).verdict()).isEqualTo(CONTRADICTED);
        assertThat(change(1100, 1090, 1150).verdict()).isEqualTo(CONTRADICTED);
    }

    @Test
    void sayWhatTheyAllow() {
        assertThat(compare(1, 2, 3).rule()).isEqualTo("no higher, or by no more than a system is from itself");
        assertThat(change(1, 2, 3).rule())
                .isEqualTo("at the second point no higher, or by no more than a system is from itself");
        String alike = COMPARE.replace("\"no higher\"", "\"alike\"");
        assertThat(judge(folder, alike).rule()).isEqualTo("the medians are as close as a system is to itself");
    }

    @Test
    void refuseWhatHasNoMeaningWithThem() {
        refuses(COMPARE + "atLeastPercent = 25", "compare takes no percentage with no higher");
        refuses(CHANGE + "atMostPercent = 5", "change takes no percentage with no higher");
        refuses("""
            kind = "gap"
            figure = "calls per second"
            system = "a"
            than = "b"
            is = "no higher"
            from = { workload = "w", threads = 1 }
            to = { workload = "w", threads = 2 }
            """, "gap takes higher or lower alone");
        refuses(
                CHANGE.replace("[\"a\"]", "[\"a\", \"b\"]")
                        + "each = { param = \"size\", values = [1, 2] }\nexceptions = 1",
                "change takes each or exceptions, not both");
    }

    private void refuses(String test, String words) {
        assertThatThrownBy(() -> judge(folder, test)).hasMessageContaining(words);
    }
}
