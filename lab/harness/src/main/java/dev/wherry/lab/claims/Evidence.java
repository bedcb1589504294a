package dev.wherry.lab.claims;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.OfferedRate;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run measured of one suite. */
final class Evidence {
    /** Two sets of fewer rounds can never be told apart at the rank test's level. */
    private static final int ROUNDS_AT_LEAST = 3;

    /** Where this is a parameter, a round is a run of so many calls, and one that was cut short is another. */
    private static final String CALLS = "calls";

    /** In closed loops, as all originals' callers called. */
    private final List<Cell> cells;

    private final List<Cell> atARate;
    private final List<Absent> absent;

    Evidence(String suite, Results results) {
        Map<Boolean, List<Cell>> own = results.cells().stream()
                .filter(cell -> cell.suite().equals(suite))
                .collect(Collectors.partitioningBy(
                        cell -> OfferedRate.of(cell.params()).isPresent()));
        cells = own.getOrDefault(false, List.of());
        atARate = own.getOrDefault(true, List.of());
        absent = results.absent();
    }

    /** The cells of the side, whatever became of them. */
    List<Cell> cells(Side side) {
        return cells.stream()
                .filter(cell -> cell.system().equals(side.system()) && side.at().has(cell))
                .toList();
    }

    /** The figures of all its rounds. */
    Sample sample(Figure figure, Side side) {
        return sample(figure, cells(side));
    }

    static Sample sample(Figure figure, List<Cell> cells) {
        return new Sample(cells.stream()
                .flatMap(cell -> cell.rounds().stream())
                .map(figure::of)
                .toList());
    }

    /** Why nothing can be said of the side; empty where something can. */
    Optional<String> lack(Side side) {
        List<Cell> here = cells(side);
        if (here.isEmpty()) {
            return Optional.of(missing(side));
        }
        return here.stream().flatMap(cell -> lack(side, cell).stream()).findFirst();
    }

    String missing(Side side) {
        if (atARate.stream()
                .anyMatch(
                        cell -> cell.system().equals(side.system()) && side.at().has(cell))) {
            return "%s was offered calls at a rate, and the original's callers called as fast as they were answered"
                    .formatted(side.label());
        }
        return absent.stream()
                .filter(one -> one.system().equals(side.system()))
                .map(one -> "%s is not on this machine (%s)".formatted(side.system(), one.probe()))
                .findFirst()
                .orElse(side.label() + " was not part of this run");
    }

    private static Optional<String> lack(Side side, Cell cell) {
        if (cell.verdict() != Verdict.MEASURED || cell.rounds().isEmpty()) {
            String verdict = cell.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            String reason = cell.reason() == null
                    ? ""
                    : ": " + cell.reason().lines().findFirst().orElse("");
            return Optional.of("%s: %s%s".formatted(side.label(), verdict, reason));
        }
        long wrong = cell.rounds().stream()
                .mapToLong(round -> round.failed() + round.missing())
                .sum();
        if (wrong > 0) {
            return Optional.of("%s: %d of its timed calls went wrong".formatted(side.label(), wrong));
        }
        if (cell.params().containsKey(CALLS) && cell.capped()) {
            return Optional.of("%s: its time was over before all calls were made".formatted(side.label()));
        }
        return cell.rounds().size() < ROUNDS_AT_LEAST
                ? Optional.of("%s: %s, and it takes %d to tell a difference from chance"
                        .formatted(side.label(), rounds(cell.rounds()), ROUNDS_AT_LEAST))
                : Optional.empty();
    }

    private static String rounds(List<Round> rounds) {
        return rounds.size() == 1 ? "1 round" : rounds.size() + " rounds";
    }
}
