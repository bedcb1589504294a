package dev.wherry.cli;

import dev.wherry.lab.FolderLock;
import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The directory for the results of a run. */
final class ResultsFolder {
    /** The parent of directories without a given name. */
    static final Path ALL = Path.of("lab-results");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path path;

    ResultsFolder(Path path) {
        this.path = path;
    }

    /** Returns a new directory, named by the time. */
    static ResultsFolder fresh() {
        return new ResultsFolder(
                ALL.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)));
    }

    /**
     * Locks the directory for a run. It fails now if the results cannot be written, and not after the run. If the plan of the
     * run is refused, closing the lock deletes a new directory.
     */
    FolderLock toBegin() throws IOException {
        Path there = path.toAbsolutePath();
        for (Path next = there.getParent(); next != null && !Files.exists(there); next = there.getParent()) {
            there = next;
        }
        if (!Files.isDirectory(there)) {
            throw new CommandException(
                    ExitCode.USAGE, "Not a directory: %s. Results are several files".formatted(there));
        }
        if (!Files.isWritable(there)) {
            throw new CommandException(ExitCode.USAGE, "Permission denied: cannot write to %s".formatted(there));
        }
        return FolderLock.of(path.toAbsolutePath());
    }

    Path results() {
        return path.resolve(ResultsFile.NAME);
    }

    /** Writes the results of a finished run, and returns the file of its report. */
    Path write(Results results) throws IOException {
        results.write(results());
        Path report = ResultsFile.page(results());
        Report.write(results, report);
        return report;
    }
}
