package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.results.Printed;
import dev.wherry.lab.results.Printed.Per;
import dev.wherry.lab.suite.Schedule.Warming;
import java.io.IOException;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The suites as they stand in the tree. */
class PublishedSuitesTest {
    private static final Path SUITES = Path.of("../suites");

    @Test
    void keepsTheGridOfTheMobilityEvaluationAndAddsItsOwn() throws IOException {
        Suite mobility = Suite.read(SUITES.resolve("mobility"));
        assertThat(mobility.workloads())
                .extracting(Workload::name)
                .containsExactly(
                        "people-by-threads",
                        "people-by-size",
                        "people-by-virtual-threads",
                        "task-by-threads",
                        "task-by-size",
                        "new-version",
                        "first-task");
        assertThat(mobility.workloads().get(0).params())
                .containsEntry("threads", List.of(1L, 2L, 4L, 8L, 16L, 30L))
                .containsEntry("size", List.of(1L));
        assertThat(mobility.workloads().get(1).params())
                .containsEntry("threads", List.of(1L))
                .containsEntry("size", List.of(1L, 10L, 50L, 100L));
        assertThat(mobility.workloads().get(2).params())
                .containsEntry("virtualThreads", List.of(1L, 16L, 256L, 10_000L))
                .containsEntry("size", List.of(1L));
        Schedule faithful = mobility.presets().get("full").schedules().get("faithful");
        assertThat(faithful.callsPerThread()).isEqualTo(100_000);
        assertThat(faithful.freshProcesses()).isTrue();
        assertThat(faithful.warmUp()).isEqualTo(Warming.SAME_AGAIN);
        assertThat(faithful.instead()).isEqualTo(Map.of("threads", List.of(1L, 2L, 4L, 8L, 16L)));
        assertThat(mobility.workloads().stream().filter(faithful::measures))
                .extracting(Workload::name)
                .containsExactly("people-by-threads", "people-by-size");
    }

    @Test
    void keepsTheFiguresOfTheMobilityEvaluationDigitByDigit() throws IOException {
        List<Printed> tables =
                Suite.read(SUITES.resolve("mobility")).published().printed();
        assertThat(tables)
                .extracting(Printed::title, Printed::per, Printed::fixed)
                .containsExactly(
                        tuple("people-by-threads: throughput", Per.CALLER, Map.of("size", 1L)),
                        tuple("people-by-threads: mean latency", Per.LATENCY, Map.of("size", 1L)),
                        tuple("people-by-size: throughput", Per.CALLER, Map.of("threads", 1L)),
                        tuple("people-by-size: mean latency", Per.LATENCY, Map.of("threads", 1L)));
        assertThat(tables)
                .allSatisfy(table -> assertThat(table.columns())
                        .extracting(Printed.Column::heading, Printed.Column::peer)
                        .containsExactly(
                                tuple("RMI", "rmi"), tuple("Mobility-RPC", "mobility-rpc"), tuple("Difference", null)));
        assertThat(tables.get(0).rows()).hasSize(5).contains(List.of("16", "866.7432661862", "1516.3832821947", "75%"));
        assertThat(tables.get(1).rows()).hasSize(5).contains(List.of("16", "1153744.18125", "659463.878125", "-43%"));
        assertThat(tables.get(2).rows())
                .hasSize(4)
                .contains(List.of("100", "944.4538186733", "1663.6021728308", "76%"));
        assertThat(tables.get(3).rows()).hasSize(4).contains(List.of("100", "1058813.02", "601105.25", "-43%"));
    }

    @Test
    void agreesWithThePrintedDifferences() throws IOException {
        assertThat(Suite.read(SUITES.resolve("mobility")).published().printed())
                .hasSize(4)
                .allSatisfy(table -> assertThat(table.rows()).isNotEmpty().allSatisfy(row -> {
                    double difference = (number(row, 2) / number(row, 1) - 1) * 100;
                    assertThat(Math.round(difference) + "%").isEqualTo(row.get(3));
                }));
    }

    private static double number(List<String> row, int column) {
        return Double.parseDouble(row.get(column));
    }

