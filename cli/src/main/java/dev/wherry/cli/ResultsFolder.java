package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
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
import java.util.function.BooleanSupplier;
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
        return lock(
                () -> !checkpoint.exists(),
                ExitCode.USAGE,
                "%s has a run that was interrupted: --resume %s carries on with it; else remove %s"
                        .formatted(path, path, checkpoint.file()));
    }

    /** Has the folder for a run that is carried on with, and refuses one that has none. */
    FolderLock toResume() throws IOException {
        String none = "There is no interrupted run in %s%s"
                .formatted(path.toAbsolutePath(), Files.exists(results()) ? "; the one there is over" : "");
        if (!Files.isDirectory(path)) {
            throw new CommandException(ExitCode.NOT_FOUND, none);
        }
        return lock(checkpoint::exists, ExitCode.NOT_FOUND, none);
    }

    /** Looked at under the lock, since what a run that goes on has kept is none that was interrupted. */
    private FolderLock lock(BooleanSupplier fit, ExitCode code, String otherwise) throws IOException {
        FolderLock lock = FolderLock.of(path.toAbsolutePath());
        if (!fit.getAsBoolean()) {
            lock.close();
            throw new CommandException(code, otherwise);
        }
        return lock;
    }

    /** Until it is closed: says how to go on, where the JVM is told to end before the run has come to its own end. */
    Hint hint(List<String> toldAgain) {
        return new Hint(toldAgain);
    }

    /**
     * Says the same of a run that has lost the host of its servers. Who has measured nothing yet has nothing to go on with, and
     * who is turned away would be again.
     */
    RuntimeException endedEarly(CallException lost, List<String> toldAgain) {
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
        results.write(results());
        Path report = ResultsFile.page(results());
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
