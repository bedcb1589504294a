package dev.wherry.lab.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The file, and those that stand in the tree. */
class ClaimsTest {
    private static final Path SUITES = Path.of("../suites");
    private static final String STEADY = """
        kind = "change"
        is = "alike"
        figure = "mean latency"
        systems = ["a"]
        from = { workload = "w", threads = 1 }
        to = { workload = "w", threads = 2 }
        """;
    private static final Map<String, Map<String, List<Long>>> GRIDS = Map.of("w", Map.of("threads", List.of(1L, 2L)));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"mobility", "latency", "remoting", "ejb", "timing"})
    void speaksOnlyOfWhatTheSuiteHas(String suite) throws IOException {
        assertThat(Suite.read(SUITES.resolve(suite)).claims()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mobility", "latency", "remoting", "ejb", "timing"})
    void speaksOnlyOfSystemsOfTheLab(String suite) throws IOException {
        List<String> systems = Suite.read(SUITES.resolve(suite)).claims().stream()
                .flatMap(claim -> claim.test().sides().stream())
                .map(ClaimedCells::system)
                .distinct()
                .toList();
        assertThat(Peers.read(Path.of("../peers")).names()).containsAll(systems);
    }

    @Test
    void asksOfWhatTakesNoLongerThatItIsNotHigher() throws IOException {
        List<Claim> claims = new ArrayList<>();
        for (String suite : List.of("mobility", "latency", "remoting", "ejb", "timing")) {
            claims.addAll(Suite.read(SUITES.resolve(suite)).claims());
        }
        assertThat(claims)
                .filteredOn(claim -> claim.says().contains("no longer"))
                .hasSize(5)
                .allSatisfy(claim -> assertThat(claim.test().rule())
                        .contains("no higher, or by no more than a system is from itself"));
    }

    @Test
    void takesWhatTheSuiteHas() throws IOException {
        assertThat(Claims.read(Runs.file(folder, STEADY), GRIDS)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "workload = 'w', threads = 1|workload = 'v', threads = 1|there is no workload v; there are: w",
                "threads = 2|threads = 3|w has no threads 3; it has: threads 1, 2",
                "threads = 2|size = 2|w has no size 2; it has: threads 1, 2",
            })
    void refusesWhatTheSuiteHasNot(String right, String wrong, String mistake) throws IOException {
        String test = STEADY.replace(right.replace('\'', '"'), wrong.replace('\'', '"'));
        Path file = Runs.file(folder, test);
        assertThatThrownBy(() -> Claims.read(file, GRIDS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("claims.toml: \"So it is.\": " + mistake);
    }

    @Test
    void refusesALineAlongWhatTheSuiteHasNot() throws IOException {
        Path file = Runs.file(folder, """
            kind = "linear"
            figure = "mean latency"
            system = "a"
            at = { workload = "w" }
            along = "items"
            values = [1, 2, 3, 4]
            unit = "item"
            determination = 0.98
            """);
        assertThatThrownBy(() -> Claims.read(file, GRIDS))
                .hasMessageContaining("w has no items 1, 2, 3, 4; it has: threads 1, 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "systems = [\"a\"]|test.systems is missing",
                "figure = \"mean latency\"|test.figure is missing",
                "to = { workload = \"w\", threads = 2 }|test.to is missing",
            })
    void refusesATestThatLacksSomething(String line, String mistake) throws IOException {
        Path file = Runs.file(folder, STEADY.replace(line, ""));
        assertThatThrownBy(() -> Claims.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(mistake);
    }

    @Test
    void refusesATestOrAFigureThatItDoesNotKnow() throws IOException {
        Path kind = Runs.file(folder, STEADY.replace("\"change\"", "\"stable\""));
        assertThatThrownBy(() -> Claims.read(kind))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stable");
        Path figure = Runs.file(folder, STEADY.replace("mean latency", "speed"));
        assertThatThrownBy(() -> Claims.read(figure))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("speed");
        Path key = Runs.file(folder, STEADY + "within = 5");
        assertThatThrownBy(() -> Claims.read(key))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("within");
    }

    @Test
    void refusesASentenceWithoutClaims() throws IOException {
        Path file = Files.writeString(folder.resolve("claims.toml"), "[[sentences]]\ntext = \"It is so.\"\n");
        assertThatThrownBy(() -> Claims.read(file)).hasMessageContaining("sentences[0].claims is missing");
    }
}
