package dev.wherry.mobility.internal.child;

import dev.wherry.Endpoint;
import dev.wherry.mobility.ChildLimits;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Another JVM of the same version with the same classes, in which shipped code runs within limits. An endless loop,
 * {@code System.exit} or a crash there harms no other process. It is not a sandbox: the code may use the files, the network and the
 * processes that this process's user may use. For any thread.
 *
 * <p>The JVM limits heap and metaspace. A watch checks the rest several times a second: the wall time and the CPU time of each
 * {@link #begin task}, and the CPU time while no task runs. On Linux it also checks resident memory and threads. Processes that the child starts
 * do not count. Threads of the JVM and of Wherry do not count, nor does the one that runs each task.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.wherry.child");
    private static final long LONGEST_START_SECONDS = 60;
    private static final long LONGEST_END_SECONDS = 10;
    private static final Duration LONGEST_LAST_LINES = Duration.ofSeconds(1);

    /**
     * The threads that a child may start after it is ready, besides those of tasks. They are the lanes of its parent (32), and for
     * each processor those that compile, read and carry virtual threads.
     */
    private static final int OWN_THREADS = 40 + 4 * Runtime.getRuntime().availableProcessors();

    private static final int STATUS_OUT_OF_MEMORY = 3;
    private static final int STATUS_SIGNAL = 128;

    private final Process process;
    private final ChildFolder folder;
    private final ChildLimits limits;
    private final ChildOutput output;
    private final AtomicReference<@Nullable String> killed = new AtomicReference<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> removed = new CompletableFuture<>();
    private final Set<ChildTask> tasks = ConcurrentHashMap.newKeySet();
    private final RecentPeak mostTasks = new RecentPeak();
    /** The time without tasks; it begins again whenever there was one. */
    private ChildTask rest = new ChildTask(tasks);

    private String address = "";
    private int threadsAtStart;

    private ChildJvm(Process process, ChildFolder folder, ChildLimits limits, ChildOutput output) {
        this.process = process;
        this.folder = folder;
        this.limits = limits;
        this.output = output;
        var _ = ended.thenAccept(why -> output.ready().completeExceptionally(new IOException(why)));
    }

    /**
     * Starts a child, and returns when it listens.
     *
     * @param work its class is on the class path or module path. In the child a copy of it creates the endpoint that listens at the
     *     given address
     * @param lines is passed each line that the child prints, errors included, by one thread. While it blocks, the child blocks when
     *     it prints
     * @throws IOException if the child does not listen within a minute; the message has the child's output
     */
    public static <W extends Function<String, Endpoint> & Serializable> ChildJvm start(
            ChildLimits limits, W work, Consumer<String> lines) throws IOException {
        ChildFolder folder = ChildFolder.make();
        Process process;
        try {
            process = ChildCommand.of(limits, work.getClass(), folder.path()).start();
        } catch (IOException | RuntimeException e) {
            folder.remove();
            throw e;
        }
        String token = UUID.randomUUID().toString();
        ChildOutput output = new ChildOutput(process.getInputStream(), token, lines);
        ChildJvm child = new ChildJvm(process, folder, limits, output);
        child.attend();
        try {
            child.greet(token, work);
            ChildWatch.add(child);
            return child;
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    private void attend() {
        Thread reader = Thread.ofPlatform().daemon().name("wherry-" + this).start(output);
        Thread.ofVirtual().name("wherry-end of " + this).start(() -> end(reader));
    }

    private void greet(String token, Serializable work) throws IOException {
        try {
            write(token, work);
            address = output.ready().get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
            threadsAtStart = ProcessUsage.of(process.toHandle()).threads();
        } catch (ExecutionException e) {
            throw new IOException("No child JVM: " + ended.join() + "; it said: " + output.said(), e);
        } catch (TimeoutException e) {
            throw new IOException("No child JVM: it was not ready within " + LONGEST_START_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a child JVM started");
        }
    }

    /** Writes to the child's standard input, which stays open: the child ends when it is closed. */
    private void write(String token, Serializable work) {
        try {
            ObjectOutputStream lifeLine = new ObjectOutputStream(process.getOutputStream());
            lifeLine.writeObject(token);
            lifeLine.writeObject(work);
            lifeLine.flush();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The child has ended already; its status and its output say why", e);
        }
    }

    /** Returns the address at which its endpoint listens. */
    public String address() {
        return address;
    }

    /** Returns its process id. */
    public long pid() {
        return process.pid();
    }

    /** Returns the folder that it works in, which is removed when it has ended. */
    public Path folder() {
        return folder.path();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Returns a future of the sentence that says why the child has ended. Its last output was passed on before, unless it was killed
     * or that takes more than a second.
     */
    public CompletableFuture<String> ended() {
        return ended.copy();
    }

    /** Returns why it has ended. Called when it does not answer; it is killed if it does not end. */
    public String lost() {
        try {
            return ended.get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            kill("the connection to it was lost");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return ended.getNow("The child JVM is ending");
    }

    /**
     * Kills the child at once, and all processes that are still its descendants. Does nothing if it has ended or is being killed.
     *
     * @param why the rule that was violated, such as {@code the policy's rule 'wallTime' allows 5 s}
     */
    public void kill(String why) {
        // Before it is killed: afterwards they have another parent.
        List<ProcessHandle> descendants = process.descendants().toList();
        if (process.isAlive() && killed.compareAndSet(null, why)) {
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Begins a task, whose times are checked until it is closed. */
    public ChildTask begin() {
        ChildTask task = new ChildTask(tasks);
        tasks.add(task);
        var _ = mostTasks.add(tasks.size());
        return task;
    }

    /** Kills the child if it is above a limit. */
    void check() {
        try {
            check(ProcessUsage.of(process.toHandle()));
        } catch (IOException e) {
            LOG.log(
                    Level.DEBUG,
                    "Cannot read what " + this + " uses: it has ended, or the system lacks memory or file descriptors",
                    e);
        }
    }

    private void check(ProcessUsage now) {
        // Each task has a thread of Wherry, which ends before the peak is forgotten.
        int threads = now.threads() - threadsAtStart - OWN_THREADS - mostTasks.add(tasks.size());
        if (threads > limits.threads()) {
            kill(rule("threads", limits.threads(), threads));
        }
        if (now.residentBytes() > limits.memoryBytes()) {
            kill(rule("memoryBytes", limits.memoryBytes() + " bytes", now.residentBytes()));
        }
        if (tasks.isEmpty()) {
            check(rest.cpuTime(now.cpuTime()));
            return;
        }
        rest = new ChildTask(tasks);
        for (ChildTask task : tasks) {
            check(task.cpuTime(now.cpuTime()));
            if (task.wallTime().compareTo(limits.wallTime()) > 0) {
                kill(rule("wallTime", seconds(limits.wallTime()), seconds(task.wallTime())));
            }
        }
    }

    private void check(Duration cpuTime) {
        if (cpuTime.compareTo(limits.cpuTime()) > 0) {
            kill(rule("cpuTime", seconds(limits.cpuTime()), seconds(cpuTime)));
        }
    }

    private static String rule(String name, Object limit, Object met) {
        return "the policy's rule '" + name + "' allows " + limit + ", and it has reached " + met;
    }

    private static String seconds(Duration time) {
        return time.toMillis() / 1000.0 + " s";
    }

    private void end(Thread reader) {
        try {
            int status = process.waitFor();
            if (killed.get() != null) {
                ended.complete(why(status)); // its last output adds nothing to that
            }
            OrphanProcesses.end(folder.path());
            reader.join(LONGEST_LAST_LINES);
            ended.complete(why(status));
            folder.remove();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "Cannot remove the folder of " + this, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody has this thread to interrupt", e);
        } finally {
            removed.complete(null);
        }
    }

    private String why(int status) {
        String why = killed.get();
        if (why != null) {
            return "The child JVM was killed: " + why;
        }
        String itself = "The child JVM ended without being killed, with status " + status + ": ";
        String exit = "a task called System.exit(" + status + ") or Runtime.halt(" + status + ")";
        if (status == STATUS_OUT_OF_MEMORY) {
            return itself + "out of memory, for objects (the policy's rule 'heapBytes' allows " + limits.heapBytes()
                    + ") or for classes (" + ChildCommand.CLASS_SPACE + "), or " + exit;
        }
        if (Files.exists(folder.path().resolve("hs_err_pid" + pid() + ".log"))) { // the status of a crash may be 1
            return itself + "the JVM crashed; what it printed says where";
        }
        return itself
                + (status > STATUS_SIGNAL ? "it crashed or was killed, by signal " + (status - STATUS_SIGNAL) : exit);
    }

    /** Kills it if it is alive. Waits at most some seconds until its processes and its folder are gone. */
    @Override
    public void close() {
        kill("its host has closed it");
        try {
            removed.get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.log(Level.WARNING, this + " has not gone within " + LONGEST_END_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "child JVM " + process.pid();
    }
}
