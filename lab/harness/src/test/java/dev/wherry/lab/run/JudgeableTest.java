package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.SampleRound;
import dev.wherry.lab.results.SampleRun;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many of the originals' conclusions a preset can judge where every system is here and all goes well. */
class JudgeableTest {
    private static final Path LAB = Path.of("..");
    private static final String LOCAL = "free";
    private static final String APART = "veth";

    private final Peers peers;

    JudgeableTest() throws IOException {
        peers = Peers.read(LAB.resolve("peers"));
    }

    @ParameterizedTest
    @CsvSource({
        "mobility, 17, 16, 15",
        "latency,  20,  7,  7",
        "remoting, 19, 13, 18",
        "ejb,      15, 10, 14",
        "timing,   28, 25, 26",
    })
    void judgesSoMany(String suite, int all, int quick, int full) throws IOException {
        assertThat(judged(suite, Preset.QUICK, null, LOCAL)).hasSize(all);
        assertThat(tested(judged(suite, Preset.QUICK, null, LOCAL)))
                .as("quick, as it usually is")
                .isEqualTo(quick);
        assertThat(tested(judged(suite, Preset.FULL, null, LOCAL)))
                .as("full, as it usually is")
                .isEqualTo(full);
        assertThat(Files.readString(LAB.resolve("METHODOLOGY.md")))
                .contains("| `%s` | %d | %d | %d |".formatted(suite, all, quick, full));
    }

    @Test
    void judgesOtherConclusionsWhereTheEndsAreApart() throws IOException {
        List<JudgedClaim> apart = judged("latency", Preset.QUICK, null, APART);
        assertThat(apart)
                .filteredOn(claim -> claim.verdict() != Outcome.NOT_TESTABLE)
                .extracting(JudgedClaim::says)
                .containsExactly(
                        "Between two hosts TAO is faster than Ice and Java RMI.",
                        "Between two hosts Ice is close to TAO.",
                        "Between two hosts Java RMI is close to TAO.",
                        "Between two hosts Wherry over DDS is slower than TAO.",
                        "Between two hosts requests and replies on Cyclone DDS are slower than TAO.");
        assertThat(apart).first().satisfies(claim -> assertThat(claim.today()).contains("leave out --placement veth"));
        assertThat(judged("latency", Preset.QUICK, null, LOCAL))
                .filteredOn(claim -> claim.says().startsWith("Between two hosts TAO"))
                .singleElement()
                .satisfies(claim -> assertThat(claim.today()).contains("--server-prefix", "--placement veth"));
    }

    @Test
    void saysHowToGetWhatIsLacking() throws IOException {
        List<JudgedClaim> all = new ArrayList<>();
        for (String suite : List.of("mobility", "latency", "remoting", "ejb", "timing")) {
            for (Preset preset : List.of(Preset.QUICK, Preset.FULL)) {
                all.addAll(judged(suite, preset, null, LOCAL));
            }
        }
        assertThat(all)
                .filteredOn(claim -> claim.verdict() == Outcome.NOT_TESTABLE && claim.rule() != null)
                .isNotEmpty()
                .allSatisfy(claim -> assertThat(claim.today()).contains("--").hasSizeLessThan(250));
    }

    private static int tested(List<JudgedClaim> claims) {
        return (int) claims.stream()
                .filter(claim -> claim.verdict() != Outcome.NOT_TESTABLE)
                .count();
    }

    private List<JudgedClaim> judged(String name, Preset preset, @Nullable String mode, String placement)
            throws IOException {
        Suite suite = Suite.read(LAB.resolve("suites").resolve(name));
        RunPlan plan = new RunPlan(
                List.of(name), List.of(), List.of(), preset, mode, null, null, Map.of(), Placement.FREE, 20, null);
        Selection selection = Selection.of(plan, suite, peers);
        List<Cell> cells = GridRun.points(selection).stream()
                .flatMap(point -> peers.sound().values().stream()
                        .filter(peer -> peer.doesNotRun() == null && selection.includes(peer.name()))
                        .map(peer -> cell(point, peer, placement)))
                .toList();
        List<LeftOut> leftOut = selection.leftOut().stream().toList();
        Machine machine = new Machine("a processor", 2, "a kernel", "25", "cubic", 0.1, Instant.EPOCH, null, null);
        Results results = Changed.of(
                SampleRun.of(preset.label(), null, machine, cells, List.of(), List.of()), Map.of("leftOut", leftOut));
        return suite.claims().stream()
                .map(claim -> claim.judge(name, results, suite::isUsual, _ -> Optional.empty(), 0))
                .toList();
    }

    private static Cell cell(Point point, Peer peer, String placement) {
        boolean offered =
                point.work(peer).isPresent() && peer.refusal(point.params()).isEmpty();
        return new Cell(
                point.suite().name(),
                point.workload().name(),
                peer.name(),
                peer.title(),
                null,
                point.params(),
                "tcp",
                "java",
                placement,
                point.schedule().mode(),
                Map.of(),
                List.of(),
                offered ? Verdict.MEASURED : Verdict.NOT_OFFERED,
                offered ? null : "it offers nothing of the kind",
                null,
                offered
                        ? IntStream.rangeClosed(1, 3)
                                .mapToObj(JudgeableTest::round)
                                .toList()
                        : List.of(),
                List.of());
    }

    private static Round round(int number) {
        return SampleRound.of(number, 1, number)
                .rate(number, number)
                .each(number)
                .cpu(1L)
                .allocated(1)
                .classes(1L)
                .made();
    }
}
