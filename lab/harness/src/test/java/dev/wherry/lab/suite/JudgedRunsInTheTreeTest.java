package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The verdicts that stand in the tree are those of the suites as they stand beside them. */
class JudgedRunsInTheTreeTest {
    static List<Path> folders() throws IOException {
        try (Stream<Path> runs = Files.list(Path.of("../../docs/report"))) {
            return runs.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void areWhatJudgingThemAnewComesTo(Path folder) throws IOException {
        Results kept = Results.read(folder.resolve("results.json"));
        List<Suite> suites = new ArrayList<>();
        for (String suite : kept.cells().stream().map(Cell::suite).distinct().toList()) {
            suites.add(Suite.read(Path.of("../suites", suite)));
        }
        Results anew = Suite.judged(kept, suites);
        assertThat(anew.claims()).as("wherry lab judge %s", folder).isEqualTo(kept.claims());
        assertThat(anew.published()).isEqualTo(kept.published());
    }
}
