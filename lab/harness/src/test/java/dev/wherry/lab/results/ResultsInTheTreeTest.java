package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The results as they stand in the tree, some of them from before all was kept that is kept today. */
class ResultsInTheTreeTest {
    private static final Path REPORT = Path.of("../../docs/report");

    static List<Path> files() throws IOException {
        try (Stream<Path> suites = Files.list(REPORT)) {
            return suites.map(suite -> suite.resolve("results.json"))
                    .filter(Files::exists)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void areComplete(Path file) throws IOException {
        String folder = file.getParent().getFileName().toString();
        assertThat(Results.read(file).cells())
                .isNotEmpty()
                .extracting(Cell::suite)
                .allSatisfy(suite -> assertThat(folder).startsWith(suite));
    }
}
