package dev.wherry.lab.process;

import java.io.IOException;
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
    private static volatile boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Processes::killAll, "lab-processes"));
    }

    private Processes() {}

    /** Starts a process and remembers it. */
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

    /** Takes that back. */
    public static void notAtEnd(Runnable cleaning) {
        AT_END.remove(cleaning);
    }

    /** Whether the lab was interrupted, and what fails now fails for that. */
    public static boolean areEnding() {
        return ending;
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
        RUNNING.remove(process);
    }

    private static void killAll() {
        ending = true;
        RUNNING.forEach(Processes::kill);
        AT_END.forEach(Runnable::run);
    }
}
