package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Claim.EndsPlacement;
import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the conclusions of an evaluation from its {@code claims.toml}: sentences, each with its claims. */
public final class Claims {
    /** The layout of the file. The placement of a claim overrides that of the file. */
    record ClaimsToml(@Nullable EndsPlacement placement, List<Sentence> sentences) {}

    record Sentence(String text, @Nullable String source, List<Part> claims) {}

    record Part(
            String says,
            @Nullable String published,
            @Nullable String reading,
            @Nullable String fact,
            @Nullable EndsPlacement placement,
            Test test) {}

    private Claims() {}

    /**
     * Reads a file.
     *
     * @param grids the suite's workloads by name, each parameter with its values
     * @throws IOException when the file cannot be read or names what the suite does not have
     */
    public static List<Claim> read(Path file, Map<String, Map<String, List<Long>>> grids) throws IOException {
        List<Claim> claims = read(file);
        for (Claim claim : claims) {
            for (ClaimedCells side : claim.test().sides()) {
                refuse(file, claim.says(), mistake(claim.test(), side.at(), grids));
            }
        }
        return claims;
    }

    /** Reads a file whose workloads may be missing from the suite. */
    static List<Claim> read(Path file) throws IOException {
        List<Claim> claims = new ArrayList<>();
        ClaimsToml toml = TomlFile.read(file, ClaimsToml.class);
        for (Sentence sentence : toml.sentences()) {
            refuse(file, sentence.text(), sentence.claims().isEmpty() ? "the sentence needs claims" : "");
            for (Part part : sentence.claims()) {
                Test test = part.test();
                String kind = test.getClass().getSimpleName().toLowerCase(Locale.ROOT);
                refuse(file, part.says(), test.fault().isEmpty() ? "" : kind + " " + test.fault());
                claims.add(new Claim(
                        sentence.text().strip(),
                        sentence.source(),
                        part.says(),
                        part.published(),
                        part.reading(),
                        Objects.requireNonNullElse(part.fact(), part.says()),
                        part.placement() == null ? toml.placement() : part.placement(),
                        test));
            }
        }
        return claims;
    }

    private static void refuse(Path file, String where, String mistake) throws IOException {
        if (!mistake.isEmpty()) {
            throw new IOException("%s: \"%s\": %s".formatted(file, where, mistake));
        }
    }

    private static String mistake(Test test, Where at, Map<String, Map<String, List<Long>>> grids) {
        Map<String, List<Long>> grid = grids.get(at.workload());
        if (grid == null) {
            return "there is no workload %s; there are: %s".formatted(at.workload(), String.join(", ", grids.keySet()));
        }
        Map<String, List<Long>> needed = at.params().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, param -> List.of(param.getValue())));
        if (test instanceof Linear linear) {
            needed.put(linear.along(), linear.values());
        }
        return needed.entrySet().stream()
                .filter(param -> !grid.getOrDefault(param.getKey(), List.of()).containsAll(param.getValue()))
                .map(param -> "%s has no %s; it has: %s"
                        .formatted(
                                at.workload(),
                                text(param),
                                grid.entrySet().stream().map(Claims::text).collect(Collectors.joining("; "))))
                .findFirst()
                .orElse("");
    }

    private static String text(Map.Entry<String, List<Long>> param) {
        return param.getValue().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", param.getKey() + " ", ""));
    }
}
