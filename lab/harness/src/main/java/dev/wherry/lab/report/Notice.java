package dev.wherry.lab.report;

import dev.wherry.lab.report.Chapter.Subject;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.OpenLoop;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Part;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A warning that a reader needs before relying on a figure. */
record Notice(String headline, String text, List<String> items) {
    /** The share of the processors in use above which something besides the lab was running. */
    private static final double QUIET = 0.2;

    /** The same limit for the load average. */
    private static final double IDLE = 0.5;

    private Notice(String headline, String text) {
        this(headline, text, List.of());
    }

    /** The notices of one page, in order. */
    private record Notices(Results results, Series series, List<Notice> all) {
        void add(String headline, String text, Predicate<Cell> which, Function<Cell, String> detail) {
            List<String> items = results.cells().stream()
                    .filter(which)
                    .map(cell -> described(cell) + detail.apply(cell))
                    .toList();
            if (!items.isEmpty()) {
                all.add(new Notice(headline, text, items));
            }
        }

        void add(String headline, String text, boolean holds) {
            if (holds) {
                all.add(new Notice(headline, text));
            }
        }

        private String described(Cell cell) {
            return "%s, %s %s, %s"
                    .formatted(
                            series.name(cell),
                            Subject.of(cell).name(results),
                            cell.workload(),
                            Parameters.label(cell.params()));
        }
    }

    static List<Notice> of(Results results, Series series) {
        boolean smoke = results.smoke();
        List<Cell> cells = results.cells();
        Notices notices = new Notices(results, series, new ArrayList<>());
        notices.add(
                "Some timed calls went wrong.",
                "The figures beside them are of the calls that were answered.",
                cell -> !Table.trouble(cell).isEmpty(),
                cell -> ": " + Table.trouble(cell));
        notices.add(
                "Some cells were capped.",
                "Their time was over before all their calls were made; their figures are of the calls that were.",
                Cell::capped,
                _ -> "");
        notices.add(
                "Some cells are saturated.",
                "Fewer than 95 % of the offered calls were answered in time. The others queued at the callers, and would"
                        + " do so for ever: latencies grow with the length of the round and show how long that was, not"
                        + " how fast the system is.",
                Cell::saturated,
                Notice::saturated);
        if (!results.withoutRate().isEmpty()) {
            notices.all()
                    .add(new Notice(
                            "Some workloads were left out.",
                            "An offered rate has no meaning for them.",
                            results.withoutRate().stream()
                                    .map(one -> "%s %s: %s".formatted(one.suite(), one.workload(), one.reason()))
                                    .toList()));
        }
        notices.add(
                "Some differences are not significant.",
                "For these pairs the run cannot say which system is faster.",
                cell -> !ratios(cell).isEmpty(),
                cell -> ": " + ratios(cell));
        notices.add(
                "Too few rounds.",
                "With so few rounds no difference is significant; %d rounds of each system are needed."
                        .formatted(Difference.LEAST_ROUNDS),
                !smoke && cells.stream().anyMatch(Notice::hasTooFewRounds));
        notices.add(
                "Some systems were still changing speed after their warm-up.",
                "Their warm-up reached its time limit. A system that was getting faster might still get faster.",
                cell -> !smoke && cell.neverStable() && !jittered(cell),
                _ -> "");
        notices.add(
                "Some systems never ran steadily.",
                "In their warm-up the rate went up and down by more than the tolerance, without rising any more.",
                cell -> !smoke && cell.neverStable() && jittered(cell),
                _ -> "");
        notices.add(
                "No ratios.",
                "The baseline %s was not measured beside any other system.".formatted(results.baseline()),
                results.baseline() != null
                        && cells.stream().allMatch(cell -> cell.vsBaseline().isEmpty() && !cell.saturated()));
        for (Part run : results.runs()) {
            String which =
                    results.parts().isEmpty() ? "the run" : "the run of " + String.join(", ", results.names(run));
            busy(run.machine())
                    .ifPresent(how -> notices.add(
                            "The machine was busy.",
                            "%s when %s began, so something else took part of the processor.".formatted(how, which),
                            true));
        }
        notices.add(
                "Not all suites ran on one machine.",
                "Each suite says which was its; a figure of one says nothing beside a figure of another.",
                results.machines().size() > 1);
        notices.add(
                "Some systems were not measured in some workloads.",
                "The reasons are in the section Went wrong.",
                cell -> cell.rounds().isEmpty()
                        && (cell.verdict() == Verdict.DID_NOT_CONFORM || cell.verdict() == Verdict.FAILED),
                cell -> ": " + cell.verdict().label());
        return List.copyOf(notices.all());
    }

    /** The load average includes builds of a minute ago, so it is used only if the share in use is unknown. */
    private static Optional<String> busy(Machine machine) {
        Double busy = machine.busy();
        if (busy != null) {
            return Optional.of(busy)
                    .filter(share -> share > QUIET)
                    .map(share -> "Of its processors' time %s was in use".formatted(Numbers.percent(share)));
        }
        return Optional.of(machine.loadAverage())
                .filter(load -> load > IDLE)
                .map(load -> String.format(Locale.ROOT, "Its load average was %.1f", load));
    }

    private static String saturated(Cell cell) {
        OpenLoop loop = Objects.requireNonNull(cell.openLoop());
        return ": saturated: %s of %,d calls/s; its latencies grow with the length of the round"
                .formatted(Numbers.rounded(loop.achievedCallsPerSecond()), loop.offeredCallsPerSecond());
    }

    private static boolean jittered(Cell cell) {
        WarmUp warmUp = cell.warmUp();
        return warmUp != null && warmUp.jittered();
    }

    private static String ratios(Cell cell) {
        return cell.vsBaseline().stream()
                .flatMap(comparison -> Measure.of(cell.params()).stream()
                        .map(measure -> measure.ratio)
                        .filter(Objects::nonNull)
                        .filter(ratio -> isNone(RatioText.of(ratio, comparison)))
                        .map(ratio -> String.format(
                                Locale.ROOT,
                                "%s %s, p %.2f",
                                ratio.title,
                                RatioText.of(ratio, comparison).beside(),
                                ratio.of(comparison).difference().p())))
                .collect(Collectors.joining("; "));
    }

    private static boolean isNone(RatioText text) {
        return !text.isDifference() && !text.tooFewRounds();
    }

    private static boolean hasTooFewRounds(Cell cell) {
        return cell.vsBaseline().stream()
                .anyMatch(comparison -> Measure.of(cell.params()).stream()
                        .map(measure -> measure.ratio)
                        .filter(Objects::nonNull)
                        .anyMatch(ratio -> RatioText.of(ratio, comparison).tooFewRounds()));
    }
}
