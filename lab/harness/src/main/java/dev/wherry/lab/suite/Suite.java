package dev.wherry.lab.suite;

import dev.wherry.lab.results.Published;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A published evaluation, made repeatable: {@code suite.toml} says what to run, {@code published.toml} what the original
 * found.
 *
 * @param name the folder's name
 * @param workloads its studies, in order
 * @param presets by label
 * @param published the original's figures and words
 */
public record Suite(String name, List<Workload> workloads, Map<String, Schedule> presets, Published published) {

    private record SuiteToml(String title, List<Workload> workloads, Map<String, Schedule> presets) {}

    /** Reads a suite's folder. */
    public static Suite read(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        SuiteToml toml = TomlFile.read(folder.resolve("suite.toml"), SuiteToml.class);
        PublishedToml published = TomlFile.read(folder.resolve("published.toml"), PublishedToml.class);
        return new Suite(name, toml.workloads(), toml.presets(), published.of(name));
    }

    /** Whether any of its workloads has this parameter. */
    public boolean knows(String param) {
        return workloads.stream().anyMatch(workload -> workload.params().containsKey(param));
    }
}
