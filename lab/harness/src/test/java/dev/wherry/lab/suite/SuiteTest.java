package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteTest {
    private static final String WHOLE = """
            title = "Tiny"
            workloads = [{ name = "w", title = "One call", operation = "people", params = { threads = [1] } }]
            presets = {}
            """;

    @TempDir
    Path folder;

    private Suite read(String toml) throws IOException {
        Files.writeString(folder.resolve("suite.toml"), toml);
        return Suite.read(folder);
    }

    @Test
    void tellsWhatItAndItsWorkloadsAreCalled() throws IOException {
        assertThat(read(WHOLE).titles().title()).isEqualTo("Tiny");
        assertThat(read(WHOLE).titles().workloads()).isEqualTo(Map.of("w", "One call"));
    }

    @Test
    void isRefusedWithoutOneOfItsParts() {
        WHOLE.lines()
                .forEach(line -> assertThatThrownBy(() -> read(WHOLE.replace(line, "")))
                        .isInstanceOf(IOException.class)
                        .hasMessageEndingWith("suite.toml: %s is missing", line.split(" ")[0]));
    }

    private static final String PUBLISHED = """
            title = "Tiny, as published"
            source = "nowhere"
            machine = "none"
            method = "none"
            notes = []
            """;

    @Test
    void isRefusedWithAnOriginalThatLacksSomething() throws IOException {
        Path original = folder.resolve("published.toml");
        for (String field : List.of("title", "source", "machine", "method", "notes")) {
            Files.writeString(original, PUBLISHED.replaceFirst("(?m)^" + field + " = .*\n", ""));
            assertThatThrownBy(() -> read(WHOLE))
                    .isInstanceOf(IOException.class)
                    .hasMessage("%s: %s is missing", original, field);
        }
        Files.writeString(original, PUBLISHED + "printed = [{ title = \"First\" }]");
        assertThatThrownBy(() -> read(WHOLE)).hasMessage(original + ": printed[0].unit is missing");
    }

    @Test
    void isRefusedWithATableThatIsNotWhole() throws IOException {
        Path original = folder.resolve("published.toml");
        String table = """
                [[printed]]
                title = "T"
                unit = "calls/s per caller"
                down = "threads"
                per = "caller"
                columns = [{ heading = "RMI", workload = "w" }]
                rows = ["1 10", "2 20"]
                """;
        Files.writeString(original, PUBLISHED + table.replace("2 20", "2"));
        assertThatThrownBy(() -> read(WHOLE))
                .isInstanceOf(IOException.class)
                .hasMessage(original + ": T: the row 2 has 0 figures for 1 columns");
        Files.writeString(original, PUBLISHED + table.replace("\"caller\"", "\"thread\""));
        assertThatThrownBy(() -> read(WHOLE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("printed[0].per: one of: call, run, caller, latency is needed");
    }
}
