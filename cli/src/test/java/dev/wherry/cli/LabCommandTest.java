package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.FolderLock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(300)
class LabCommandTest {
    private static final Path SAMPLE = Path.of("../lab/harness/src/test/resources/dev/wherry/lab/results/sample.json");

    @Test
    void listsSuitesAndSystems() {
        Ran ran = Ran.wherry("lab", "list");

        assertThat(ran.out()).contains("mobility", "latency", "wherry-tcp", "rmi");
        assertThat(ran.status()).isZero();
    }

    @Test
    void listsThemAsJson() {
        JsonNode listing =
                JsonMapper.shared().readTree(Ran.wherry("lab", "list", "--json").out());

        assertThat(listing.get("suites").size()).isPositive();
        assertThat(listing.get("systems").findValuesAsString("name")).contains("rmi", "wherry-tcp", "wherry-unix");
        assertThat(listing.get("systems").get(0).propertyNames()).contains("status", "reason", "install");
    }

    @Test
    void writesTheReportOfARun(@TempDir Path folder) {
        Path report = folder.resolve("page.html");

        Ran ran = Ran.wherry("lab", "report", SAMPLE.toString(), "--out", report.toString());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("mobility", "report: " + report);
        assertThat(report).content().contains("<html");
    }

    @Test
    void writesOneReportOfSeveralRuns(@TempDir Path folder) throws Exception {
        String sample = Files.readString(SAMPLE);
        Path other = Files.writeString(
                folder.resolve("other.json"),
                sample.replace("\"mobility\"", "\"timing\"").replace("\"latency\"", "\"ejb\""));
        Path report = folder.resolve("page.html");

        Ran ran = Ran.wherry("lab", "report", SAMPLE.toString(), other.toString(), "--out", report.toString());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("mobility: ", "timing: ", "report: " + report);
        assertThat(report).content().contains("Run in 2 parts");
    }

    @Test
    void doesNotWriteAReportOverItsResults(@TempDir Path folder) throws Exception {
        Path results = Files.copy(SAMPLE, folder.resolve("results.json"));

        Ran over = Ran.wherry("lab", "report", folder.toString(), "--out", results.toString());

        assertThat(over.status()).isEqualTo(2);
        assertThat(over.err()).contains("--out " + results + " would replace the results");
        assertThat(results).hasSameTextualContentAs(SAMPLE);
    }

    @Test
    void refusesRunsThatMakeNoReportTogether(@TempDir Path folder) throws Exception {
        Ran nowhere = Ran.wherry("lab", "report", SAMPLE.toString(), SAMPLE.toString());
        assertThat(nowhere.status()).isEqualTo(2);
        assertThat(nowhere.err()).contains("--out");

        String report = folder.resolve("page.html").toString();
        Ran twice = Ran.wherry("lab", "report", SAMPLE.toString(), SAMPLE.toString(), "--out", report);
        assertThat(twice.status()).isEqualTo(2);
        assertThat(twice.err())
                .contains("Two of the runs have the suite mobility, placement free")
                .hasLineCount(1);
        assertThat(folder.resolve("page.html")).doesNotExist();
    }

    @Test
    void saysWhatIsNoResult(@TempDir Path folder) throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.json"), "{}");

