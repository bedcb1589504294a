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
 * Another JVM of the same version with the same classes, in which shipped code runs within limits. What it does to
 * itself, an endless loop, {@code System.exit} or a crash, harms nobody else. It is no sandbox: it has all that this
 * process's user may do, files, network and further processes among them. For any thread.
 *
 * <p>Heap and metaspace are limited by the JVM. The rest is looked at several times a second: wall time; CPU time, that of
 * this process without those that it starts; and, on Linux, threads, beyond those that the JVM and Wherry have themselves
 * and the one that each task runs on.
 * Times are those of a {@link #begin task}, and CPU time also that of what is left behind when none runs.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Logger LOG = System.getLogger("dev.wherry.child");
    private static final long LONGEST_START_SECONDS = 60;
    private static final long LONGEST_END_SECONDS = 10;
    private static final Duration LONGEST_LAST_LINES = Duration.ofSeconds(1);

    /**
     * What may come once it is ready and is not the task's: the lanes of its parent (32), and for each processor threads
     * that compile, read and carry virtual threads.
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
    private final Peak mostTasks = new Peak();
    /** The time in which there is none; it begins anew whenever one is seen. */
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
     * Starts one, and returns when it listens.
     *
     * @param work of a class on the class path or module path. A copy of it makes, in the child, the endpoint that is to
     *     listen at the given address
     * @param lines told of all that the child prints, its errors included, line by line by one thread. While it does
     *     not return, the child waits as it prints
     * @throws IOException if there is no child within a minute; it says what the child said
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
            threadsAtStart = Usage.of(process.toHandle()).threads();
        } catch (ExecutionException e) {
            throw new IOException("No child JVM: " + ended.join() + "; it said: " + output.said(), e);
        } catch (TimeoutException e) {
            throw new IOException("No child JVM: it was not ready within " + LONGEST_START_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a child JVM started");
        }
    }

    /** To what stays open then: it is the child's life line. */
    private void write(String token, Serializable work) {
        try {
            ObjectOutputStream lifeLine = new ObjectOutputStream(process.getOutputStream());
            lifeLine.writeObject(token);
            lifeLine.writeObject(work);
            lifeLine.flush();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The child has ended already; why, its status and its words will tell", e);
        }
    }

    /** Where its endpoint listens: an address to connect to. */
    public String address() {
        return address;
    }

    public long pid() {
        return process.pid();
    }

    /** The folder that it works in; removed when it has ended. */
    public Path folder() {
        return folder.path();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Why it has ended, as a sentence, once it has. What it printed last was passed on before, unless it was killed or that
     * takes more than a second.
     */
    public CompletableFuture<String> ended() {
        return ended.copy();
    }

    /** Why it has ended: it does not answer any more, and is killed if that is not because it is ending. */
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
     * Kills it and all processes that it has started and that are still its descendants, at once. Does nothing to one
     * that has ended or is being killed for another reason.
     *
     * @param why the rule that was broken, such as {@code the policy's rule 'wallTime' allows 5 s}
     */
    public void kill(String why) {
        // Found before it is killed: afterwards they are nobody's.
        List<ProcessHandle> descendants = process.descendants().toList();
        if (process.isAlive() && killed.compareAndSet(null, why)) {
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** A task begins; its times are watched until it is closed. */
    public ChildTask begin() {
        ChildTask task = new ChildTask(tasks);
        tasks.add(task);
        var _ = mostTasks.add(tasks.size());
        return task;
    }

    /** Looks whether it is within its limits. */
    void look() {
        try {
            look(Usage.of(process.toHandle()));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "What " + this + " uses is not to be seen: it has ended, or the system is short", e);
        }
    }

    private void look(Usage now) {
        // Each task has a thread of Wherry's, which outlasts its answer by less than the peak is remembered.
        int threads = now.threads() - threadsAtStart - OWN_THREADS - mostTasks.add(tasks.size());
        if (threads > limits.threads()) {
            kill(rule("threads", limits.threads(), threads));
        }
        if (now.residentBytes() > limits.memoryBytes()) {
            kill(rule("memoryBytes", limits.memoryBytes() + " bytes", now.residentBytes()));
        }
        if (tasks.isEmpty()) {
            look(rest.cpuTime(now.cpuTime()));
            return;
        }
        rest = new ChildTask(tasks);
        for (ChildTask task : tasks) {
            look(task.cpuTime(now.cpuTime()));
            if (task.wallTime().compareTo(limits.wallTime()) > 0) {
                kill(rule("wallTime", seconds(limits.wallTime()), seconds(task.wallTime())));
            }
        }
    }

    private void look(Duration cpuTime) {
        if (cpuTime.compareTo(limits.cpuTime()) > 0) {
            kill(rule("cpuTime", seconds(limits.cpuTime()), seconds(cpuTime)));
        }
    }

    private static String rule(String name, Object limit, Object met) {
        return "the policy's rule '" + name + "' allows " + limit + ", and it has come to " + met;
    }

    private static String seconds(Duration time) {
        return time.toMillis() / 1000.0 + " s";
    }

    private void end(Thread reader) {
        try {
            int status = process.waitFor();
            if (killed.get() != null) {
                ended.complete(why(status)); // its last words cannot tell more
            }
            OrphanProcesses.end(folder.path());
            reader.join(LONGEST_LAST_LINES);
            ended.complete(why(status));
            folder.remove();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The folder of " + this + " is left behind", e);
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
        String itself = "The child JVM ended by itself with status " + status + ": ";
        String exit = "a task called System.exit(" + status + ") or Runtime.halt(" + status + ")";
        if (status == STATUS_OUT_OF_MEMORY) {
            return itself + "out of memory, for objects (the policy's rule 'heapBytes' allows " + limits.heapBytes()
                    + ") or for classes (" + ChildCommand.CLASS_SPACE + "), or " + exit;
        }
        if (Files.exists(folder.path().resolve("hs_err_pid" + pid() + ".log"))) { // of any crash; the status is 1
            return itself + "the JVM crashed; what it printed says where";
        }
        return itself
                + (status > STATUS_SIGNAL ? "it crashed or was killed, by signal " + (status - STATUS_SIGNAL) : exit);
    }

    /** Kills it if it lives, and waits, for some seconds at the most, until nothing of it is left. */
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
