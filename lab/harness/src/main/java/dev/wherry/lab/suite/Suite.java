package dev.wherry.lab.suite;

import dev.wherry.lab.claims.Claim;
import dev.wherry.lab.claims.Claims;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Titles;
import dev.wherry.lab.results.SelfDistance;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A published evaluation, made repeatable: {@code suite.toml} says what to run, {@code published.toml} what the original
 * found and {@code claims.toml} what it concluded. Where there is no original, there are neither.
 */
public record Suite(
        String name,
        String title,
        List<Workload> workloads,
        Map<String, Extent> presets,
        @Nullable Published published,
        List<Claim> claims) {
    record SuiteToml(String title, List<Workload> workloads, Map<String, ObjectNode> presets) {}

    public static Suite read(Path folder) throws IOException {
        String name = folder.getFileName().toString();
        SuiteToml toml = TomlFile.read(folder.resolve("suite.toml"), SuiteToml.class);
        List<Claim> claims = claims(folder, toml.workloads());
        Path original = folder.resolve("published.toml");
        Published published = Files.exists(original) ? published(original, name, sentences(claims)) : null;
        return new Suite(name, toml.title(), toml.workloads(), presets(folder, toml), published, claims);
    }

    /** Reads the figures. In the file a row of a table is one text, with blanks between its figures. */
    private static Published published(Path file, String suite, List<String> sentences) throws IOException {
        ObjectNode toml = TomlFile.tree(file).put("suite", suite);
        sentences.forEach(toml.putArray("sentences")::add);
        for (JsonNode table : toml.path("printed")) {
            if (table.path("rows") instanceof ArrayNode rows) {
                List<String> texts = rows.valueStream().map(JsonNode::asString).toList();
                rows.removeAll();
                texts.forEach(text -> List.of(text.strip().split(" +")).forEach(rows.addArray()::add));
            }
        }
        return TomlFile.record(toml, Published.class, file);
    }

    private static Map<String, Extent> presets(Path folder, SuiteToml toml) throws IOException {
        Map<String, Extent> presets = new LinkedHashMap<>();
        for (Map.Entry<String, ObjectNode> preset : toml.presets().entrySet()) {
            try {
                presets.put(preset.getKey(), Extent.read(preset.getKey(), preset.getValue(), toml.workloads()));
            } catch (IllegalArgumentException mistake) {
                throw new IOException(
                        "%s: preset %s: %s"
                                .formatted(folder.resolve("suite.toml"), preset.getKey(), mistake.getMessage()),
                        mistake);
            }
        }
        return presets;
    }

    private static List<Claim> claims(Path folder, List<Workload> workloads) throws IOException {
        Path file = folder.resolve("claims.toml");
        Map<String, Map<String, List<Long>>> grids = new LinkedHashMap<>();
        workloads.forEach(workload -> grids.put(workload.name(), workload.params()));
        return Files.exists(file) ? Claims.read(file, grids) : List.of();
    }

    /** Returns the sentences of the original, without those that were only read off its tables. */
    private static List<String> sentences(List<Claim> claims) {
        return claims.stream()
                .filter(claim -> claim.source() == null)
                .map(Claim::sentence)
                .distinct()
                .toList();
    }

    /** Returns the results with the publications and conclusions of these suites, each conclusion with its verdict. */
    public static Results judged(Results measured, List<Suite> suites) {
        return measured.with(
                suites.stream().map(Suite::published).filter(Objects::nonNull).toList(),
                suites.stream().flatMap(suite -> suite.judge(measured)).toList(),
                suites.stream()
                        .flatMap(suite -> suite.selfDistance(measured).stream())
                        .toList());
    }

    private Stream<JudgedClaim> judge(Results measured) {
        double resolution =
                selfDistance(measured).map(SelfDistance::medianPercent).orElse(0.0);
        Extent extent = presets.get(measured.preset());
        return claims.stream()
                .map(claim -> claim.judge(
                        name,
                        measured,
                        this::isUsual,
                        cell -> extent == null ? Optional.empty() : calls(cell, extent),
                        resolution));
    }

    private Optional<SelfDistance> selfDistance(Results measured) {
        Set<String> systems = claims.stream().flatMap(Claim::systems).collect(Collectors.toSet());
        return SelfDistance.of(
                name,
                measured.cells(),
                cell -> workload(cell).map(Workload::operation).orElse(""),
                systems::contains);
    }

    private Optional<Workload> workload(Cell cell) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(cell.workload()))
                .findFirst();
    }

    /** Returns how many calls a round of a cell makes by its preset; empty if it does not count them. */
    private Optional<Long> calls(Cell cell, Extent extent) {
        Schedule schedule = extent.schedules().get(cell.mode());
        return schedule == null
                ? Optional.empty()
                : workload(cell).flatMap(workload -> schedule.calls(workload, cell.params()));
    }

    public boolean isUsual(Cell cell) {
        return !cell.suite().equals(name)
                || workloads.stream()
                        .filter(workload -> workload.name().equals(cell.workload()))
                        .allMatch(workload -> workload.isUsual(cell.params()));
    }

    public Titles titles() {
        Map<String, String> own = new LinkedHashMap<>();
        Map<String, String> remarks = new LinkedHashMap<>();
        for (Workload workload : workloads) {
            own.put(workload.name(), workload.title());
            if (workload.remark() != null) {
                remarks.put(workload.name(), workload.remark());
            }
        }
        return new Titles(name, title, own, remarks);
    }

    public boolean knows(String param) {
        return workloads.stream().anyMatch(workload -> workload.params().containsKey(param));
    }
}
