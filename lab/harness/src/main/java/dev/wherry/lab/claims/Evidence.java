package dev.wherry.lab.claims;

import dev.wherry.lab.claims.MissingEvidence.Kind;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.results.OfferedRate;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a run measured of one suite, where the two ends were as a claim has them. */
final class Evidence {
    private final String suite;
    private final Results results;
    private final @Nullable EndsPlacement ends;

    /** In closed loops, as all originals' callers called. */
    private final List<Cell> cells;

    private final List<Cell> atARate;

    private final List<Cell> unusual;
    private final Function<Cell, Optional<Long>> calls;
    private final double resolution;

    /**
     * Of a suite's cells.
     *
     * @param usual whether one has the values that the suite has by itself
     * @param calls how many the original made in a round of such a cell; empty where that is not known
     * @param resolution how far a system is from itself in this run, in percent
     * @param ends where they must have been; null for anywhere
     */
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
        this.ends = ends;
        List<Cell> here = results.cells().stream()
                .filter(cell -> cell.suite().equals(suite) && (ends == null || ends.has(cell)))
                .toList();
        unusual = here.stream().filter(usual.negate()).toList();
        Map<Boolean, List<Cell>> own = here.stream()
                .filter(usual)
                .collect(Collectors.partitioningBy(
                        cell -> OfferedRate.of(cell.params()).isPresent()));
        cells = own.getOrDefault(false, List.of());
        atARate = own.getOrDefault(true, List.of());
    }

    /** Why the run has nothing to say at all, since its ends were elsewhere; empty where they were not. */
    Optional<String> elsewhere() {
        boolean any = results.cells().stream().anyMatch(cell -> cell.suite().equals(suite));
        return Optional.ofNullable(ends)
                .filter(_ -> any && cells.isEmpty() && atARate.isEmpty() && unusual.isEmpty())
                .map(EndsPlacement::otherwise);
    }

    /** Processors that the two ends had, where both were on one machine. */
    int processors() {
        return cells.stream()
                .mapToInt(cell ->
                        cell.processors(results.machine(suite, cell.placement()).cores()))
                .min()
                .orElse(results.machine().cores());
    }

    /** The cells of the side, whatever became of them. */
    List<Cell> cells(ClaimedCells side) {
        return cells.stream()
                .filter(cell -> cell.system().equals(side.system()) && side.at().has(cell))
                .toList();
    }

    /** All rounds of the side's cells. */
    Stream<Round> rounds(ClaimedCells side) {
        return cells(side).stream().flatMap(cell -> cell.rounds().stream());
    }

    /** Whether anybody was put to it. */
    boolean has(Where where) {
        return cells.stream().anyMatch(where::has);
    }

    /** The figures of all its rounds. */
    Sample sample(Figure figure, ClaimedCells side) {
        return new Sample(figures(figure, cells(side)), resolution);
    }

    static List<Double> figures(Figure figure, List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.rounds().stream())
                .map(figure::of)
                .toList();
    }

    /** How far a system is from itself in this run, in percent. */
    double resolution() {
        return resolution;
    }

    /** Why nothing can be said of the side; empty where something can. */
    Optional<MissingEvidence> lack(ClaimedCells side) {
        List<Cell> here = cells(side);
        return here.isEmpty()
                ? Optional.of(missing(side))
                : here.stream().flatMap(cell -> lack(side, cell).stream()).findFirst();
    }

    /** Why there is no cell of the side. */
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
        Map<String, Long> away = chosenAway(side.at());
        if (!away.isEmpty()) {
            return new MissingEvidence(Kind.CHOSEN_AWAY, workload, side.at().settings(), away);
        }
        return has(side.at())
                ? MissingEvidence.fate(side.label() + " was not part of this run")
                : new MissingEvidence(Kind.POINT, workload, side.at().settings(), Map.of());
    }

    /** Of a place's values those that the run was told others than. */
    private Map<String, Long> chosenAway(Where where) {
        Map<String, Long> away = new TreeMap<>(where.params());
        away.entrySet().removeIf(param -> !toldOtherThan(param.getKey(), param.getValue()));
        return away;
    }

    /** Whether the run was told values of a parameter, and this one was not among them. */
    boolean toldOtherThan(String param, long value) {
        List<Long> values = told().get(param);
        return values != null && !values.contains(value);
    }

    private Map<String, List<Long>> told() {
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
        // A round is a run of so many calls then, and one that was cut short is another.
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
                ? Optional.of(MissingEvidence.fate("%s: %s, and it takes %d to tell a difference from chance"
                        .formatted(side.label(), rounds(cell.rounds()), Difference.LEAST_ROUNDS)))
                : Optional.empty();
    }

    private static String rounds(List<Round> rounds) {
        return rounds.size() == 1 ? "1 round" : rounds.size() + " rounds";
    }

    /** What is lacking, in a sentence without its end. */
    String tell(Collection<MissingEvidence> lacks) {
        return MissingEvidence.tell(lacks, results.preset(), told(), faithful());
    }

    /** The same as a sentence. */
    String sentence(Collection<MissingEvidence> lacks) {
        return MissingEvidence.sentence(lacks, results.preset(), told(), faithful());
    }

    private boolean faithful() {
        return cells.stream().anyMatch(cell -> cell.mode().equals(Mode.FAITHFUL));
    }

    /** A sentence that says how many of the sides' cells were cut short, and to how little; empty where none was. */
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
                        .formatted(capped.size(), all.size(), capped.size() == 1 ? "was" : "were", fewest(capped));
    }

    private static long fewest(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> cell.rounds().stream())
                .mapToLong(Round::calls)
                .min()
                .orElseThrow();
    }
}
