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
     * @throws IOException when the file cannot be written
     */
    public static void write(Results results, Path file) throws IOException {
        WholeFile.write(file, Document.of(results));
    }

    public static String csv(Results results) {
        return Csv.of(results);
    }

    public static String text(RunComparison comparison) {
        return CompareTable.of(comparison);
    }

    public static String text(Results results) {
        return Summary.of(results);
    }
}
