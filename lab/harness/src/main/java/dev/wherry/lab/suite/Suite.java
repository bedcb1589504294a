package dev.wherry.lab.suite;

import dev.wherry.lab.results.Published;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A published evaluation, made repeatable: {@code suite.toml} says what to run, {@code published.toml} what the original
 * found. Where there is no original, there is no {@code published.toml}.
 *
 * @param name the folder's name
 * @param workloads its studies, in order
 * @param presets by label
 * @param published the original's figures and words; null where it has none
 */
public record Suite(
        String name,
        List<Workload> workloads,
        Map<String, Schedule> presets,
        @Nullable Published published) {

    private record SuiteToml(String title, List<Workload> workloads, Map<String, Schedule> presets) {}

    /** Reads a suite's folder. */
    public static Suite read(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        SuiteToml toml = TomlFile.read(folder.resolve("suite.toml"), SuiteToml.class);
        Path original = folder.resolve("published.toml");
        Published published = Files.exists(original)
                ? TomlFile.read(original, PublishedToml.class).of(name)
                : null;
        return new Suite(name, toml.workloads(), toml.presets(), published);
    }

    /** Whether any of its workloads has this parameter. */
    public boolean knows(String param) {
        return workloads.stream().anyMatch(workload -> workload.params().containsKey(param));
    }
}