    @Test
    void isRateAndMeanLatencyOfOneThread() throws IOException {
        List<Printed> tables =
                Suite.read(SUITES.resolve("mobility")).published().printed();
        for (int table = 0; table < tables.size(); table += 2) {
            List<List<String>> rates = tables.get(table).rows();
            List<List<String>> latencies = tables.get(table + 1).rows();
            assertThat(rates).hasSameSizeAs(latencies);
            for (int row = 0; row < rates.size(); row++) {
                assertThat(rates.get(row).getFirst())
                        .isEqualTo(latencies.get(row).getFirst());
                for (int column = 1; column <= 2; column++) {
                    assertThat(1e9 / number(latencies.get(row), column))
                            .isCloseTo(
                                    number(rates.get(row), column),
                                    org.assertj.core.data.Percentage.withPercentage(0.001));
                }
            }
        }
    }

    @Test
    void hasNoFiguresWhereTheOriginalShowedPictures() throws IOException {
        Suite latency = Suite.read(SUITES.resolve("latency"));
        assertThat(latency.published().printed()).isEmpty();
        assertThat(latency.published().sentences()).anyMatch(sentence -> sentence.contains("20-10 µs slower than TAO"));
        Schedule faithful = latency.presets().get("full").schedules().get("faithful");
        assertThat(faithful.calls()).isEqualTo(250_000);
        assertThat(faithful.warmUpCalls()).isEqualTo(100);
        assertThat(latency.workloads().getFirst().params().get("bytes"))
                .containsExactly(0L, 1L, 16L, 64L, 256L, 1024L, 4096L, 16384L, 65536L);
    }

    @Test
    void hasOnlyWordsOfTheRemotingEvaluation() throws IOException {
        Suite remoting = Suite.read(SUITES.resolve("remoting"));
        assertThat(remoting.published().printed()).isEmpty();
        assertThat(remoting.published().sentences()).anyMatch(sentence -> sentence.contains("decreasing by only 2.1%"));
        assertThat(remoting.workloads())
                .extracting(Workload::name)
                .containsExactly(
                        "speed",
                        "invocation-sync-threads",
                        "invocation-async-client",
                        "invocation-async-server",
                        "scalability",
                        "scalability-in-one-process");
        assertThat(remoting.workloads().get(4).params())
                .containsEntry("clients", List.of(1L, 5L, 10L, 20L, 30L))
                .containsEntry("payload", List.of(1024L));
        Schedule faithful = remoting.presets().get("full").schedules().get("faithful");
        assertThat(faithful.callsPerThread()).isEqualTo(100_000);
        assertThat(faithful.warmUp()).isEqualTo(Warming.NONE);
        assertThat(remoting.workloads())
                .filteredOn(Workload::areTogether)
                .as("ten threads, together")
                .extracting(Workload::name)
                .containsExactly("invocation-sync-threads");
        assertThat(remoting.workloads())
                .allSatisfy(workload -> assertThat(workload.points(Map.of("payload", List.of(4096L)), Map.of()))
                        .isNotEmpty());
    }

    @Test
    void hasTheSizesAndTheLoopsOfTheTimingEvaluation() throws IOException {
        Suite timing = Suite.read(SUITES.resolve("timing"));
        assertThat(timing.workloads()).hasSize(17);
        assertThat(timing.workloads().get(0).params().get("calls"))
                .containsExactly(10L, 17L, 24L, 33L, 47L, 52L, 64L, 77L, 91L, 128L);
        assertThat(timing.workloads().get(6).params())
                .containsEntry("items", List.of(0L, 5L, 17L, 29L, 64L, 249L, 485L, 1001L, 2055L))
                .containsEntry("calls", List.of(5L, 12L, 19L, 24L, 28L, 31L));
        assertThat(timing.workloads().get(15).params().get("items"))
                .isEqualTo(timing.workloads().get(6).params().get("items"));
        assertThat(timing.workloads().get(16).params().get("length"))
                .isEqualTo(timing.workloads().get(7).params().get("length"));
        assertThat(timing.workloads().stream().skip(9))
                .allMatch(first -> first.name().startsWith("first-") && first.freshProcesses());
    }

