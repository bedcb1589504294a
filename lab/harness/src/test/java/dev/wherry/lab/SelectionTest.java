package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of a suite that runs, and the systems that it runs on, with real processes. */
class SelectionTest {
    private static final String SUITE = """
            title = "%1$s"
            [[workloads]]
            name = "%1$s-theirs"
            title = "what the original had"
            operation = "people"
            params = { threads = [1], size = [1] }
            [[workloads]]
            name = "%1$s-ours"
            title = "what it had not"
            operation = "people"
            ours = true
            params = { threads = [2], size = [1] }
            [presets.full]
            mode = "faithful"
            systems = [%2$s]
            leaveOut = [%3$s]
            [presets.full.faithful]
            rounds = 2
            calls = 5
            warmUp = "none"
            freshClients = true
            [presets.full.corrected]
            rounds = 1
            calls = 6
            warmUp = "none"
            """;

    @TempDir
    Path root;

    private LabFolder folder;

    @BeforeEach
    void prepare() throws IOException {
        folder = new LabFolder(root).with("good", "echoes-twice");
        suite("one", "\"good\"", "");
        suite("two", "\"echoes-*\"", "\"two-theirs\"");
    }

    private void suite(String name, String systems, String leaveOut) throws IOException {
        Path suite = Files.createDirectories(root.resolve("lab/suites").resolve(name));
        Files.writeString(suite.resolve("suite.toml"), SUITE.formatted(name, systems, leaveOut));
    }

    private static RunPlan plan(
            List<String> suites,
            List<String> workloads,
            List<String> systems,
            @Nullable String mode,
            @Nullable String baseline) {
        return new RunPlan(
                suites,
                workloads,
                systems,
                Preset.FULL,
                mode,
                baseline,
                null,
                Map.of(),
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS,
                null);
    }

    private static RunPlan with(Preset preset, String suite, @Nullable String mode, Map<String, List<Long>> params) {
        return new RunPlan(
                List.of(suite),
                List.of(),
                List.of("good"),
                preset,
                mode,
                null,
                null,
                params,
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS,
                null);
    }

    private Results run(RunPlan plan) throws IOException, InterruptedException {
        return folder.open().run(plan, new Recorder());
    }

    private static List<String> cells(Results results) {
        return results.cells().stream()
                .map(cell -> "%s %s %s".formatted(cell.workload(), cell.system(), cell.mode()))
                .toList();
    }

    @Test
    void runsEachSuiteOnTheSystemsThatItNames() throws Exception {
        Results results = run(plan(List.of("one", "two"), List.of(), List.of(), "corrected", null));
        assertThat(cells(results))
                .containsExactly(
                        "one-theirs good corrected", "one-ours good corrected", "two-ours echoes-twice corrected");
        assertThat(results.leftOut())
                .containsExactly(
                        new LeftOut("one", List.of("echoes-twice"), List.of()),
                        new LeftOut("two", List.of("good"), List.of("two-theirs")));
    }

    @Test
    void doesNotAskThoseThatOfferNothingOfTheSuiteUnlessTheyAreNamed() throws Exception {
        folder.peer("echoes-octets", "good", "operations = [\"octets\"]\n");
        Results results = run(plan(List.of("two"), List.of(), List.of(), "corrected", null));
        assertThat(cells(results)).containsExactly("two-ours echoes-twice corrected");
        assertThat(results.leftOut()).containsExactly(new LeftOut("two", List.of("good"), List.of("two-theirs")));
        assertThat(run(plan(List.of("two"), List.of(), List.of("echoes-octets"), "corrected", null))
                        .cells())
                .extracting(Cell::verdict)
                .containsExactly(Verdict.NOT_OFFERED);
    }

    @Test
    void runsOnAllAndOnThoseThatAreNamedWhateverTheSuiteNames() throws Exception {
        Results all = run(plan(List.of("one"), List.of("one-theirs"), List.of("all"), null, null));
        assertThat(all.cells()).extracting(Cell::system).containsExactly("echoes-twice", "good");
        assertThat(all.leftOut()).isEmpty();
        Results named = run(plan(List.of("one"), List.of("one-theirs"), List.of("echoes-twice"), null, null));
        assertThat(named.cells()).extracting(Cell::system).containsExactly("echoes-twice");
        assertThat(named.leftOut()).isEmpty();
    }

    @Test
    void takesWhatIsNamedTwiceAsNamedOnce() throws Exception {
        RunPlan twice =
                plan(List.of("one", "one"), List.of("one-theirs", "one-theirs"), List.of("good", "good"), null, "good");
        assertThat(cells(run(twice))).containsExactly("one-theirs good faithful");
    }

    @Test
    void runsTheBaselineBesideThoseThatTheSuiteNames() throws Exception {
        Results results = run(plan(List.of("one"), List.of("one-theirs"), List.of(), null, "echoes-twice"));
        assertThat(results.cells()).extracting(Cell::system).containsExactly("echoes-twice", "good");
        assertThatThrownBy(() -> run(plan(List.of("one"), List.of(), List.of(), null, "god")))
                .hasMessage("Unknown system god; known: echoes-twice, good");
    }

    @Test
    void runsWhatIsLeftOutWhereItIsNamed() throws Exception {
        assertThat(cells(run(plan(List.of("two"), List.of("two-theirs"), List.of(), "corrected", null))))
                .containsExactly("two-theirs echoes-twice corrected");
    }

