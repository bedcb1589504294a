package dev.wherry.lab.claims;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells of one suite in a run whose two ends were placed as a claim requires. */
final class Evidence {
    private static final String FULL = "full";

    private final String suite;
    private final Results results;
    /** Measured in closed loops, as by all originals. */
    private final List<Cell> cells;

    private final List<Cell> atARate;
    private final List<Cell> unusual;
    private final Function<Cell, Optional<Long>> calls;
    private final double resolution;

    /**
     * Selects the cells.
     *
     * @param usual whether a cell has the default values of the suite, as the original had
     * @param calls the number of calls that the original made in a round of such a cell; empty if that is not known
     * @param resolution the distance of a system from itself in this run, in percent
     * @param placed whether the ends of a cell are placed as the claim requires
     */
    Evidence(
            String suite,
            Results results,
            Predicate<Cell> usual,
            Function<Cell, Optional<Long>> calls,
            double resolution,
            Predicate<Cell> placed) {
        this.calls = calls;
        this.resolution = resolution;
        this.suite = suite;
        this.results = results;
        List<Cell> here = results.cells().stream()
                .filter(cell -> cell.suite().equals(suite) && placed.test(cell))
                .toList();
        unusual = here.stream().filter(usual.negate()).toList();
        Map<Boolean, List<Cell>> own = here.stream()
                .filter(usual)
                .collect(Collectors.partitioningBy(
                        cell -> Parameters.rate(cell.params()).isPresent()));
        cells = own.getOrDefault(false, List.of());
        atARate = own.getOrDefault(true, List.of());
    }

    /** Returns whether the run measured the suite, but with its ends placed otherwise. */
    boolean hasOtherEndsOnly() {
        boolean any = results.cells().stream().anyMatch(cell -> cell.suite().equals(suite));
        return any && cells.isEmpty() && atARate.isEmpty() && unusual.isEmpty();
    }

    /** Returns the number of processors of the two ends, if both were on one machine. */
    int processors() {
        return cells.stream()
                .mapToInt(cell ->
                        cell.processors(results.machine(suite, cell.placement()).cores()))
                .min()
                .orElse(results.machine().cores());
    }

    /** Returns the cells of the side with any verdict. */
    List<Cell> cells(ClaimedCells side) {
        return cells.stream()
                .filter(cell -> cell.system().equals(side.system()) && side.at().has(cell))
                .toList();
    }

    Stream<Round> rounds(ClaimedCells side) {
        return cells(side).stream().flatMap(cell -> cell.rounds().stream());
    }

    boolean has(Where where) {
        return cells.stream().anyMatch(where::has);
    }

    Sample sample(Figure figure, ClaimedCells side) {
        return new Sample(figures(figure, cells(side)), resolution);
    }

