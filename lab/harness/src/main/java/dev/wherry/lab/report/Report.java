package dev.wherry.lab.report;

import dev.wherry.lab.file.WholeFile;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Shows the results of a run to people. */
public final class Report {
    private static final String SMOKE = "Smoke run: correctness only; the figures mean nothing.";

    private Report() {}

    /**
     * Writes one HTML file that holds everything it needs: it opens from disk and makes no network request.
     *
     * @throws IOException when the file cannot be written
     */
    public static void write(Results results, Path file) throws IOException {
        WholeFile.write(file, Document.of(results));
    }

    public static String csv(Results results) {
        return Csv.of(results);
    }

    /** Returns the few lines for a terminal: verdicts, absent systems and what went wrong. The page has the figures. */
    public static String text(Results results) {
        return Stream.of(
                        Stream.of(SMOKE).filter(_ -> results.smoke()),
                        measured(results),
                        Conclusions.of(results).values().stream()
                                .map(each ->
                                        "%s, conclusions of its original: %s".formatted(each.suite(), each.count())),
                        results.absent().stream().map(CellLine::of),
                        results.cells().stream()
                                .filter(Cell::wrong)
                                .map(cell -> "went wrong: %s %s".formatted(cell.suite(), CellLine.of(cell))))
                .flatMap(lines -> lines)
                .map(line -> PlainText.safe(line) + "\n")
                .collect(Collectors.joining());
    }

    private static Stream<String> measured(Results results) {
        return Grid.group(results.cells(), cell -> results.name(cell.suite(), cell.placement())).entrySet().stream()
                .map(suite -> "%s: %d of %d cells were measured"
                        .formatted(
                                suite.getKey(),
                                suite.getValue().stream()
                                        .filter(cell -> !cell.rounds().isEmpty())
                                        .count(),
                                suite.getValue().size()));
    }
}