    @Test
    void isFaithfulOnlyToWhatTheOriginalHad() throws Exception {
        assertThat(cells(run(plan(List.of("one"), List.of(), List.of(), null, null))))
                .containsExactly("one-theirs good faithful");
        assertThatThrownBy(() -> run(plan(List.of("one"), List.of("one-ours"), List.of(), null, null)))
                .isInstanceOf(LabException.class)
                .hasMessage("The original had no one-ours, so there is no faithful run of it; add --mode corrected");
    }

    @Test
    void hasNewClientsForEachRoundOfOneServerThatWasCold() throws Exception {
        Results results = runCountingStarts(null);
        assertThat(results.cells().getFirst().rounds())
                .as(results.cells().getFirst().reason())
                .hasSize(2);
        assertThat(Files.readAllLines(root.resolve("starts")))
                .as("those whose answers are checked, and those that are timed")
                .containsExactly("server", "client", "server", "client", "client");
    }

    @Test
    void keepsThePairThatWasColdWhereNothingElseIsAskedFor() throws Exception {
        assertThat(runCountingStarts("corrected").cells()).hasSize(2);
        assertThat(Files.readAllLines(root.resolve("starts")))
                .as("of two cells")
                .containsExactly("server", "client", "server", "client", "server", "client");
    }

    private Results runCountingStarts(@Nullable String mode) throws Exception {
        Path toml = root.resolve("lab/peers/good/peer.toml");
        String counting = "\"sh\", \"-c\", \"echo %s >> " + root + "/starts; exec \\\"$@\\\"\", \"-\", ";
        Files.writeString(
                toml,
                Files.readString(toml)
                        .replaceFirst("(?m)^server = \\[", "server = [" + escaped(counting.formatted("server")))
                        .replaceFirst("(?m)^client = \\[", "client = [" + escaped(counting.formatted("client"))));
        return run(plan(List.of("one"), List.of(), List.of(), mode, null));
    }

    private static String escaped(String text) {
        return Matcher.quoteReplacement(text);
    }

    @Test
    void refusesAModeThatThePresetHasNot() {
        assertThatThrownBy(() -> run(plan(List.of("one"), List.of(), List.of(), "fair", null)))
                .isInstanceOf(LabException.class)
                .hasMessage("The preset full of the suite one has no mode fair; it has corrected, faithful");
        RunPlan smoke = new RunPlan(
                List.of("tiny"),
                List.of(),
                List.of(),
                Preset.SMOKE,
                "faithful",
                null,
                null,
                Map.of(),
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS,
                null);
        assertThatThrownBy(() -> run(smoke))
                .hasMessage("The preset smoke of the suite tiny has no mode faithful; it has smoke");
    }

    @Test
    void refusesASystemThatTheSuiteNamesAndNobodyHas() throws Exception {
        suite("one", "\"good\", \"best\", \"wherry*\"", "");
        assertThatThrownBy(() -> run(plan(List.of("one"), List.of(), List.of(), null, null)))
                .isInstanceOf(LabException.class)
                .hasMessage("The preset full of the suite one names best, wherry*, and there are: echoes-twice, good");
    }

    @Test
    void refusesAllAmongOthers() {
        assertThatThrownBy(() -> plan(List.of("one"), List.of(), List.of("all", "good"), null, null))
                .isInstanceOf(LabException.class)
                .hasMessage("all stands for every system, so it stands alone: all, good");
    }

    private static Map<String, List<Long>> calls(Long... values) {
        return Map.of("calls", List.of(values));
    }

    @Test
    void refusesANumberOfCallsWhereNoneIsCounted() {
        assertThatThrownBy(() -> run(with(Preset.FULL, "tiny", "corrected", calls(7L))))
                .isInstanceOf(LabException.class)
                .hasMessage(
                        "The preset full of the suite tiny counts no calls in the mode corrected, its rounds last so many"
                                + " seconds; add --mode faithful");
        assertThatThrownBy(() -> run(with(Preset.QUICK, "tiny", null, calls(7L, 8L))))
                .hasMessageEndingWith("; leave calls=7,8 away");
    }

    @Test
    void refusesNumbersOfCallsThatNobodyCanMake() {
        assertThatThrownBy(() -> run(with(Preset.SMOKE, "tiny", null, calls(7L, 8L))))
                .hasMessage(
                        "No workload of the suite tiny varies its calls, so they can have one value, not calls=7,8");
        for (long number : new long[] {-1, 0, 1_000_000_001}) {
            assertThatThrownBy(() -> run(with(Preset.SMOKE, "tiny", null, calls(number))))
                    .isInstanceOf(LabException.class)
                    .hasMessage("calls takes 1 to 1,000,000,000, not %,d".formatted(number));
        }
    }

    @Test
    void judgesWhatWasMeasuredWithTheUsualValueAlone() throws Exception {
        Path suite = root.resolve("lab/suites/tiny/suite.toml");
        Files.writeString(
                suite,
                Files.readString(suite)
                        .replace("size = [1] }", "size = [1] }\ntakes = { size = { least = 1, most = 9 } }"));
        Map<String, List<Long>> nine = Map.of("size", List.of(9L));
        Results results = run(with(Preset.FULL, "tiny", "faithful", nine));
        assertThat(results.cells())
                .hasSize(2)
                .allSatisfy(cell -> assertThat(cell.params()).containsEntry("size", 9L));
        assertThat(results.claims().getFirst().today())
                .contains("good", "measured with other values than the original's");
        assertThatThrownBy(() -> run(with(Preset.FULL, "tiny", "faithful", Map.of("size", List.of(9L, 10L)))))
                .isInstanceOf(LabException.class)
                .hasMessage("people-by-threads takes 1 to 9 as size, and 10 were asked for");
    }
}
