package dev.wherry.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.RunSummary;
import dev.wherry.lab.results.RunSummary.ClaimVerdict;
import dev.wherry.lab.results.SelfDistance;
import dev.wherry.lab.results.Spread;
import dev.wherry.lab.results.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables of measured figures in the tree are made from the runs that are kept below {@code docs/report}. A table stands
 * between {@code <!-- lab:NAME -->} and {@code <!-- lab:end -->}. The property {@code wherry.tables=write} writes them anew.
 */
class TablesInTheTreeTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern BLOCK = Pattern.compile("(?s)(<!-- lab:([a-z-]+) -->\n)(.*?)(<!-- lab:end -->)");
    private static final long[] OF_DDS = {0, 64, 1024, 16_384, 65_536};
    private static final List<String> OF_README = List.of("calls", "verdicts");

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/report/README.md"})
    void areMadeFromTheRunsInTheTree(String page) throws IOException {
        Path file = ROOT.resolve(page);
        String text = Files.readString(file);
        String made = made(text);
        if ("write".equals(System.getProperty("wherry.tables"))) {
            Files.writeString(file, made);
        } else {
            assertThat(text)
                    .as("-Dwherry.tables=write writes the tables of %s anew", page)
                    .isEqualTo(made);
        }
    }

    @Test
    void areInTheReadme() throws IOException {
        List<String> names = BLOCK.matcher(Files.readString(ROOT.resolve("README.md")))
                .results()
                .map(block -> block.group(2))
                .toList();
        assertThat(names).containsAll(OF_README);
    }

    private static String made(String text) throws IOException {
        Matcher block = BLOCK.matcher(text);
        StringBuilder made = new StringBuilder();
        while (block.find()) {
            block.appendReplacement(
                    made, Matcher.quoteReplacement(block.group(1) + table(block.group(2)) + block.group(4)));
        }
        return block.appendTail(made).toString();
    }

    private static String table(String name) throws IOException {
        return switch (name) {
            case "calls" -> calls();
            case "verdicts" -> verdicts();
            case "self-distances" -> selfDistances();
            case "mobility-today" ->
                rates(
                        name,
                        new Column("One caller", "people-by-threads", Map.of("threads", 1L)),
                        new Column("Sixteen callers", "people-by-threads", Map.of("threads", 16L)));
            case "remoting-warm" ->
                rates(
                        name,
                        new Column("One client", "speed", Map.of("clients", 1L)),
                        new Column(
                                "Ten threads that share a client", "invocation-sync-threads", Map.of("threads", 10L)));
            case "ejb-rest" ->
                rates(
                        name,
                        new Column("One caller", "add-one", Map.of("threads", 1L)),
                        new Column("Sixteen callers", "add-one", Map.of("threads", 16L)));
            case "mobility-tls" ->
                rates(name, new Column("Sixteen callers", "people-by-threads", Map.of("threads", 16L)));
            case "latency-tls" -> medians(name, 64, 65_536);
            case "long-runs" ->
                table(
                        run("ejb-100000", "ejb-long", "ejb-http-million"),
                        List.of(
                                new Column("100,000 calls", "runs", Map.of("calls", 100_000L)),
                                new Column("1,000,000 calls", "runs", Map.of("calls", 1_000_000L))),
                        Round::seconds,
                        1,
                        "Seconds of a run");
            case "latency", "latency-veth" -> medians(name, 0, 1024, 16_384, 65_536);
            case "latency-dds", "latency-dds-veth" -> medians(name, OF_DDS);
            case "latency-judged", "latency-judged-veth" ->
                byBytes(name, "Mean, µs", round -> round.latencyNanos().mean(), OF_DDS);
            case "latency-behind-tao" -> behindTao("latency-judged", "latency-judged-veth");
            case "latency-conclusions" -> conclusions("latency-judged", "latency-judged-veth");
            case "latency-dds-tail" ->
                byBytes(
                        "latency-dds",
                        "99th percentile, µs",
                        round -> round.latencyNanos().p99(),
                        OF_DDS);
            default -> throw new IllegalArgumentException("No table is called " + name);
        };
    }

    private static String rates(String run, Column... columns) throws IOException {
        return table(run(run), List.of(columns), Round::callsPerSecond, 1, "Calls per second");
    }

    /** The medians of calls with so many bytes each way. */
    private static String medians(String run, long... sizes) throws IOException {
        return byBytes(run, "Median, µs", round -> round.latencyNanos().p50(), sizes);
    }

    private static String byBytes(String run, String corner, ToDoubleFunction<Round> nanos, long... sizes)
            throws IOException {
        List<Column> columns = LongStream.of(sizes)
                .mapToObj(bytes -> new Column("%,d bytes".formatted(bytes), "octets", Map.of("bytes", bytes)))
                .toList();
        return table(run(run), columns, nanos, 1e-3, corner);
    }

    /** Which cells stand in it. */
    private record Column(String heading, String workload, Map<String, Long> params) {
        Optional<Cell> of(List<Cell> cells) {
            return cells.stream()
                    .filter(cell -> cell.workload().equals(workload)
                            && cell.params().entrySet().containsAll(params.entrySet()))
                    .filter(cell -> !cell.rounds().isEmpty())
                    .findFirst();
        }
    }

    private static List<Cell> run(String... names) throws IOException {
        List<Cell> cells = new ArrayList<>();
        for (String name : names) {
            cells.addAll(summary(name).results().cells());
        }
        return cells;
    }

    private static RunSummary summary(String run) throws IOException {
        return RunSummary.read(ROOT.resolve("docs/report").resolve(run).resolve("verdicts.json"));
    }

    /** A row for each system. */
    private static String table(
            List<Cell> cells, List<Column> columns, ToDoubleFunction<Round> figure, double unit, String corner) {
        Map<String, List<Cell>> systems = Grid.group(cells, Cell::system);
        StringBuilder table =
                header(Stream.concat(Stream.of(corner), columns.stream().map(Column::heading))
                        .toList());
        systems.forEach((system, own) -> table.append(row(Stream.concat(
                        Stream.of("`" + system + "`"),
                        columns.stream().map(column -> entry(column.of(own), figure, unit)))
                .toList())));
        return table.toString();
    }

    private static String entry(Optional<Cell> cell, ToDoubleFunction<Round> figure, double unit) {
        return cell.map(found -> {
                    double median = found.median(figure).orElseThrow() * unit;
                    Spread spread = Statistics.spread(found.rounds().stream().mapToDouble(figure));
                    boolean wide = spread != null && spread.max() / spread.min() > 2;
                    String most = wide && spread != null
                            ? " (%s to %s)".formatted(rounded(spread.min() * unit), rounded(spread.max() * unit))
                            : "";
                    return rounded(median) + most + (found.capped() ? "*" : "");
                })
                .orElse("");
    }

    /** To three digits. */
    private static String rounded(double value) {
        if (value == 0) {
            return "0";
        }
        int places = 2 - (int) Math.floor(Math.log10(Math.abs(value)));
        double step = Math.pow(10, -places);
        return String.format(Locale.ROOT, "%,." + Math.max(0, places) + "f", Math.round(value / step) * step);
    }

    /** The mobility evaluation's calls, a row for each point. */
    private static String calls() throws IOException {
        List<Cell> cells = run("mobility");
        Map<String, String> systems = new LinkedHashMap<>();
        systems.put("rmi", "Java RMI");
        systems.put("mobility-rpc", "Mobility-RPC");
        systems.put("wherry-tcp", "Wherry over TCP");
        systems.put("wherry", "Wherry, shared memory");
        systems.put("floor-tcp", "hand-written bytes over TCP");
        List<Column> rows = List.of(
                new Column("one caller, one person a call", "people-by-threads", Map.of("threads", 1L)),
                new Column("two callers", "people-by-threads", Map.of("threads", 2L)),
                new Column("four callers", "people-by-threads", Map.of("threads", 4L)),
                new Column("sixteen callers", "people-by-threads", Map.of("threads", 16L)),
                new Column("one caller, a hundred persons a call", "people-by-size", Map.of("size", 100L)));
        StringBuilder table = header(Stream.concat(Stream.of("Calls per second"), systems.values().stream())
                .toList());
        for (Column column : rows) {
            table.append(row(Stream.concat(
                            Stream.of(column.heading()),
                            systems.keySet().stream().map(system -> {
                                List<Cell> own = cells.stream()
                                        .filter(cell -> cell.system().equals(system))
                                        .toList();
                                return entry(column.of(own), Round::callsPerSecond, 1);
                            }))
                    .toList()));
        }
        return table + "\n\\* At least one round was cut short before all its calls were made.\n";
    }

    /** How many conclusions of each evaluation stand. */
    private static String verdicts() throws IOException {
        Map<String, List<String>> evaluations = new LinkedHashMap<>();
        evaluations.put("Mobility-RPC and Java RMI", List.of("mobility"));
        evaluations.put("JBoss Remoting, Spring Remoting, raw RMI and sockets", List.of("remoting"));
        evaluations.put("EJB, RMI and HTTP", List.of("ejb", "ejb-100000"));
        evaluations.put("Java RMI timing", List.of("timing"));
        evaluations.put(
                "OpenSplice DDS-RMI, TAO, Ice, Java RMI",
                List.of("latency", "latency-veth", "latency-judged", "latency-judged-veth"));
        StringBuilder table = header(Stream.concat(
                        Stream.of("Facts stated by"),
                        Stream.of(Outcome.values()).map(Outcome::words))
                .toList());
        for (Map.Entry<String, List<String>> evaluation : evaluations.entrySet()) {
            Map<Outcome, Long> counts = counted(evaluation.getValue());
            table.append(row(Stream.concat(
                            Stream.of(evaluation.getKey()),
                            Stream.of(Outcome.values())
                                    .map(outcome -> String.valueOf(counts.getOrDefault(outcome, 0L))))
                    .toList()));
        }
        return table.toString();
    }

    /** The conclusions that the runs can judge, one run after the other. */
    private static String conclusions(String... runs) throws IOException {
        StringBuilder table = header(List.of("Conclusion", "Verdict"));
        for (String run : runs) {
            for (ClaimVerdict claim : summary(run).claims()) {
                if (claim.verdict() != Outcome.NOT_TESTABLE) {
                    table.append(row(List.of(claim.says(), claim.verdict().words())));
                }
            }
        }
        return table.toString();
    }

    /** How much longer calls over DDS take than those of TAO, by their medians. */
    private static String behindTao(String... runs) throws IOException {
        StringBuilder table = header(Stream.concat(
                        Stream.of("Medians, µs more than TAO's"),
                        LongStream.of(OF_DDS).mapToObj("%,d bytes"::formatted))
                .toList());
        for (String run : runs) {
            List<Cell> cells = run(run);
            for (String system : List.of("wherry-dds", "cyclone-c")) {
                table.append(row(Stream.concat(
                                Stream.of("`" + system + "` in `" + run + "`"),
                                LongStream.of(OF_DDS)
                                        .mapToObj(bytes ->
                                                rounded((p50(cells, system, bytes) - p50(cells, "tao", bytes)) / 1e3)))
                        .toList()));
            }
        }
        return table.toString();
    }

    private static double p50(List<Cell> cells, String system, long bytes) {
        return cells.stream()
                .filter(cell -> cell.system().equals(system) && cell.params().get("bytes") == bytes)
                .findFirst()
                .orElseThrow()
                .median(round -> round.latencyNanos().p50())
                .orElseThrow();
    }

    /** How far a system is from itself in each run. */
    private static String selfDistances() throws IOException {
        StringBuilder table = header(List.of("Run", "Pairs", "As a rule", "In one of ten pairs"));
        for (String run : List.of(
                "mobility",
                "remoting",
                "ejb",
                "timing",
                "latency",
                "latency-veth",
                "latency-dds",
                "latency-judged",
                "latency-judged-veth")) {
            for (SelfDistance each : summary(run).selfDistances()) {
                table.append(row(List.of(
                        run,
                        String.valueOf(each.pairs()),
                        rounded(each.medianPercent()) + " %",
                        rounded(each.mostPercent()) + " %")));
            }
        }
        return table.toString();
    }

    /** Each conclusion has the verdict of the first of the runs that can judge it, and each fact those of its conclusions. */
    private static Map<Outcome, Long> counted(List<String> runs) throws IOException {
        Map<String, Map<String, Outcome>> facts = new LinkedHashMap<>();
        for (String run : runs) {
            summary(run)
                    .claims()
                    .forEach(claim -> facts.computeIfAbsent(claim.fact(), _ -> new LinkedHashMap<>())
                            .merge(
                                    claim.says(),
                                    claim.verdict(),
                                    (one, other) -> one == Outcome.NOT_TESTABLE ? other : one));
        }
        return facts.values().stream()
                .map(verdicts -> Outcome.of(verdicts.values()))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    private static StringBuilder header(List<String> headings) {
        return new StringBuilder(row(headings))
                .append("|---".repeat(headings.size()))
                .append("|\n");
    }

    private static String row(List<String> entries) {
        return entries.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
