package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Results;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CsvTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void hasALineForEachRoundAndForEachCellWithoutRounds() {
        String csv = csvOf("rmi", "other");

        assertThat(csv.split("\r\n")).hasSize(4);
        assertThat(csv.split("\r\n"))
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(39));
        assertThat(csv).contains("\"measured\",\"\",2,100,1.0,2000.0").contains("\"did not conform\",\"text\",,");
    }

    @Test
    void quotesQuotesAndDisarmsFormulas() {
        assertThat(csvOf("=1+1", "say \"yes\"")).contains(",\"'=1+1\",").contains(",\"say \"\"yes\"\"\",");
    }

    @Test
    void tellsWhatWasOfferedAndWhatBecameOfIt() {
        Results results = Samples.results(
                "quick",
                null,
                List.of(cell("rmi", Map.of("rate", 1000L), List.of(Samples.offered(1, 900)), List.of())),
                List.of());
        assertThat(Csv.of(results)).contains("offeredCallsPerSecond,saturated,lateP50Nanos,lateP99Nanos\r\n");
        assertThat(Csv.of(results)).endsWith(",1000,true,7,9000\r\n");
    }

    private static String csvOf(String measured, String failed) {
        Results results = Samples.results(
                "quick",
                null,
                List.of(
                        cell(measured, ONE, List.of(round(1, 1000), round(2, 2000)), List.of()),
                        cell(failed, ONE, List.of(), List.of())),
                List.of());
        return Csv.of(results);
    }
}
