package dev.wherry.cli;

import dev.wherry.RemoteException;
import dev.wherry.lab.Checkpoint;
import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Where a run's results go, and until it is over what it has measured by then. */
final class ResultsFolder {
    /** What has the folders that nobody has named. */
    static final Path ALL = Path.of("lab-results");

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private final Path path;
    private final Checkpoint checkpoint;

    ResultsFolder(Path path) {
        this.path = path;
        checkpoint = Checkpoint.in(path);
    }

    /** Named by the time. */
    static ResultsFolder fresh() {
        return new ResultsFolder(
                ALL.resolve(LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)));
    }

    Checkpoint checkpoint() {
        return checkpoint;
    }

    /**
     * Refuses what a run cannot begin with now, and not when all is measured. The folder is not made yet, since the plan may be
     * refused.
     */
    ResultsFolder toBegin() {
        Path there = path.toAbsolutePath();
        for (Path next = there.getParent(); next != null && !Files.exists(there); next = there.getParent()) {
            there = next;
        }
        if (!Files.isDirectory(there)) {
            throw new CommandException(
                    ExitCode.USAGE, "%s is no folder, and results are several files".formatted(there));
        }
        if (!Files.isWritable(there)) {
            throw new CommandException(ExitCode.USAGE, "Nothing may be written to %s".formatted(there));
        }
        if (checkpoint.exists()) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "%s has a run that was interrupted: --resume %s carries on with it; else remove %s"
                            .formatted(path, path, checkpoint.file()));
        }
        return this;
    }

    /** Refuses what has no run that could be carried on with. */
    ResultsFolder toResume() {
        if (!checkpoint.exists()) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "There is no interrupted run in %s%s"
                            .formatted(
                                    path.toAbsolutePath(), Files.exists(results()) ? "; the one there is over" : ""));
        }
        return this;
    }

    /** Until it is closed: says how to go on, where the JVM is told to end before the run has come to its own end. */
    Hint hint(@Nullable Path tokenFile) {
        return new Hint(tokenFile);
    }

    /** Says the same of a run that has lost the host of its servers; what has measured nothing yet has nothing to go on with. */
    RuntimeException endedEarly(RemoteException lost, @Nullable Path tokenFile) {
        return checkpoint.exists()
                ? new CommandException(
                        Failures.exit(lost), "%s; %s".formatted(Failures.describe(lost), goingOn(tokenFile)), lost)
                : lost;
    }

    /** With the token as it was told, for it is asked for again. */
    private String goingOn(@Nullable Path tokenFile) {
        return "what was measured by then is kept, and this carries on with it:%n  wherry lab run --resume %s%s"
                .formatted(path, tokenFile == null ? "" : " --token-file " + tokenFile);
    }

    Path results() {
        return path.resolve(ResultsFile.NAME);
    }

    /** Writes the results of a run that is over, and returns where its page is. */
    Path write(Results results) throws IOException {
        Files.createDirectories(path);
        results.write(results());
        Path report = path.resolve("report.html");
        Report.write(results, report);
        checkpoint.discard();
        return report;
    }

    final class Hint implements AutoCloseable {
        private final Thread atExit;

        private Hint(@Nullable Path tokenFile) {
            atExit = new Thread(
                    () -> {
                        if (checkpoint.exists()) {
                            System.err.printf("%nwherry: interrupted; %s%n", goingOn(tokenFile));
                        }
                    },
                    "wherry-resume");
            Runtime.getRuntime().addShutdownHook(atExit);
        }

        @Override
        public void close() {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                return; // the JVM ends, and it has been said
            }
        }
    }
}
