package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Claim.EndsPlacement;
import dev.wherry.lab.claims.MissingEvidence.Kind;
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
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cells of one suite in a run whose two ends were placed as a claim requires. */
final class Evidence {
    private final String suite;
    private final Results results;
    /** Measured in closed loops, as by all originals. */
    private final List<Cell> cells;

    private final List<Cell> atARate;
    private final List<Cell> unusual;
    private final Function<Cell, Optional<Long>> calls;
    private final double resolution;

    /** Selects the cells; the arguments are those of {@link Claim#judge}. */
    Evidence(
            String suite,
            Results results,
            Predicate<Cell> usual,
            Function<Cell, Optional<Long>> calls,
            double resolution,
            @Nullable EndsPlacement ends) {
        this.calls = calls;
        this.resolution = resolution;
        this.suite = suite;
        this.results = results;
        List<Cell> here = results.cells().stream()
                .filter(cell -> cell.suite().equals(suite) && (ends == null || ends.has(cell)))
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

    /** Returns the distance of a system from itself in this run, in percent. */
    double resolution() {
        return resolution;
    }

    /** Returns the reason why the side cannot be judged; empty if it can. */
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
            return MissingEvidence.fate(
                    "%s was offered calls at a rate, and the original's callers called as fast as they were answered"
                            .formatted(side.label()));
        }
        if (unusual.stream()
                .anyMatch(cell -> cell.system().equals(system)
                        && cell.workload().equals(side.at().workload()))) {
            return MissingEvidence.fate("%s was measured with other values than the original's, which --param chose"
                    .formatted(side.label()));
        }
        return results.absent().stream()
                .filter(one -> one.system().equals(system))
                .map(one -> MissingEvidence.fate(system + " " + one.told()))
                .findFirst()
                .orElseGet(() -> notMeasured(side));
    }

    private MissingEvidence notMeasured(ClaimedCells side) {
        String workload = side.at().workload();
        if (cells.stream().noneMatch(cell -> cell.system().equals(side.system()))) {
            boolean leftOut = results.leftOut().stream()
                    .anyMatch(
                            left -> left.suite().equals(suite) && left.systems().contains(side.system()));
            return MissingEvidence.of(leftOut ? Kind.LEFT_OUT : Kind.NOT_ASKED_FOR, side.system());
        }
        if (cells.stream().noneMatch(cell -> cell.workload().equals(workload))) {
            return MissingEvidence.of(Kind.WORKLOAD, workload);
        }
        Map<String, Long> away = new TreeMap<>(side.at().params());
        away.entrySet().removeIf(param -> !setToOtherThan(param.getKey(), param.getValue()));
        if (!away.isEmpty()) {
            return new MissingEvidence(Kind.CHOSEN_AWAY, workload, side.at().settings(), away);
        }
        return has(side.at())
                ? MissingEvidence.fate(side.label() + " was not part of this run")
                : new MissingEvidence(Kind.POINT, workload, side.at().settings(), Map.of());
    }

    /** Returns whether the command set values of a parameter, and this one was not among them. */
    boolean setToOtherThan(String param, long value) {
        List<Long> values = commandParams().get(param);
        return values != null && !values.contains(value);
    }

    Map<String, List<Long>> commandParams() {
        return results.terms(suite).params();
    }

    private Optional<MissingEvidence> lack(ClaimedCells side, Cell cell) {
        if (cell.verdict() != Verdict.MEASURED || cell.rounds().isEmpty()) {
            return Optional.of(MissingEvidence.fate("%s: %s".formatted(side.label(), cell.fate())));
        }
        long wrong = cell.rounds().stream()
                .mapToLong(round -> round.failed() + round.missing())
                .sum();
        if (wrong > 0) {
            return Optional.of(
                    MissingEvidence.fate("%s: %d of its timed calls went wrong".formatted(side.label(), wrong)));
        }
        // Such a round is one run of that many calls. A run that was cut short is a different one.
        if (cell.params().containsKey(Parameters.CALLS) && cell.capped()) {
            return Optional.of(MissingEvidence.fate(
                    "%s: its time was over before all calls were made, which --uncapped lets it go on with"
                            .formatted(side.label())));
        }
        long made = cell.rounds().stream().mapToLong(Round::calls).sum();
        long asked = calls.apply(cell).orElse(0L) * cell.rounds().size();
        if (2 * made < asked) {
            return Optional.of(
                    MissingEvidence.fate("%s: it made %,d of the original's %,d calls, less than half (--uncapped)"
                            .formatted(side.label(), made, asked)));
        }
        return cell.rounds().size() < Difference.LEAST_ROUNDS
                ? Optional.of(MissingEvidence.fate("%s: %d %s, and a significant difference takes %d"
                        .formatted(
                                side.label(),
                                cell.rounds().size(),
                                cell.rounds().size() == 1 ? "round" : "rounds",
                                Difference.LEAST_ROUNDS)))
                : Optional.empty();
    }

    String preset() {
        return results.preset();
    }

    boolean faithful() {
        return cells.stream().anyMatch(cell -> cell.mode().equals(Mode.FAITHFUL));
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