    @Test
    void keepsTheAveragesOfTheEjbEvaluation() throws IOException {
        List<Printed> tables = Suite.read(SUITES.resolve("ejb")).published().printed();
        assertThat(tables).extracting(Printed::unit).containsExactly("milliseconds", "milliseconds");
        assertThat(tables.getFirst().columns())
                .extracting(Printed.Column::workload, Printed.Column::peer)
                .containsExactly(
                        tuple("runs", "ejb-local"), tuple("runs", "ejb-remote-same-jvm"), tuple("runs", "ejb-remote"));
        assertThat(tables.getFirst().rows())
                .containsExactly(
                        List.of("1000", "120.8", "237.1", "2513"), List.of("10000", "1156.8", "2299.9", "17646.8"));
        assertThat(tables.getLast().columns())
                .extracting(Printed.Column::workload, Printed.Column::peer)
                .hasSize(5)
                .contains(tuple("runs-in-one-program", "ejb-local"), tuple("runs-in-one-program", "rest-https"));
        assertThat(tables.getLast().rows())
                .hasSize(5)
                .contains(
                        List.of("10", "2", "3", "31", "55", "54"),
                        List.of("100000", "19608", "30744", "189117", "270577", "283602"));
    }

    @Test
    void keepsTheRunsBehindTheAveragesOfTheEjbEvaluation() throws IOException {
        List<String> notes = Suite.read(SUITES.resolve("ejb")).published().notes();
        assertThat(averages(notes, "1,000")).containsExactly(120.8, 237.1, 2516.0);
        assertThat(averages(notes, "10,000")).containsExactly(1156.8, 2299.9, 17646.8);
    }

    private static List<Double> averages(List<String> notes, String calls) {
        String runs = notes.stream()
                .filter(note -> note.startsWith("Its runs of %s calls, ".formatted(calls)))
                .findFirst()
                .orElseThrow();
        return Pattern.compile("JVM: ([0-9, ]+)")
                .matcher(runs)
                .results()
                .map(series ->
                        Pattern.compile(", ").splitAsStream(series.group(1)).mapToInt(Integer::parseInt))
                .map(series -> series.summaryStatistics())
                .peek(series -> assertThat(series.getCount()).isEqualTo(10))
                .map(IntSummaryStatistics::getAverage)
                .toList();
    }

    @Test
    void refusesTablesInAnotherUnitThanOneOfTime() {
        for (Per per : List.of(Per.CALL, Per.RUN)) {
            assertThatThrownBy(() -> new Printed("T", "bytes", "calls", per, Map.of(), List.of(), List.of()))
                    .hasMessage("T: the unit is seconds or milliseconds, and not bytes");
        }
    }

    @Test
    void repeatsTheRunsOfTheEjbEvaluationAndNothingElse() throws IOException {
        Suite ejb = Suite.read(SUITES.resolve("ejb"));
        Schedule faithful = ejb.presets().get("full").schedules().get("faithful");
        assertThat(faithful.rounds()).isEqualTo(10);
        assertThat(faithful.freshClients()).isTrue();
        assertThat(ejb.workloads().stream().filter(faithful::measures))
                .extracting(Workload::operation, Workload::params)
                .containsExactly(
                        tuple(
                                "lookUpAndAddOne",
                                Map.of("calls", List.of(10L, 100L, 1_000L, 10_000L, 100_000L, 1_000_000L))),
                        tuple("addOne", Map.of("calls", List.of(10L, 100L, 1_000L, 10_000L, 100_000L))));
    }

    @Test
    void makesTheRunsOfItsLastProgramByOneClient() throws IOException {
        Suite ejb = Suite.read(SUITES.resolve("ejb"));
        Schedule faithful = ejb.presets().get("full").schedules().get("faithful");
        assertThat(ejb.workloads())
                .filteredOn(workload -> !workload.schedule(faithful).freshClients())
                .extracting(Workload::name)
                .containsExactly("runs-in-one-program");
    }

