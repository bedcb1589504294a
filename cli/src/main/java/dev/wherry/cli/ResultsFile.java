package dev.wherry.cli;

import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Finds and shows the results of {@code lab run}. */
final class ResultsFile {
    static final String NAME = "results.json";

    private ResultsFile() {}

    /** Returns the file itself, or the results in a directory. */
    static Path at(Path given) {
        Path file = Files.isDirectory(given) ? given.resolve(NAME) : given;
        if (!Files.isRegularFile(file)) {
            throw new CommandException(ExitCode.NOT_FOUND, "File not found: " + file.toAbsolutePath());
        }
        return file;
    }

    /** Returns the file for the page of these results, beside them. */
    static Path page(Path results) {
        return results.resolveSibling("report.html");
    }

    /** Prints results, and below them the places of their files. */
    static void show(Results results, PrintWriter to, String... where) {
        to.print(Report.text(results));
        to.println();
        Stream.of(where).forEach(to::println);
        to.flush();
    }

    static Results read(Path given) throws IOException {
        Path file = at(given);
        return Given.read(() -> Results.read(file));
    }

    /** Returns the latest results. The names of the directories are dates, so it is the last by name. */
    static Path latest() throws IOException {
        if (Files.isDirectory(ResultsFolder.ALL)) {
            try (Stream<Path> folders = Files.list(ResultsFolder.ALL)) {
                return folders.map(folder -> folder.resolve(NAME))
                        .filter(Files::isRegularFile)
                        .max(Comparator.naturalOrder())
                        .orElseThrow(ResultsFile::none);
            }
        }
        throw none();
    }

    private static CommandException none() {
        return new CommandException(
                ExitCode.NOT_FOUND, "No results found in lab-results. Name a file, or run 'wherry lab run' first");
    }
}
