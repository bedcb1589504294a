package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.Terms;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part of a run that git keeps: the figures that verdicts rest on, and the verdicts. {@code verdicts.json} is this
 * record, a line for each cell, a hundredth of {@code results.json}. It is enough to judge the run again; a page needs
 * the results themselves.
 */
public record RunSummary(
        String preset,
        @Nullable String baseline,
        Machine machine,
        List<Absent> absent,
        List<LeftOut> leftOut,
        List<Terms> terms,
        List<String> figures,
        List<SelfDistance> selfDistances,
        List<Kept> cells,
        List<ClaimVerdict> claims) {
    /** The numbers of a round. Zeros at the end of a round are left out. */
    public static final List<String> FIGURES = List.of(
            "calls",
            "seconds",
            "meanNanos",
            "p50Nanos",
            "p99Nanos",
            "perThreadCallsPerSecond if not calls / seconds",
            "capped",
            "failed",
            "missing",
            "cpuNanosPerCall",
            "doneSeconds",
            "classesReceived + 1");

    private static final MathContext DIGITS = new MathContext(5);
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Complete())
            .changeDefaultPropertyInclusion(each -> each.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    /** A cell: all rounds, each as numbers in the order of {@link #FIGURES}. */
    public record Kept(
            String suite,
            String workload,
            String system,
            @Nullable String ordinaryCall,
            Map<String, Long> params,
            String transport,
            String placement,
            String mode,
            Verdict verdict,
            @Nullable String reason,
            List<List<BigDecimal>> rounds) {
        static Kept of(Cell cell) {
            return new Kept(
                    cell.suite(),
                    cell.workload(),
                    cell.system(),
                    cell.ordinaryCall(),
                    cell.params(),
                    cell.transport(),
                    cell.placement(),
                    cell.mode(),
                    cell.verdict(),
                    cell.reason() == null ? null : cell.why(),
                    cell.rounds().stream().map(RunSummary::numbers).toList());
        }

        Cell cell() {
            return new Cell(
                    suite,
                    workload,
                    system,
                    system,
                    ordinaryCall,
                    params,
                    transport,
                    "",
                    placement,
                    mode,
                    Map.of(),
                    List.of(),
                    verdict,
                    reason,
                    null,
                    IntStream.range(0, rounds.size())
                            .mapToObj(i -> round(i + 1, rounds.get(i)))
                            .toList(),
                    List.of());
        }
    }

    /** A conclusion's verdict; the suite has its sentence, its reading and its rule. */
    public record ClaimVerdict(String suite, String says, String fact, JudgedClaim.Outcome verdict, String today) {
        static ClaimVerdict of(JudgedClaim claim) {
            return new ClaimVerdict(claim.suite(), claim.says(), claim.fact(), claim.verdict(), claim.today());
        }
    }

    public static RunSummary of(Results results) {
        return new RunSummary(
                results.preset(),
                results.baseline(),
                results.machine(),
                results.absent(),
                results.leftOut(),
                results.terms(),
                FIGURES,
                results.selfDistances(),
                results.cells().stream().map(Kept::of).toList(),
                verdicts(results));
    }

    public static List<ClaimVerdict> verdicts(Results judged) {
        return judged.claims().stream().map(ClaimVerdict::of).toList();
    }

    private static List<BigDecimal> numbers(Round round) {
        boolean alone = Math.abs(round.perThreadCallsPerSecond() / round.callsPerSecond() - 1) < 1e-3;
        double[] all = {
            round.calls(),
            round.seconds(),
            round.latencyNanos().mean(),
            round.latencyNanos().p50(),
            round.latencyNanos().p99(),
            alone ? 0 : round.perThreadCallsPerSecond(),
            round.capped() ? 1 : 0,
            round.failed(),
            round.missing(),
            round.cpuNanosPerCall() == null ? 0 : round.cpuNanosPerCall(),
            round.doneSeconds() == null || alone ? 0 : round.doneSeconds(),
            round.classesReceived() == null ? 0 : round.classesReceived() + 1
        };
        List<BigDecimal> numbers = new ArrayList<>();
        for (double each : all) {
            BigDecimal exact = BigDecimal.valueOf(each);
            numbers.add((each == Math.rint(each) ? exact : exact.round(DIGITS)).stripTrailingZeros());
        }
        while (numbers.getLast().signum() == 0) {
            numbers.removeLast();
        }
        return numbers;
    }

    private static Round round(int number, List<BigDecimal> kept) {
        double[] all = new double[FIGURES.size()];
        for (int i = 0; i < kept.size(); i++) {
            all[i] = kept.get(i).doubleValue();
        }
        double rate = all[0] / all[1];
        long p50 = (long) all[3];
        long p99 = (long) all[4];
        return new Round(
                number,
                (long) all[0],
                all[1],
                rate,
                all[5] == 0 ? rate : all[5],
                new LatencyNanos(0, p50, p50, p99, p99, p99, all[2], 0),
                all[9] == 0 ? null : (long) all[9],
                null,
                null,
                (long) all[7],
                (long) all[8],
                0,
                null,
                all[11] == 0 ? null : (long) all[11] - 1,
                all[6] == 1,
                all[10] == 0 ? null : all[10],
                null,
                null,
                null,
                null);
    }

    /** Results to judge or to compare. Of a round they have {@link #FIGURES} alone. */
    public Results results() {
        List<Cell> bare = cells.stream().map(Kept::cell).toList();
        return new Results(
                Results.SCHEMA,
                preset,
                baseline,
                machine,
                bare,
                absent,
                List.of(),
                List.of(),
                Map.of(),
                null,
                leftOut,
                List.of(),
                List.of(),
                List.of(),
                terms,
                List.of());
    }

    /** As JSON, a line for each cell and each verdict. */
    public String toJson() {
        return "{\n"
                + field("preset", preset)
                + field("baseline", baseline)
                + field("machine", machine)
                + field("absent", absent)
                + field("leftOut", leftOut)
                + field("terms", terms)
                + field("figures", figures)
                + field("selfDistances", selfDistances)
                + lines("cells", cells) + ",\n"
                + lines("claims", claims) + "\n}\n";
    }

    private static String field(String name, @Nullable Object value) {
        return "\"%s\": %s,\n".formatted(name, JSON.writeValueAsString(value));
    }

    private static String lines(String name, List<?> values) {
        return values.stream()
                .map(JSON::writeValueAsString)
                .collect(Collectors.joining(",\n", "\"%s\": [\n".formatted(name), "\n]"));
    }

    /**
     * Reads what {@link #toJson} gave.
     *
     * @throws IOException if the file cannot be read or is not a summary
     */
    public static RunSummary read(Path file) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), RunSummary.class);
        } catch (JacksonException notSummary) {
            throw new IOException(
                    "%s is not a summary of a run: %s".formatted(file, Mismatch.text(notSummary)), notSummary);
        }
    }
}
