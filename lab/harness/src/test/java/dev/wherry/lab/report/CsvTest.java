package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Round.Lateness;
import dev.wherry.lab.results.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CsvTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void hasALineForEachRoundAndForEachCellWithoutRounds() {
        String csv = csvOf("rmi", "other");

        assertThat(csv.split("\r\n")).hasSize(4);
        assertThat(csv.split("\r\n"))
                .allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(42));
        assertThat(csv).contains("\"measured\",,2,100,1,2000,").contains("\"did not conform\",\"text\",,");
    }

    @Test
    void quotesQuotesAndDisarmsFormulas() {
        assertThat(csvOf("=1+1", "say \"yes\"")).contains(",\"'=1+1\",").contains(",\"say \"\"yes\"\"\",");
    }

    @Test
    void hasEachFigureInTheColumnOfItsName() {
        Round round = new Round(
                1,
                2,
                3.5,
                900.5,
                450.5,
                new LatencyNanos(11, 12, 13, 14, 15, 16, 17.5, 18.5),
                21L,
                22L,
                23L,
                24,
                25,
                26,
                Map.of("tcp", 27L),
                28L,
                true,
                29.5,
                30.5,
                null,
                new Lateness(31, 32),
                "it broke");
        Cell cell = new Cell(
                "remoting",
                "speed",
                "rmi",
                "Java RMI",
                "people",
                Map.of("rate", 1000L),
                "tcp",
                "java",
                "free",
                "corrected",
                new TreeMap<>(Map.of("java", "25", "kryo", "5")),
                List.of("-Xa", "-Xb"),
                Verdict.MEASURED,
                "none",
                null,
                List.of(round),
                List.of());
        String[] lines =
                Csv.of(Samples.results("quick", null, List.of(cell), List.of())).split("\r\n");
        String[] names = lines[0].split(",");
        String[] values = lines[1].split(",");

        assertThat(values).hasSameSizeAs(names);
        assertThat(IntStream.range(0, names.length)
                        .mapToObj(i -> names[i] + " " + values[i])
                        .collect(Collectors.joining("\n")))
                .isEqualTo("""
                    suite "remoting"
                    workload "speed"
                    system "rmi"
                    ordinaryCall "people"
                    params "rate 1000"
                    transport "tcp"
                    serializer "java"
                    placement "free"
                    mode "corrected"
                    versions "java 25; kryo 5"
                    jvmFlags "'-Xa -Xb"
                    verdict "measured"
                    reason "none"
                    round 1
                    calls 2
                    seconds 3.5
                    callsPerSecond 900.5
                    perThreadCallsPerSecond 450.5
                    latencyMinNanos 11
                    latencyP50Nanos 12
                    latencyP90Nanos 13
                    latencyP99Nanos 14
                    latencyP999Nanos 15
                    latencyMaxNanos 16
                    latencyMeanNanos 17.5
                    latencyStddevNanos 18.5
                    cpuNanosPerCall 21
                    allocatedBytesPerCall 22
                    wireBytesPerCall 23
                    failed 24
                    missing 25
                    duplicates 26
                    firstFailure "it broke"
                    carried "tcp 27"
                    classesReceived 28
                    capped true
                    doneSeconds 29.5
                    jitterNanos 30.5
                    offeredCallsPerSecond 1000
                    saturated true
                    lateP50Nanos 31
                    lateP99Nanos 32\
                    """);
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
