package dev.wherry.lab.process;

import dev.wherry.lab.file.WholeFile;
import dev.wherry.lab.plan.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** All processes that the lab starts. None outlives it, even if it is interrupted from the terminal. */
public final class Processes {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
    private static final Set<Runnable> AT_END = ConcurrentHashMap.newKeySet();
    private static final long SECONDS_TO_DIE = 10;
    /** The folder of the JVMs' performance counters, which no flag moves. */
    private static final Path COUNTERS = Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));

    private static volatile boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Processes::killAll, "lab-processes"));
    }

    private Processes() {}

    public static Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        RUNNING.add(process);
        if (ending) {
            kill(process);
            throw new IOException("the lab is ending");
        }
        return process;
    }

    /** Runs this when the lab is interrupted, after all processes have ended. */
    public static void atEnd(Runnable cleaning) {
        AT_END.add(cleaning);
    }

    public static void notAtEnd(Runnable cleaning) {
        AT_END.remove(cleaning);
    }

    /** Returns whether the lab was interrupted. Failures from now on are due to that. */
    public static boolean areEnding() {
        return ending;
    }

    /** Throws if the lab was interrupted. Called after a failure, and before a result is kept. */
    public static void checkNotEnding() {
        if (ending) {
            throw new LabException("The run was interrupted");
        }
    }

    public static boolean isDead(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
    }

    /** Kills it with its descendants and waits until they have ended. */
    public static void kill(Process process) {
        // The descendants of a process that has ended cannot be found.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        // On a busy machine this takes a while, and the next process may need the same port.
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, SECONDS_TO_DIE, TimeUnit.SECONDS)
                .join();
        all.forEach(Processes::removeCounters);
        RUNNING.remove(process);
    }

    /** A JVM that was killed leaves them behind until another JVM starts. */
    private static void removeCounters(ProcessHandle ended) {
        try {
            Files.deleteIfExists(COUNTERS.resolve(String.valueOf(ended.pid())));
        } catch (IOException kept) {
            // The next one will.
        }
    }

    private static void killAll() {
        ending = true;
        RUNNING.forEach(Processes::kill);
        WholeFile.writeNoMore();
        AT_END.forEach(Runnable::run);
    }
}
