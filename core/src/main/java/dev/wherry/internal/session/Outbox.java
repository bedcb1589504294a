package dev.wherry.internal.session;

import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.SendQueue;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a main link. Frames are queued under a short lock. A thread that finds nobody writing writes for all, as much
 * as fits, and never blocks. Messages of virtual threads are gathered where that saves writes.
 */
public final class Outbox {
    /** The main link that this writes. */
    interface Owner {
        /** Ends the session, since writing has failed. */
        void broken(Throwable e);
    }

    private static final int CHUNK = 1 << 17;
    /** Unsent bytes of one link that do not count against the capacity of all links. */
    static final int SPARED = 1 << 16;

    /** How often a waiting thread checks for capacity that other sessions have given back. */
    private static final long CHECK_FOR_CAPACITY = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long LAST_WORDS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Link link;
    private final int most;
    private final OutboundCapacity.SessionShare capacity;
    private final Owner owner;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    // Guarded by this.
    private final SendQueue queue = new SendQueue();
    private final BitSet defined = new BitSet();
    private final WriteBatching gathering;
    private boolean held;
    private boolean flushing;
    private boolean closed;
    /** Bytes of the capacity of all links: for queued answers, and for answers that are still to be made. */
    private long taken;

    private long reserved;

    // Of the thread that flushes.
    private @Nullable Out batch;
    private int sent;
    /** The link accepts nothing more for now: the loop continues when it does. */
    private volatile boolean stuck;
    /** Why nothing more can be written. */
    private volatile @Nullable Throwable failure;

    private final AtomicLong written = new AtomicLong();

    /**
     * @param most bytes unsent after which {@link #awaitCapacity} waits
     * @param capacity for answers
     */
    Outbox(Link link, int most, OutboundCapacity.SessionShare capacity, Owner owner) {
        this(link, most, capacity, owner, new WriteBatching());
    }

    Outbox(Link link, int most, OutboundCapacity.SessionShare capacity, Owner owner, WriteBatching gathering) {
        this.gathering = gathering;
        this.link = link;
        this.most = most;
        this.capacity = capacity;
        this.owner = owner;
    }

    /** @param full runs when not all could be written; then {@link #flush()} is to be called when the link accepts more */
    public void whenFull(Runnable full) {
        this.full = full;
    }

    /** @param writer runs when there is something to write, on a link whose writes block; it then calls {@link #flush()} */
    public void writeBy(Runnable writer) {
        this.writer = writer;
    }

    // ---- sending

    /** Sends a message that is ended. Its buffer is free again when this returns. */
    void send(OutboundMessage message) {
        if (add(message, true)) {
            flushClaimed();
        }
    }

    /** As {@link #send(OutboundMessage)}; if too many bytes of answers wait already, returns false and sends nothing. */
    boolean trySend(OutboundMessage message) {
        boolean mine;
        synchronized (this) {
            if (!takes(message)) {
                return false;
            }
            mine = add(message, true);
        }
        if (mine) {
            flushClaimed();
        }
        return true;
    }

    /** As {@link #add(OutboundMessage)}; if too many bytes of answers wait already, returns false and adds nothing. */
    synchronized boolean tryAdd(OutboundMessage message) {
        boolean takes = takes(message);
        if (takes) {
            add(message, false);
        }
        return takes;
    }

    /** Takes capacity in steps, so that many short messages take it once. The caller holds the lock. */
    private boolean takes(OutboundMessage message) {
        long more = queue.unsent() + message.out().size() - SPARED - (taken - reserved);
        if (more <= 0 || closed) {
            return true;
        }
        long step = Math.max(more, SPARED);
        if (!capacity.take(step)) {
            step = more;
            if (!capacity.take(step)) {
                return false;
            }
        }
        taken += step;
        return true;
    }

    /** The caller holds the lock. */
    private void giveCapacity() {
        long unused = taken - reserved - Math.max(0, queue.unsent() - SPARED);
        if (unused > SPARED || (unused > 0 && queue.unsent() <= SPARED)) {
            taken -= unused;
            capacity.give(unused);
        }
    }

