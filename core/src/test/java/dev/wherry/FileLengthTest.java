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

/** A file that grows past the limit usually holds two ideas. */
class FileLengthTest {
    private static final int LINES_OF_A_FILE = 500;

    @Test
    void keepsEveryMainFileShort() {
        Map<Path, Integer> tooLong = lengths(root());
        assertThat(tooLong).as("main files of the tree").isNotEmpty();
        tooLong.values().removeIf(lines -> lines <= LINES_OF_A_FILE);
        assertThat(tooLong)
                .as("main files above %d lines: split them", LINES_OF_A_FILE)
                .isEmpty();
    }

    private static Map<Path, Integer> lengths(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> contains(file, "main"))
                    .filter(not(file -> contains(file, "target")))
                    .collect(Collectors.toMap(root()::relativize, FileLengthTest::lines, (a, b) -> a, TreeMap::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean contains(Path file, String folder) {
        return Stream.iterate(root().relativize(file), path -> path != null, Path::getParent)
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

    /** The tests run in core or, from an editor, in the root. */
    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("core")) ? here : here.getParent();
    }
}