    static List<Double> figures(Figure figure, List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.rounds().stream())
                .map(figure::of)
                .toList();
    }

    double resolution() {
        return resolution;
    }

    /** Returns why the side cannot be judged; empty if it can. */
    Optional<MissingEvidence> lack(ClaimedCells side) {
        List<Cell> here = cells(side);
        return here.isEmpty()
                ? Optional.of(missing(side))
                : here.stream().flatMap(cell -> lack(side, cell).stream()).findFirst();
    }

    /** Returns the reason why there is no cell of the side. */
    MissingEvidence missing(ClaimedCells side) {
        String system = side.system();
        if (atARate.stream()
                .anyMatch(cell -> cell.system().equals(system) && side.at().has(cell))) {
            return new MissingEvidence(
                    side.label(),
                    "calls were offered at a rate, and the original's callers called as fast as they were answered");
        }
        if (unusual.stream()
                .anyMatch(cell -> cell.system().equals(system)
                        && cell.workload().equals(side.at().workload()))) {
            return new MissingEvidence(
                    side.label(), "measured with other values than the original's, which --param chose");
        }
        return results.absent().stream()
                .filter(one -> one.system().equals(system))
                .map(one -> new MissingEvidence(system, one.why()))
                .findFirst()
                .orElseGet(() -> notMeasured(side));
    }

    private MissingEvidence notMeasured(ClaimedCells side) {
        String workload = side.at().workload();
        String preset = results.preset();
        if (cells.stream().noneMatch(cell -> cell.system().equals(side.system()))) {
            boolean leftOut = results.leftOut().stream()
                    .anyMatch(
                            left -> left.suite().equals(suite) && left.systems().contains(side.system()));
            return new MissingEvidence(
                    side.system(),
                    leftOut ? "not named by the preset %s (--system)".formatted(preset) : "not asked for (--system)");
        }
        if (cells.stream().noneMatch(cell -> cell.workload().equals(workload))) {
            boolean faithful = cells.stream().anyMatch(cell -> cell.mode().equals(Mode.FAITHFUL));
            return new MissingEvidence(
                    workload,
                    "not in this %s run (%s)"
                            .formatted(preset, faithful ? "--mode corrected, --workload" : "--workload"));
        }
        if (has(side.at())) {
            return new MissingEvidence(side.label(), "not part of this run");
        }
        boolean excluded = side.at().params().entrySet().stream()
                .anyMatch(param -> setToOtherThan(param.getKey(), param.getValue()));
        return new MissingEvidence(
                side.at().label(),
                excluded
                        ? "excluded by --param"
                        : "not in this %s run (%s)"
                                .formatted(preset, preset.equals(FULL) ? "--param" : "--preset " + FULL));
    }

    /** Returns whether the command set values of a parameter, and this one was not among them. */
    boolean setToOtherThan(String param, long value) {
        List<Long> values = results.terms(suite).params().get(param);
        return values != null && !values.contains(value);
    }

    private Optional<MissingEvidence> lack(ClaimedCells side, Cell cell) {
        if (cell.verdict() != Verdict.MEASURED || cell.rounds().isEmpty()) {
            return Optional.of(new MissingEvidence(side.label(), cell.fate()));
        }
        long wrong = cell.rounds().stream()
                .mapToLong(round -> round.failed() + round.missing())
                .sum();
        if (wrong > 0) {
            return Optional.of(new MissingEvidence(side.label(), "%d of its timed calls went wrong".formatted(wrong)));
        }
        // Such a round is one run of that many calls. A run that was cut short is a different one.
        if (cell.params().containsKey(Parameters.CALLS) && cell.capped()) {
            return Optional.of(
                    new MissingEvidence(side.label(), "its time was over before all calls were made (--uncapped)"));
        }
        long made = cell.rounds().stream().mapToLong(Round::calls).sum();
        long asked = calls.apply(cell).orElse(0L) * cell.rounds().size();
        if (2 * made < asked) {
            return Optional.of(new MissingEvidence(
                    side.label(),
                    "it made %,d of the original's %,d calls, less than half (--uncapped)".formatted(made, asked)));
        }
        return cell.rounds().size() < Difference.LEAST_ROUNDS
                ? Optional.of(new MissingEvidence(
                        side.label(),
                        "%d %s, and a significant difference takes %d"
                                .formatted(
                                        cell.rounds().size(),
                                        cell.rounds().size() == 1 ? "round" : "rounds",
                                        Difference.LEAST_ROUNDS)))
                : Optional.empty();
    }

    /** Returns a sentence with the number of the sides' cells that were cut short; empty if none was. */
    String capped(List<ClaimedCells> sides) {
        List<Cell> all = sides.stream()
                .filter(side -> lack(side).isEmpty())
                .flatMap(side -> cells(side).stream())
                .distinct()
                .toList();
        List<Cell> capped = all.stream().filter(Cell::capped).toList();
        return capped.isEmpty()
                ? ""
                : "%d of the %d cells behind it %s capped, whose time was over before all their calls were made (--uncapped): the least of their rounds made %,d calls."
                        .formatted(
                                capped.size(),
                                all.size(),
                                capped.size() == 1 ? "was" : "were",
                                capped.stream()
                                        .flatMap(cell -> cell.rounds().stream())
                                        .mapToLong(Round::calls)
                                        .min()
                                        .orElseThrow());
    }
}
