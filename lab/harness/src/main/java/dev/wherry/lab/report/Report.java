package dev.wherry.lab.report;

import dev.wherry.lab.compare.RunComparison;
import dev.wherry.lab.file.WholeFile;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Path;

/** Shows the results of a run to people. */
public final class Report {
    private Report() {}

    /**
     * Writes one HTML file that holds everything it needs: it opens from disk and makes no network request.
     *
     * @param file replaced if it exists
     * @throws IOException when the file cannot be written
     */
    public static void write(Results results, Path file) throws IOException {
        WholeFile.write(file, Document.of(results));
    }

    /** Every round as RFC 4180 text, with a line for every cell that has none. */
    public static String csv(Results results) {
        return Csv.of(results);
    }

    /** Two runs as a plain table for a terminal. */
    public static String text(RunComparison comparison) {
        return CompareTable.of(comparison);
    }

    /** A few lines for a terminal; the page has the rest. */
    public static String text(Results results) {
        return Summary.of(results);
    }
}
