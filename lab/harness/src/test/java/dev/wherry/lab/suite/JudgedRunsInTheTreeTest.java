package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The runs in the tree are complete, and their verdicts are those that the suites in the tree give them. The property {@code
 * wherry.tables=write} judges them again.
 */
class JudgedRunsInTheTreeTest {
    static List<Path> folders() throws IOException {
        try (Stream<Path> runs = Files.list(Path.of("../../docs/report"))) {
            return runs.filter(Files::isDirectory).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void haveTheVerdictsThatJudgingThemAgainGives(Path folder) throws IOException {
        RunSummary kept = RunSummary.read(folder.resolve("verdicts.json"));
        Results run = kept.results();
        assertThat(run.cells())
                .isNotEmpty()
                .extracting(Cell::suite)
                .allSatisfy(suite -> assertThat(folder.getFileName().toString()).startsWith(suite));
        List<Suite> suites = new ArrayList<>();
        for (String suite : run.cells().stream().map(Cell::suite).distinct().toList()) {
            suites.add(Suite.read(Path.of("../suites", suite)));
        }
        Results judged = Suite.judged(run, suites);
        if ("write".equals(System.getProperty("wherry.tables"))) {
            Files.writeString(
                    folder.resolve("verdicts.json"), RunSummary.of(judged).toJson());
        } else {
            assertThat(RunSummary.verdicts(judged))
                    .as("-Dwherry.tables=write judges it again")
                    .isEqualTo(kept.claims());
        }
    }
}
