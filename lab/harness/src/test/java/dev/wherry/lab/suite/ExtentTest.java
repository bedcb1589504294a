package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.suite.Schedule.Warming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtentTest {
    private static final String MODES = """
            [presets.quick]
            mode = "corrected"
            systems = ["rmi", "wherry-*"]
            leaveOut = ["ours"]
            instead = { threads = [1], size = [9] }
            [presets.quick.corrected]
            rounds = 5
            seconds = 4.0
            warmUp = "until stable"
            [presets.quick.faithful]
            rounds = 3
            callsPerThread = 100
            warmUp = "none"
            freshClients = true
            instead = { threads = [2] }
            """;

    @TempDir
    Path folder;

    private Extent read(String preset) throws IOException {
        Files.writeString(folder.resolve("suite.toml"), """
                title = "Tiny"
                [[workloads]]
                name = "theirs"
                title = "what the original had"
                operation = "people"
                params = { threads = [1, 2], size = [1, 9] }
                [[workloads]]
                name = "ours"
                title = "what it had not"
                operation = "people"
                ours = true
                params = { threads = [1] }
                """ + preset);
        return Suite.read(folder).presets().get("quick");
    }

    private void assertRefused(String from, String to, String... words) {
        String changed = MODES.replace(from, to);
        assertThat(changed).isNotEqualTo(MODES);
        assertThatThrownBy(() -> read(changed))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("suite.toml")
                .hasMessageContainingAll(words);
    }

    @Test
    void hasAScheduleForEachMode() throws IOException {
        Extent quick = read(MODES);
        assertThat(quick.mode()).isEqualTo("corrected");
        assertThat(quick.leaveOut()).containsExactly("ours");
        assertThat(quick.schedules())
                .isEqualTo(Map.of(
                        "corrected",
                        new Schedule(
                                "corrected",
                                5,
                                4.0,
                                null,
                                null,
                                Warming.UNTIL_STABLE,
                                0,
                                false,
                                false,
                                Map.of("threads", List.of(1L), "size", List.of(9L))),
                        "faithful",
                        new Schedule(
                                "faithful",
                                3,
                                null,
                                null,
                                100L,
                                Warming.NONE,
                                0,
                                false,
                                true,
                                Map.of("threads", List.of(2L), "size", List.of(9L)))));
    }

    @Test
    void hasOneModeWhereItHasNoTables() throws IOException {
        Extent quick = read("[presets.quick]\nmode = \"faithful\"\nrounds = 1\ncalls = 100\nwarmUp = \"none\"\n");
        assertThat(quick.mode()).isEqualTo("faithful");
        assertThat(quick.schedules()).containsOnlyKeys("faithful");
        assertThat(quick.schedules().get("faithful").calls()).isEqualTo(100);
        assertThat(quick.isAbout("anything")).isTrue();
    }

    @Test
    void isAboutTheSystemsThatItNamesAndThoseThatBeginSo() throws IOException {
        Extent quick = read(MODES);
        assertThat(List.of("rmi", "wherry-tcp", "wherry", "rmi-iiop"))
                .filteredOn(quick::isAbout)
                .containsExactly("rmi", "wherry-tcp");
        assertThat(quick.unknown(List.of("rmi", "thrift"))).containsExactly("wherry-*");
    }

    @Test
    void refusesAModeThatThereIsNot() {
        assertRefused(
                "mode = \"corrected\"",
                "mode = \"fair\"",
                "preset quick: mode is fair, and there are: corrected, faithful");
        assertRefused("mode = \"corrected\"\n", "", "preset quick: mode is null, and there are: corrected, faithful");
        assertRefused("[presets.quick.faithful]", "[presets.quick.fair]", "fair");
        assertThatThrownBy(() -> read("[presets.quick]\nmode = \"fair\"\nrounds = 1\ncalls = 1\nwarmUp = \"none\"\n"))
                .hasMessageContaining("mode is fair, and there are: corrected, faithful");
    }

    @Test
    void hasTheModeSmokeInThePresetSmokeAndThereAlone() throws IOException {
        String own = "mode = \"smoke\"\nrounds = 1\ncalls = 100\nwarmUp = \"none\"\n";
        read("[presets.smoke]\n" + own);
        assertThat(Suite.read(folder).presets().get("smoke").schedules()).containsOnlyKeys("smoke");
        assertThatThrownBy(() -> read("[presets.quick]\n" + own))
                .hasMessageContaining("preset quick: mode is smoke, and there are: corrected, faithful");
        assertThatThrownBy(() -> read("[presets.smoke]\n" + own.replace("\"smoke\"", "\"corrected\"")))
                .hasMessageContaining("preset smoke: mode is corrected, and there are: smoke");
        assertRefused(
                "presets.quick", "presets.smoke", "preset smoke: it has one mode, so it has no tables for others");
    }

    @Test
    void refusesAPresetThatMeasuresItselfAndInModes() {
        assertRefused(
                "mode = \"corrected\"",
                "mode = \"corrected\"\nrounds = 3",
                "preset quick: it has tables for its modes, so how it measures stands in these alone, not in rounds");
    }

    @Test
    void refusesWhatItsWorkloadsDoNotHave() {
        assertRefused("[\"ours\"]", "[\"our\"]", "preset quick: it leaves out our, and there are: theirs, ours");
        assertRefused(
                "size = [9]", "bytes = [9]", "preset quick: it has values instead for bytes, which no workload varies");
    }

    @Test
    void refusesARoundWithoutALengthAndOneWithTwo() {
        assertRefused("seconds = 4.0\n", "", "corrected needs seconds, calls or callsPerThread for theirs");
        assertRefused("callsPerThread = 100\n", "", "faithful needs seconds, calls or callsPerThread for theirs");
        assertRefused(
                "seconds = 4.0",
                "seconds = 4.0\ncalls = 1",
                "only one of seconds, calls and callsPerThread can be given");
    }

    @Test
    void refusesWarmUpsAndProcessesThatContradictEachOther() {
        assertRefused("rounds = 5\n", "", "preset quick: schedules.corrected.rounds is missing");
        assertRefused("rounds = 5", "rounds = 0", "at least 1 round is needed");
        assertRefused("rounds = 5", "rounds = 1001", "rounds = 1001, and at most 1,000 are possible");
        assertRefused("warmUp = \"until stable\"", "warmUp = \"calls\"", "warmUpCalls goes with warmUp = \"calls\"");
        assertRefused("warmUp = \"none\"", "warmUp = \"same again\"", "freshClients goes with warmUp = \"none\"");
    }

    @Test
    void needsNoLengthWhereTheWorkloadsCountTheirCalls() throws IOException {
        assertThatThrownBy(() -> read(MODES.replace("callsPerThread = 100\n", "")))
                .hasMessageContaining("theirs");
        Files.writeString(folder.resolve("suite.toml"), """
                title = "Tiny"
                [[workloads]]
                name = "loops"
                title = "loops"
                operation = "people"
                params = { calls = [10, 20] }
                [[workloads]]
                name = "ours"
                title = "ours"
                operation = "people"
                ours = true
                params = { threads = [1] }
                [presets.quick]
                mode = "faithful"
                [presets.quick.faithful]
                rounds = 3
                warmUp = "none"
                """);
        Schedule faithful =
                Suite.read(folder).presets().get("quick").schedules().get("faithful");
        assertThat(faithful.seconds()).isNull();
        assertThat(faithful.calls()).isNull();
    }
}
