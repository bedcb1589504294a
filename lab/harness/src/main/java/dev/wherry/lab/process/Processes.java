package dev.wherry.lab.process;

import dev.wherry.lab.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Every process that the lab starts; none outlives it, not even when it is interrupted from the terminal. */
public final class Processes {
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();
    private static final Set<Runnable> AT_END = ConcurrentHashMap.newKeySet();
    private static final long SECONDS_TO_DIE = 10;
    /** The folder of the counters of virtual machines, which no flag moves. */
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

    /** Has this run when the lab ends before its time, once no process is left. */
    public static void atEnd(Runnable cleaning) {
        AT_END.add(cleaning);
    }

    public static void notAtEnd(Runnable cleaning) {
        AT_END.remove(cleaning);
    }

    /** Whether the lab was interrupted, and what fails now fails for that. */
    public static boolean areEnding() {
        return ending;
    }

    public static boolean isDead(long process) {
        return ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty();
    }

    /** Kills it and whatever it started, and sees them end; does nothing to one that has ended. */
    public static void kill(Process process) {
        // Found before anything is killed: once the parent is gone they cannot be.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        // On a busy machine the kernel takes a while, and the next process may want the same port.
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, SECONDS_TO_DIE, TimeUnit.SECONDS)
                .join();
        all.forEach(Processes::removeCounters);
        RUNNING.remove(process);
    }

    /** A virtual machine that was killed leaves them to the next one, and nobody knows when that comes. */
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
