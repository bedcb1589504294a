package dev.wherry;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tree stays small enough to be read: the budget is spent by hand, never raised in passing. */
class SizeBudgetTest {
    private static final int LINES_OF_A_FILE = 500;
    private static final String CORE = "core/src/main/java/dev/wherry";

    @Test
    void keepsEveryMainFileShort() {
        Map<Path, Integer> tooLong = lengths(root());
        assertThat(tooLong).as("main files of the tree").isNotEmpty();
        tooLong.values().removeIf(lines -> lines <= LINES_OF_A_FILE);
        assertThat(tooLong)
                .as("main files above %d lines: split them", LINES_OF_A_FILE)
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "codec, 6200",
        "codec/library, 910",
        "transport, 2000",
        "internal/statistics, 300",
        "mobility, 600",
        "internal/code, 1550",
        "internal/child, 650",
        "internal/bundles, 1050",
        "internal/parcels, 820",
        "internal/tasks, 1260",
        "internal/prints, 250"
    })
    void keepsWhatStandsBehindASeamSmall(String part, int most) {
        assertThat(linesOfCode(part)).isPositive().isLessThan(most);
    }

    @Test
    void keepsWhatACallPassesThroughSmall() {
        assertThat(linesOfCode("")
                        - linesOfCode("codec")
                        - linesOfCode("transport")
                        - linesOfCode("internal/statistics")
                        - linesOfCode("mobility")
                        - linesOfCode("internal/code")
                        - linesOfCode("internal/child")
                        - linesOfCode("internal/bundles")
                        - linesOfCode("internal/parcels")
                        - linesOfCode("internal/tasks")
                        - linesOfCode("internal/prints"))
                .isPositive()
                .isLessThan(11_200);
    }

    private static int linesOfCode(String part) {
        return lengths(root().resolve(CORE).resolve(part)).keySet().stream()
                .mapToInt(file -> linesOfCode(root().resolve(file)))
                .sum();
    }

    private static Map<Path, Integer> lengths(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> contains(file, "main"))
                    .filter(not(file -> contains(file, "target")))
                    .collect(Collectors.toMap(root()::relativize, SizeBudgetTest::lines, (a, b) -> a, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean contains(Path file, String folder) {
        return Stream.iterate(root().relativize(file), path -> path != null, Path::getParent)
                .anyMatch(path -> path.endsWith(folder));
    }

    /** Without blanks, comments, imports. */
    private static int linesOfCode(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return (int) lines.map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .filter(line -> !line.startsWith("//") && !line.startsWith("/*") && !line.startsWith("*"))
                    .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lines(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The tests run in core or, from an editor, in the root. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("core")) ? here : here.getParent();
    }
}
