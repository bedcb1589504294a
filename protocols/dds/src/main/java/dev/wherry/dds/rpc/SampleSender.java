package dev.wherry.dds.rpc;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Writer;
import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the samples of one writer on a platform thread, since a write may block the thread with its carrier. The thread ends when there
 * was nothing to send for a while. For any thread.
 */
public final class SampleSender implements AutoCloseable {
    private static final int IDLE_SECONDS = 5;

    private final Writer writer;
    private final ThreadPoolExecutor thread;

    /** @param most the most samples that wait */
    public SampleSender(Writer writer, String name, int most) {
        this.writer = writer;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(most),
                Thread.ofPlatform().daemon().name(name).factory());
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Sends a sample on the thread of this.
     *
     * @param done is given the failure; null if the sample was sent
     */
    void sendLater(byte[] payload, int length, Consumer<@Nullable DdsException> done) {
        runLater(() -> writer.write(payload, 0, length), done);
    }

    /** Sends a sample: on the calling thread if that is a platform thread. */
    void send(byte[] payload, int length, Consumer<@Nullable DdsException> done) {
        run(() -> writer.write(payload, 0, length), done);
    }

    /**
     * Runs an operation of the writer on the thread of this.
     *
     * @param done is given the failure; null if there was none
     */
    public void runLater(Runnable write, Consumer<@Nullable DdsException> done) {
        try {
            thread.execute(() -> runNow(write, done));
        } catch (RejectedExecutionException e) {
            done.accept(new DdsException(
                    thread.isShutdown() ? DdsException.Kind.CLOSED : DdsException.Kind.TIMEOUT,
                    "Too many samples wait to be sent, or the writer is closed"));
        }
    }

    /** Runs an operation of the writer: on the calling thread if that is a platform thread. */
    public void run(Runnable write, Consumer<@Nullable DdsException> done) {
        if (Thread.currentThread().isVirtual()) {
            runLater(write, done);
        } else {
            runNow(write, done);
        }
    }

    private static void runNow(Runnable write, Consumer<@Nullable DdsException> done) {
        DdsException failed = null;
        try {
            write.run();
        } catch (DdsException e) {
            failed = e;
        }
        done.accept(failed);
    }

    /** Logs the failure to send something that nobody waits for here. */
    static void report(String description, @Nullable DdsException failed) {
        if (failed != null && failed.kind() != DdsException.Kind.CLOSED) {
            DdsLog.ofPeer(Level.WARNING, () -> description + " was not sent: " + failed.getMessage(), null);
        }
    }

    /** Sends nothing more. Called after the writer is closed, so that what waits fails at once. */
    @Override
    public void close() {
        thread.shutdownNow().forEach(Runnable::run);
    }
}
