package dev.wherry.internal.session;

import dev.wherry.internal.protocol.SendQueue;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a main link. Frames are queued under a short lock; whoever finds nobody writing writes, for all,
 * what fits and never blocks. What virtual threads send is gathered where that saves writes.
 */
final class Outbox {
    private static final int CHUNK = 1 << 17;
    private static final long LAST_WORDS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Link link;
    private final int most;
    private final Consumer<Throwable> failed;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    // Guarded by this.
    private final SendQueue queue = new SendQueue();
    private final BitSet defined = new BitSet();
    private final Gathering gathering;
    private boolean held;
    private boolean flushing;
    private boolean closed;

    // Of whoever flushes.
    private @Nullable Out batch;
    private int sent;
    /** The link takes nothing more for now: the loop goes on when it does. */
    private volatile boolean stuck;
    /** Why nothing more can be written. */
    private volatile @Nullable Throwable failure;

    /** @param most bytes unsent after which {@link #awaitRoom} waits */
    Outbox(Link link, int most, Consumer<Throwable> failed) {
        this(link, most, failed, new Gathering());
    }

    Outbox(Link link, int most, Consumer<Throwable> failed, Gathering gathering) {
        this.gathering = gathering;
        this.link = link;
        this.most = most;
        this.failed = failed;
    }

    /** @param full runs when not all could be written; then {@link #flush()} is to be called when there is room */
    void whenFull(Runnable full) {
        this.full = full;
    }

    /** @param writer told when there is something to write, on a link whose writes block; it then calls {@link #flush()} */
    void writeBy(Runnable writer) {
        this.writer = writer;
    }

    // ---- what is to be sent

    /** Sends a message that is ended. Its buffer is free again when this returns. */
    void send(Message message) {
        if (add(message, true)) {
            flushClaimed();
        }
    }

    /**
     * Sends a message that is ended, by a virtual thread. The others that can run just now do so first, so that what they
     * send leaves with it; what platform threads send does not wait for that, and the watcher sends what has waited long.
     */
    void sendTogether(Message message) {
        long begun = System.nanoTime();
        if (!gather(message)) {
            return;
        }
        try {
            gathering.letOthersRun();
        } finally {
            gathered(System.nanoTime() - begun);
            sendAdded();
        }
    }

    /** True if the caller is to send what is gathered. */
    private synchronized boolean gather(Message message) {
        add(message, false);
        return !flushing && !held && gathering.begins();
    }

    private synchronized void gathered(long nanos) {
        gathering.ends(nanos);
    }

    /**
     * By the loop, which begins to handle what has come by the link. What anybody adds while it does leaves in one write at
     * {@link #release}: whom it wakes are those who send next.
     */
    synchronized void hold() {
        held = true;
    }

    /** By the loop, or by whoever goes on in its place. */
    void release() {
        synchronized (this) {
            held = false;
        }
        sendAdded();
    }

    /** Adds a message that is ended to what leaves next. The loop sees to it, by {@link #release}, that it does. */
    void add(Message message) {
        add(message, false);
    }

    /** Sends what was added, if nobody is sending or about to. */
    void sendAdded() {
        if (claim()) {
            flushClaimed();
        }
    }

    /** By the watcher: what whoever met a failure could not finish. */
    void look() {
        Throwable e = failure;
        if (e != null) {
            failed.accept(e);
        } else {
            sendAdded();
        }
    }

    /** Sends frames that define and refer to nothing. */
    void send(Out frames) {
        add(frames);
        sendAdded();
    }

    private synchronized void add(Out frames) {
        if (!closed) {
            queue.frames().write(frames.array(), 0, frames.size());
        }
    }

    /** True if it is to be sent at once, and the caller is to do it. */
    private synchronized boolean add(Message message, boolean atOnce) {
        if (closed) {
            return false;
        }
        message.definitions(defined, queue.frames());
        Out out = message.out();
        if (queue.passes(out)) {
            queue.frames().write(out.array(), 0, out.size());
        } else {
            queue.add(out, message.takingBack());
        }
        return atOnce && claim();
    }

    /** True if there is something to send and nobody is sending, or about to: then the caller is. */
    private synchronized boolean claim() {
        if (flushing || held || closed || failure != null || queue.isEmpty()) {
            return false;
        }
        flushing = true;
        return true;
    }

    /**
     * Sends what is said before the link is closed. Whoever is writing just now is given a moment to write this too;
     * nobody is waited for where the link takes nothing.
     */
    void sendLast(Out frames) {
        add(frames);
        release();
        long until = System.nanoTime() + LAST_WORDS;
        synchronized (this) {
            for (long left = LAST_WORDS; flushing && !stuck && !closed && left > 0; left = until - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** Gives up a call that has not left as a whole; false if there is none of this id. */
    boolean abort(long id) {
        Runnable takingBack;
        synchronized (this) {
            takingBack = queue.abort(id);
            tellOfRoom();
        }
        if (takingBack != null) {
            takingBack.run();
        }
        return takingBack != null;
    }

    /** Nobody waits here any more. */
    synchronized void close() {
        closed = true;
        queue.clear();
        notifyAll();
    }

    // ---- room

    synchronized long unsent() {
        return queue.unsent();
    }

    /** Whether more is unsent than the limit. */
    synchronized boolean isFull() {
        return queue.unsent() > most;
    }

    /**
     * Waits while more is unsent than the limit. Never called by a thread that reads.
     *
     * @param going false: there is nothing to wait for any more, of which {@link #wake()} tells
     * @return false if it took too long
     */
    synchronized boolean awaitRoom(long nanos, BooleanSupplier going) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        while (isFull() && !closed && going.getAsBoolean()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Waits as long as it takes, or until the end. */
    void awaitRoom() throws InterruptedException {
        awaitRoom(Long.MAX_VALUE / 2, () -> true);
    }

    /** Who waits for room looks again whether to go on. */
    synchronized void wake() {
        notifyAll();
    }

    private void tellOfRoom() {
        if (!isFull()) {
            notifyAll();
        }
    }

    // ---- writing

    /** An overflow of a caller's stack must not leave the flag up: then nobody would ever write again. */
    private void flushClaimed() {
        try {
            startFlush();
        } catch (Error e) {
            unclaim();
            throw e;
        }
    }

    private synchronized void unclaim() {
        flushing = false;
    }

    private void startFlush() {
        if (writer != null) {
            writer.run();
        } else {
            flush();
        }
    }

    /** By the holder of the flag only: writes on. */
    void flush() {
        if (stuck) { // and what the thread that was stuck left behind is seen
            stuck = false;
        }
        try {
            for (Out now = batch(); now != null; now = batch()) {
                int count = link.write(now.array(), sent, Math.min(CHUNK, now.size() - sent));
                if (count == 0) {
                    stuck = true;
                    if (full != null) {
                        full.run();
                    }
                    return;
                }
                sent += count;
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e; // first, since telling of it may fail as well
            failed.accept(e);
        }
    }

    /** What is being written, or the next; null: nothing is left, and the flag is down. */
    private @Nullable Out batch() {
        Out now = batch;
        return now != null && sent < now.size() ? now : next();
    }

    private synchronized @Nullable Out next() {
        sent = 0;
        batch = queue.next();
        flushing = batch != null;
        tellOfRoom();
        return batch;
    }
}
