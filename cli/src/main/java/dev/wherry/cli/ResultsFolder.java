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

/** The folder for the results of a run. */
final class ResultsFolder {
    /** The parent of folders without a given name. */
    static final Path ALL = Path.of("lab-results");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path path;

    ResultsFolder(Path path) {
        this.path = path;
    }

    /** Named by the time. */
    static ResultsFolder fresh() {
        return new ResultsFolder(
                ALL.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)));
    }

    /**
     * Has the folder for a run that begins, and refuses what it cannot begin with now, and not when all is measured. Where the
     * plan is refused the folder goes again.
     */
    FolderLock toBegin() throws IOException {
        Path there = path.toAbsolutePath();
        for (Path next = there.getParent(); next != null && !Files.exists(there); next = there.getParent()) {
            there = next;
        }
        if (!Files.isDirectory(there)) {
            throw new CommandException(
                    ExitCode.USAGE, "%s is not a directory, and results are several files".formatted(there));
        }
        if (!Files.isWritable(there)) {
            throw new CommandException(ExitCode.USAGE, "Nothing may be written to %s".formatted(there));
        }
        return FolderLock.of(path.toAbsolutePath());
    }

    Path results() {
        return path.resolve(ResultsFile.NAME);
    }

    /** Writes the results of a run that is over, and returns where its page is. */
    Path write(Results results) throws IOException {
        results.write(results());
        Path report = ResultsFile.page(results());
        Report.write(results, report);
        return report;
    }
}