    @Test
    void measuresWhatHasAnOriginalInBothModes() throws IOException {
        for (String name : List.of("mobility", "latency", "remoting", "ejb", "timing")) {
            Suite suite = Suite.read(SUITES.resolve(name));
            assertThat(suite.presets().get("quick").mode()).isEqualTo("corrected");
            assertThat(suite.presets().get("full").mode()).isEqualTo("faithful");
            for (String preset : List.of("quick", "full")) {
                assertThat(suite.presets().get(preset).schedules()).as(name).containsOnlyKeys("corrected", "faithful");
            }
            Schedule corrected = suite.presets().get("full").schedules().get("corrected");
            assertThat(corrected.instead()).as("all values").isEmpty();
            assertThat(corrected.rounds()).isEqualTo(5);
            assertThat(corrected.warmUp()).isEqualTo(Warming.UNTIL_STABLE);
            Schedule quick = suite.presets().get("quick").schedules().get("faithful");
            Schedule full = suite.presets().get("full").schedules().get("faithful");
            assertThat(quick.rounds()).isEqualTo(3);
            assertThat(quick.warmUp()).isEqualTo(full.warmUp());
            assertThat(quick.callsPerThread()).isEqualTo(full.callsPerThread());
            assertThat(quick.freshProcesses()).isEqualTo(full.freshProcesses());
            assertThat(quick.freshClients()).isEqualTo(full.freshClients());
        }
    }

    @Test
    void keepsTheTablesOfTheTimingEvaluationDigitByDigit() throws IOException {
        Suite timing = Suite.read(SUITES.resolve("timing"));
        List<Printed> tables = timing.published().printed();
        assertThat(tables)
                .extracting(
                        Printed::title,
                        table -> table.columns().size(),
                        table -> table.rows().size())
                .containsExactly(
                        tuple("Hashtable Serialization Timing", 10, 8),
                        tuple("String Serialization Timing", 10, 8),
                        tuple("MD5 Signature Timing", 10, 8),
                        tuple("Remote Objects Timing", 12, 12));
        assertThat(tables.getFirst().rows().get(6))
                .containsExactly(
                        "avrg", "0.033", "0.007", "0.014", "0.023", "0.033", "0.057", "0.180", "0.337", "0.710",
                        "1.473");
        assertThat(tables.getFirst().columns().getLast())
                .isEqualTo(new Printed.Column(
                        "number of items", "2055", "hashtable-by-items", false, "items", 2055L, "rmi"));
        assertThat(tables.getLast().columns().get(6))
                .isEqualTo(new Printed.Column("lookup", "1st", "first-lookup", true, null, null, "rmi"));
        assertThat(tables.getLast().rows().get(5).get(7)).isEqualTo("2.443");
    }

    @Test
    void putsWorkloadsOfItsOwnIntoTheColumnsOfTheOriginal() throws IOException {
        for (String name : List.of("timing", "ejb")) {
            Suite suite = Suite.read(SUITES.resolve(name));
            assertThat(suite.published().printed())
                    .isNotEmpty()
                    .allSatisfy(table -> assertThat(suite.workloads())
                            .extracting(Workload::name)
                            .containsAll(table.columns().stream()
                                    .map(Printed.Column::workload)
                                    .toList()));
        }
    }

    @Test
    void refusesAPrintedRowWithAFigureTooFew() {
        assertThatThrownBy(() -> new Printed(
                        "T",
                        "seconds",
                        "calls",
                        Per.CALL,
                        Map.of(),
                        List.of(new Printed.Column(null, "h", "w", false, null, null, null)),
                        List.of(List.of("10"))))
                .hasMessage("T: the row 10 has 0 figures for 1 columns");
    }

    @Test
    void hasNoOriginalOfTheFirstCall() throws IOException {
        Suite start = Suite.read(SUITES.resolve("start"));
        assertThat(start.published()).isNull();
        assertThat(start.workloads().getFirst().params())
                .containsEntry("processes", List.of(1L))
                .containsEntry("size", List.of(1L));
        assertThat(start.presets().get("smoke").schedules().get("smoke").calls())
                .isEqualTo(1);
    }
}
