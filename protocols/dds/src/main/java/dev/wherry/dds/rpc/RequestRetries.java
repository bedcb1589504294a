package dev.wherry.dds.rpc;

import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Reader;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends the requests of a replicated service again until each has a reply: at once if a server is given up, as its reply may have been lost
 * and those of the others were dropped, and otherwise after a while. For any thread.
 */
final class RequestRetries {
    private static final long TICK_MILLIS = 5;
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(2);

    private final Reader replies;
    private final SampleSender sender;
    private final Executor ticks;
    private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private int alive; // of one tick at a time
    private boolean again; // of one tick at a time

    /** A request without a reply. */
    private static final class Waiting {
        final CdrWriter request;
        long pause = FIRST_PAUSE;
        long due = System.nanoTime() + FIRST_PAUSE;

        Waiting(CdrWriter request) {
            this.request = request;
        }
    }

    RequestRetries(Reader replies, SampleSender sender, Executor executor) {
        this.replies = replies;
        this.sender = sender;
        ticks = CompletableFuture.delayedExecutor(TICK_MILLIS, TimeUnit.MILLISECONDS, executor);
    }

    /** Called when a request is sent first. */
    void begin(long sequence, CdrWriter request) {
        waiting.put(sequence, new Waiting(request));
        startTicking();
    }

    /** Called when a call has ended. */
    void end(long sequence) {
        waiting.remove(sequence);
    }

    private void startTicking() {
        if (!waiting.isEmpty() && ticking.compareAndSet(false, true)) {
            next();
        }
    }

    private void next() {
        try {
            ticks.execute(this::tick);
        } catch (RejectedExecutionException e) {
            waiting.clear(); // the stubs are closed
        }
    }

    private void tick() {
        try {
            int now = replies.alive();
            boolean fewer = now < alive;
            alive = now;
            boolean all = fewer || again; // once more: the others own the replies a moment later
            again = fewer;
            waiting.values().forEach(each -> retry(each, all));
        } catch (DdsException e) {
            if (e.kind() == DdsException.Kind.CLOSED) {
                waiting.clear();
            } else {
                DdsLog.ofPeer(Level.WARNING, () -> "Requests are not repeated at this moment", e);
            }
        }
        if (waiting.isEmpty()) {
            ticking.set(false);
            startTicking();
        } else {
            next();
        }
    }

    private void retry(Waiting each, boolean now) {
        long time = System.nanoTime();
        if (now || time - each.due >= 0) {
            each.pause = now ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 2 * each.pause);
            each.due = time + each.pause;
            sender.sendLater(
                    each.request.array(),
                    each.request.size(),
                    failed -> SampleSender.report("A repeated request", failed));
        }
    }
}
