package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        .hasMessageContaining("suite.toml: a suite needs title, workloads and presets"));
    }
}
