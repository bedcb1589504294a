package dev.wherry;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file that grows past the limit usually holds two ideas. */
class FileLengthTest {
    private static final int LINES_OF_A_FILE = 500;

    /** Lower it when code was deleted; docs/decisions/0070 says why it is not lower. */
    private static final int LINES_OF_CORE = 30_900;

    private static final Pattern COMMENT =
            Pattern.compile("/\\*.*?\\*/|^\\s*//[^\n]*", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern NO_CODE = Pattern.compile("\\s*|(import|package) .*;");

    @Test
    void keepsEveryMainFileShort() {
        Map<Path, Integer> tooLong = lengths(Checkout.root());
        assertThat(tooLong).as("main files of the tree").isNotEmpty();
        tooLong.values().removeIf(lines -> lines <= LINES_OF_A_FILE);
        assertThat(tooLong)
                .as("main files above %d lines: split them", LINES_OF_A_FILE)
                .isEmpty();
    }

    /** Counts lines that have code: no blank lines, comments, imports and package declarations. */
    @Test
    void keepsCoreFromGrowing() throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.walk(Checkout.root().resolve("core/src/main/java"))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                lines += COMMENT.matcher(Files.readString(file))
                        .replaceAll("")
                        .lines()
                        .filter(not(NO_CODE.asMatchPredicate()))
                        .count();
            }
        }
        assertThat(lines).as("lines of code of core").isBetween(10_000L, (long) LINES_OF_CORE);
    }

    private static Map<Path, Integer> lengths(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> contains(file, "main"))
                    .filter(not(file -> contains(file, "target")))
                    .collect(Collectors.toMap(
                            Checkout.root()::relativize, FileLengthTest::lines, (a, b) -> a, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean contains(Path file, String folder) {
        return Stream.iterate(Checkout.root().relativize(file), path -> path != null, Path::getParent)
                .anyMatch(path -> path.endsWith(folder));
    }

    private static int lines(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