    /**
     * Waits for capacity for an answer that is likely to be as large as this, so that its call does not run in vain.
     *
     * @return the bytes to be given back by {@link #unreserve}; 0 if it took too long
     */
    synchronized int reserve(int bytes, long nanos) throws InterruptedException {
        int likely = (int) Math.min(bytes, capacity.most() / 2);
        long until = System.nanoTime() + nanos;
        while (!closed && !capacity.take(likely)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return 0;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, CHECK_FOR_CAPACITY));
        }
        if (closed) {
            return 0;
        }
        taken += likely;
        reserved += likely;
        return likely;
    }

    /** Ends a reservation: the answer is made, or none will be. */
    synchronized void unreserve(int bytes) {
        if (!closed) {
            reserved -= bytes;
        }
    }

    /**
     * Sends a message that is ended, by a virtual thread. The others that can run now do so first, so that their messages leave
     * with it. Messages of platform threads do not wait for that. The watcher sends those that have waited long.
     */
    void sendTogether(OutboundMessage message) {
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

    /** Returns true if the caller is to send what is gathered. */
    private synchronized boolean gather(OutboundMessage message) {
        add(message, false);
        return !flushing && !held && gathering.begins();
    }

    private synchronized void gathered(long nanos) {
        gathering.ends(nanos);
    }

    /**
     * Holds back all messages while the loop handles frames that it has read. They leave in one write at {@link #release}, since
     * the threads that the loop wakes are those that send next.
     */
    public synchronized void hold() {
        held = true;
    }

    /** Sends what was held back. Called by the loop, or by the thread that continues instead of it. */
    public void release() {
        synchronized (this) {
            held = false;
        }
        sendAdded();
    }

    /** Adds a message that is ended. The loop sends it by {@link #release}. */
    void add(OutboundMessage message) {
        add(message, false);
    }

    /** Sends what was added, unless another thread is sending or about to. */
    void sendAdded() {
        if (claim()) {
            flushClaimed();
        }
    }

    /** Finishes what a thread could not finish because of a failure. Called by the watcher. */
    void check() {
        Throwable e = failure;
        if (e != null) {
            owner.broken(e);
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

    /** Returns true if it is to be sent at once, by the caller. */
    private synchronized boolean add(OutboundMessage message, boolean atOnce) {
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

    /** Returns true if there is something to send and no other thread is sending or about to; then the caller has to. */
    private synchronized boolean claim() {
        if (flushing || held || closed || failure != null || queue.isEmpty()) {
            return false;
        }
        flushing = true;
        return true;
    }

    /**
     * Sends the last frames before the link is closed. A thread that is writing now gets a moment to write them too, unless the
     * link accepts nothing.
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

    /** Gives up a call that was not sent as a whole. Returns false if there is none of this id. */
    boolean abort(long id) {
        Runnable takingBack;
        synchronized (this) {
            takingBack = queue.abort(id);
            giveCapacity();
            notifyOfCapacity();
        }
        if (takingBack != null) {
            takingBack.run();
        }
        return takingBack != null;
    }

    /** Drops all messages, and wakes all waiting threads. */
    synchronized void close() {
        closed = true;
        queue.clear();
        capacity.give(taken);
        taken = 0;
        reserved = 0;
        notifyAll();
    }

    // ---- capacity

    public synchronized long unsent() {
        return queue.unsent();
    }

    /** Whether answers wait for which capacity was taken. */
    synchronized boolean holdsCapacity() {
        return taken > reserved;
    }

    /** Returns whether the link accepts nothing more for now. */
    boolean isStuck() {
        return stuck;
    }

    /** Bytes that the link has accepted. */
    long written() {
        return written.get();
    }

    /** Whether more is unsent than the limit, and the link accepts nothing of it now. */
    boolean isHeldBack() {
        return (stuck || writer != null) && isFull();
    }

    /** Whether more is unsent than the limit. */
    synchronized boolean isFull() {
        return queue.unsent() > most;
    }

    /**
     * Waits while more is unsent than the limit. Never called by a thread that reads.
     *
     * @param going false: there is nothing to wait for any more; {@link #wake()} has it checked again
     * @return false if it took too long
     */
    synchronized boolean awaitCapacity(long nanos, BooleanSupplier going) throws InterruptedException {
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

    /** Makes all waiting threads check again whether to go on. */
    synchronized void wake() {
        notifyAll();
    }

    private void notifyOfCapacity() {
        if (!isFull() || reserved > 0) {
            notifyAll();
        }
    }

    // ---- writing

    /** An overflow of a caller's stack must not leave the flag set: then no thread would ever write again. */
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

    /** Writes as much as the link accepts. Called by the holder of the flag alone. */
    public void flush() {
        if (stuck) { // reading it makes the writes of the thread that was stuck visible
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
                written.lazySet(written.get() + count);
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e; // first, since reporting it may fail as well
            owner.broken(e);
        }
    }

    /** Returns the batch that is being written, or the next; null: nothing is left, and the flag is reset. */
    private @Nullable Out batch() {
        Out now = batch;
        return now != null && sent < now.size() ? now : next();
    }

    private synchronized @Nullable Out next() {
        sent = 0;
        batch = queue.next();
        flushing = batch != null;
        giveCapacity();
        notifyOfCapacity();
        return batch;
    }
}
