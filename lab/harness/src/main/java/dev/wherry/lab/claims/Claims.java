package dev.wherry.lab.claims;

import dev.wherry.lab.toml.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The conclusions of one evaluation, as its {@code claims.toml} has them: sentences, each with what it claims. */
public final class Claims {
    /** The layout of the file; a claim may have another placement than the file. */
    record ClaimsToml(@Nullable EndsPlacement placement, List<Sentence> sentences) {}

    record Sentence(String text, @Nullable String source, List<Part> claims) {
        Sentence {
            Requirements.check(text, "a sentence needs its text");
            Requirements.check(claims, "a sentence needs claims: " + text);
        }
    }

    record Part(
            String says,
            @Nullable String published,
            @Nullable String reading,
            @Nullable String fact,
            @Nullable EndsPlacement placement,
            Test test) {
        Part {
            Requirements.check(says, "a claim must say what it says");
            Requirements.check(test, "a claim needs a test: " + says);
        }
    }

    private Claims() {}

    /**
     * Reads them.
     *
     * @param grids the suite's workloads by name, each parameter with its values
     * @throws IOException when the file cannot be read or speaks of what the suite does not have
     */
    public static List<Claim> read(Path file, Map<String, Map<String, List<Long>>> grids) throws IOException {
        List<Claim> claims = read(file);
        for (Claim claim : claims) {
            for (String mistake : mistakes(claim.test(), grids)) {
                throw new IOException("%s: \"%s\": %s".formatted(file, claim.says(), mistake));
            }
        }
        return claims;
    }

    /** Reads them for a suite that may not have all that they speak of. */
    static List<Claim> read(Path file) throws IOException {
        List<Claim> claims = new ArrayList<>();
        ClaimsToml toml = TomlFile.read(file, ClaimsToml.class);
        for (Sentence sentence : toml.sentences()) {
            for (Part part : sentence.claims()) {
                claims.add(new Claim(
                        sentence.text().strip(),
                        sentence.source(),
                        part.says(),
                        part.published(),
                        part.reading(),
                        part.fact() == null ? part.says() : part.fact(),
                        part.placement() == null ? toml.placement() : part.placement(),
                        part.test()));
            }
        }
        return claims;
    }

    private static List<String> mistakes(Test test, Map<String, Map<String, List<Long>>> grids) {
        List<String> mistakes = new ArrayList<>();
        for (ClaimedCells side : test.sides()) {
            Map<String, List<Long>> grid = grids.get(side.at().workload());
            if (grid == null) {
                mistakes.add("there is no workload %s; there are: %s"
                        .formatted(side.at().workload(), String.join(", ", grids.keySet())));
                continue;
            }
            side.at().params().forEach((param, value) -> {
                if (!grid.getOrDefault(param, List.of()).contains(value)) {
                    mistakes.add(
                            "%s has no %s %d; it has: %s".formatted(side.at().workload(), param, value, told(grid)));
                }
            });
            if (test instanceof Linear linear
                    && !grid.getOrDefault(linear.along(), List.of()).containsAll(linear.values())) {
                mistakes.add("%s has no %s %s; it has: %s"
                        .formatted(side.at().workload(), linear.along(), commas(linear.values()), told(grid)));
            }
        }
        return mistakes;
    }

    /** Such as {@code threads 1, 2; size 1}. */
    private static String told(Map<String, List<Long>> grid) {
        return grid.entrySet().stream()
                .map(param -> param.getKey() + " " + commas(param.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String commas(List<Long> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
