package dev.wherry.cli;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.lab.Checkpoint;
import dev.wherry.lab.FolderLock;
import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** Until it is closed, no other run has this folder. */
    FolderLock lock() throws IOException {
        return FolderLock.of(path.toAbsolutePath());
    }

    /** Until it is closed: says how to go on, where the JVM is told to end before the run has come to its own end. */
    Hint hint(List<String> toldAgain) {
        return new Hint(toldAgain);
    }

    /**
     * Says the same of a run that has lost the host of its servers. Who has measured nothing yet has nothing to go on with, and
     * who is turned away would be again.
     */
    RuntimeException endedEarly(RemoteException lost, List<String> toldAgain) {
        return checkpoint.exists() && lost.code() != Code.REFUSED
                ? new CommandException(
                        Failures.exit(lost), "%s; %s".formatted(Failures.describe(lost), goingOn(toldAgain)), lost)
                : lost;
    }

    private String goingOn(List<String> toldAgain) {
        String words = Stream.concat(Stream.of("--resume", path.toString()), toldAgain.stream())
                .map(ResultsFolder::forAShell)
                .collect(Collectors.joining(" "));
        return "what was measured by then is kept, and this carries on with it:%n  wherry lab run %s".formatted(words);
    }

    private static String forAShell(String word) {
        return word.matches("[\\w./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
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

        private Hint(List<String> toldAgain) {
            atExit = new Thread(
                    () -> {
                        if (checkpoint.exists()) {
                            System.err.printf("%nwherry: interrupted; %s%n", goingOn(toldAgain));
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