        assertThat(Ran.wherry("lab", "report", bad.toString()).status()).isEqualTo(2);
        assertThat(Ran.wherry("lab", "report", bad.toString()).err())
                .startsWith("wherry: " + bad + " has results schema null")
                .hasLineCount(1);
        assertThat(Ran.wherry("lab", "report", folder.resolve("none.json").toString())
                        .status())
                .isEqualTo(4);
    }

    @Test
    void comparesTwoRuns(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("results.json"), Files.readString(SAMPLE).replace("2026-01-02T", "2026-01-03T"));

        Ran ran = Ran.wherry("lab", "compare", SAMPLE.toString(), folder.toString());
        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("A: " + SAMPLE, "B: " + folder.resolve("results.json"), "Compare with care")
                .contains("no difference (1.00×)");
        JsonNode json = JsonMapper.shared()
                .readTree(Ran.wherry("lab", "compare", SAMPLE.toString(), folder.toString(), "--json")
                        .line());
        assertThat(json.at("/cells/0/figures/0/difference/found").asBoolean(true))
                .isFalse();
    }

    @Test
    void saysOfTwoRunsThatTheyHaveNothingInCommon(@TempDir Path folder) throws Exception {
        Path other = folder.resolve("other.json");
        Files.writeString(
                other,
                Files.readString(SAMPLE)
                        .replace("rmi\"", "irm\"")
                        .replace("raw-socket\"", "socket\"")
                        .replace("floor-tcp\"", "floor\""));

        Ran ran = Ran.wherry("lab", "compare", SAMPLE.toString(), other.toString());
        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.out()).contains("No cell was measured in both", "measured in A only");
        assertThat(Ran.wherry("lab", "compare", SAMPLE.toString(), "none.json").status())
                .isEqualTo(4);
        assertThat(Ran.wherry("lab", "compare", SAMPLE.toString()).status()).isEqualTo(2);
    }

    @Test
    void exportsForOtherPrograms(@TempDir Path folder) {
        Ran csv = Ran.wherry("lab", "export", SAMPLE.toString(), "--format", "csv");
        assertThat(csv.status()).as(csv.err()).isZero();
        assertThat(csv.out()).startsWith("suite,workload,system,");

        Path file = folder.resolve("verdicts.json");
        Ran kept = Ran.wherry("lab", "export", SAMPLE.toString(), "--format", "verdicts", "--out", file.toString());
        assertThat(kept.status()).as(kept.err()).isZero();
        assertThat(kept.out()).isEmpty();
        assertThat(file).content().startsWith("{\n\"preset\": ").contains("\"claims\": [");
        assertThat(Ran.wherry("lab", "export", SAMPLE.toString(), "--format", "xml")
                        .err())
                .contains("csv", "verdicts");
        assertThat(Ran.wherry("lab", "export", SAMPLE.toString()).status()).isEqualTo(2);
    }

    @Test
    void judgesARunByTheSuitesOfTheCheckout(@TempDir Path folder) throws Exception {
        Path file = Files.copy(SAMPLE, folder.resolve("results.json"));
        JsonNode before = JsonMapper.shared().readTree(SAMPLE);
        assertThat(before.path("claims").isEmpty()).isTrue();

        Ran ran = Ran.wherry("lab", "report", folder.toString());

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("mobility, conclusions of its original: ", "not testable");
        assertThat(folder.resolve("report.html")).content().contains("not testable");
        assertThat(file).hasSameTextualContentAs(SAMPLE);

        Files.writeString(file, Files.readString(SAMPLE).replace("\"mobility\"", "\"nonesuch\""));
        Ran unknown = Ran.wherry("lab", "report", file.toString());
        assertThat(unknown.status()).isZero();
        assertThat(unknown.out()).doesNotContain("nonesuch, conclusions");
    }

    @Test
    void doesNotBeginWhereAnotherRunIsGoingOn(@TempDir Path root) throws Exception {
        Path folder = root.resolve("out");
        try (FolderLock _ = FolderLock.of(folder)) {
            Ran second = Ran.wherry("lab", "run", "--suite", "mobility", "--out", folder.toString());
            assertThat(second.status()).isEqualTo(2);
            assertThat(second.err()).contains("Another run has " + folder + " for its results now");
        }
        Path below = folder.resolve("below/it");
        Ran refused = Ran.wherry("lab", "run", "--suite", "nonesuch", "--out", below.toString());
        assertThat(refused.err()).contains("Unknown suite nonesuch");
        assertThat(folder).as("nothing was put there").doesNotExist();
    }

    @Test
    void doesNotBeginWhereResultsCannotGo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "mine");
        Ran ran = Ran.wherry("lab", "run", "--suite", "mobility", "--out", file.toString());
        assertThat(ran.status()).isEqualTo(2);
        assertThat(ran.err()).contains("Not a directory: " + file + ". Results are several files");
        assertThat(file).hasContent("mine");

        Ran below = Ran.wherry("lab", "run", "--suite", "mobility", "--out", file + "/results");
        assertThat(below.status()).isEqualTo(2);
        assertThat(below.err()).contains("Not a directory: " + file + ". Results are several files");
    }

    @Test
    void leavesNoFolderOfARunThatIsRefused(@TempDir Path folder) {
        Path results = folder.resolve("results");
        assertThat(Ran.wherry("lab", "run", "--suite", "none", "--out", results.toString())
                        .status())
                .isEqualTo(2);
        assertThat(results).doesNotExist();
    }

    @Test
    void refusesAPlanThatCannotBeCarriedOut() {
        assertThat(Ran.wherry("lab", "run").status()).isEqualTo(2);
        assertThat(Ran.wherry("lab", "run", "--suite", "none").err()).contains("Unknown suite none; known: ");
        Ran endless = Ran.wherry("lab", "run", "--suite", "mobility", "--rounds", "1001");
        assertThat(endless.status()).isEqualTo(2);
        assertThat(endless.err()).contains("1,001 rounds were asked for; there must be at least 1, and at most 1,000");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--system", "none")
                        .err())
                .contains("Unknown system none; known: ");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--preset", "none")
                        .err())
                .contains("Presets: smoke, quick, full");
        Ran placed = Ran.wherry("lab", "run", "--suite", "mobility", "--placement", "nowhere");
        assertThat(placed.err())
                .startsWith("wherry: Unknown placement 'nowhere'. Placements: free, same-core, cross-core, veth\n"
                        + "'wherry lab");
        assertThat(placed.status()).isEqualTo(2);
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--mode", "fair")
                        .err())
                .contains("The preset quick of the suite mobility has no mode fair; it has corrected, faithful");
        assertThat(Ran.wherry("lab", "run", "--suite", "start", "--preset", "full", "--mode", "faithful")
                        .err())
                .contains("The preset full of the suite start has no mode faithful; it has corrected");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--system", "all,rmi")
                        .err())
                .contains("all stands for every system, so it stands alone");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--baseline", "none")
                        .err())
                .contains("Unknown system none; known: ");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--param", "threads=some")
                        .err())
                .contains("'some' is not a whole number; write threads=1,16");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--system", "rmi", "--baseline", "other")
                        .status())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "--suite, SUITE",
        "--system, SYSTEM",
        "--baseline, SYSTEM",
        "--workload, WORKLOAD",
        "--out, DIR",
        "--param, NAME=VALUES"
    })
    void refusesAnEmptyName(String option, String label) {
        Ran ran = Ran.wherry("lab", "run", "--suite", "ejb", option, "");
        assertThat(ran.err()).startsWith("wherry: Empty value for %s: write %s %s".formatted(option, option, label));
        assertThat(ran.status()).isEqualTo(2);
    }

    @Test
    void refusesServersOnAnotherHostThatItCannotPlace() {
        Ran placed =
                Ran.wherry("lab", "run", "--suite", "ejb", "--server-prefix", "ssh example.org", "--placement", "veth");
        assertThat(placed.err()).contains("The placement veth is about one host");
        assertThat(placed.status()).isEqualTo(2);
        Ran alone = Ran.wherry("lab", "run", "--suite", "ejb", "--server-address", "10.0.0.2");
        assertThat(alone.err()).contains("--server-address requires --server-prefix");
        assertThat(alone.status()).isEqualTo(2);
    }

    @Test
    void saysWhatIsWrongWithASuiteBeforeItMeasures(@TempDir Path folder) throws Exception {
        Path suite = Files.createDirectories(folder.resolve("lab/suites/tiny"));
        Files.createDirectories(folder.resolve("lab/peers"));
        Files.writeString(suite.resolve("suite.toml"), "title = \"Tiny\"\nworkloads = []\npresets = {}\n");
        Path published = Files.createFile(suite.resolve("published.toml"));

        Ran ran = Ran.wherry("lab", "run", "--root", folder.toString(), "--suite", "tiny");

        assertThat(ran.err()).isEqualTo("wherry: %s: title is missing%n".formatted(published));
        assertThat(ran.status()).isEqualTo(2);
    }

    @Test
    void saysWhereItCannotWrite(@TempDir Path folder) {
        Ran ran = Ran.wherry(
                "lab",
                "export",
                SAMPLE.toString(),
                "--format",
                "csv",
                "--out",
                folder.resolve("none/it.csv").toString());

        assertThat(ran.err())
                .isEqualTo("wherry: No such file or directory: %s%n".formatted(folder.resolve("none/it.csv")));
        assertThat(ran.status()).isEqualTo(4);
    }

    @Test
    void saysWhereItLookedForTheLab(@TempDir Path folder) {
        Ran ran = Ran.wherry("lab", "list", "--root", folder.toString());

        assertThat(ran.status()).isEqualTo(4);
        assertThat(ran.err()).contains(folder.toString(), "--root");
    }

    @Test
    @Tag("long")
    void runsASystem(@TempDir Path folder) {
        Ran ran = Ran.wherry(
                "lab",
                "run",
                "--suite",
                "mobility",
                "--system",
                "wherry-tcp",
                "--preset",
                "smoke",
                "--param",
                "threads=1",
                "--param",
                "size=1",
                "--out",
                folder.toString());

        assertThat(ran.status()).as(ran.err()).isZero();
        assertThat(folder.resolve("results.json")).isNotEmptyFile();
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }
}
