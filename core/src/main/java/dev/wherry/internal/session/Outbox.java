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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a main link. Frames are queued under a short lock; whoever finds nobody writing writes, for all,
 * what fits and never blocks. What virtual threads send is gathered where that saves writes.
 */
public final class Outbox {
    private static final int CHUNK = 1 << 17;
    /** Unsent bytes of one link that are not taken from the room of all. */
    static final int SPARED = 1 << 16;

    /** Room that other sessions give back is found so soon. */
    private static final long ROOM_OF_OTHERS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long LAST_WORDS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Link link;
    private final int most;
    private final OutboundCapacity.Share room;
    private final Consumer<Throwable> failed;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    // Guarded by this.
    private final SendQueue queue = new SendQueue();
    private final BitSet defined = new BitSet();
    private final WriteBatching gathering;
    private boolean held;
    private boolean flushing;
    private boolean closed;
    /** Of the room of all, for what waits and for answers to come. */
    private long taken;

    private long reserved;

    // Of whoever flushes.
    private @Nullable Out batch;
    private int sent;
    /** The link takes nothing more for now: the loop goes on when it does. */
    private volatile boolean stuck;
    /** Why nothing more can be written. */
    private volatile @Nullable Throwable failure;

    private final AtomicLong written = new AtomicLong();

    /**
     * @param most bytes unsent after which {@link #awaitRoom} waits
     * @param room for answers
     */
    Outbox(Link link, int most, OutboundCapacity.Share room, Consumer<Throwable> failed) {
        this(link, most, room, failed, new WriteBatching());
    }

    Outbox(Link link, int most, OutboundCapacity.Share room, Consumer<Throwable> failed, WriteBatching gathering) {
        this.gathering = gathering;
        this.link = link;
        this.most = most;
        this.room = room;
        this.failed = failed;
    }

    /** @param full runs when not all could be written; then {@link #flush()} is to be called when there is room */
    public void whenFull(Runnable full) {
        this.full = full;
    }

    /** @param writer told when there is something to write, on a link whose writes block; it then calls {@link #flush()} */
    public void writeBy(Runnable writer) {
        this.writer = writer;
    }

    // ---- what is to be sent

    /** Sends a message that is ended. Its buffer is free again when this returns. */
    void send(OutboundMessage message) {
        if (add(message, true)) {
            flushClaimed();
        }
    }

    /** As {@link #send(OutboundMessage)}, unless too much waits already that a peer has caused: then false, and nothing is sent. */
    boolean sendIfTaken(OutboundMessage message) {
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

    /** As {@link #add(OutboundMessage)}, unless too much waits already that a peer has caused: then false, and nothing is added. */
    synchronized boolean addIfTaken(OutboundMessage message) {
        boolean takes = takes(message);
        if (takes) {
            add(message, false);
        }
        return takes;
    }

    /** In steps, so that the room of all is asked once for many short messages. The caller holds the lock. */
    private boolean takes(OutboundMessage message) {
        long more = queue.unsent() + message.out().size() - SPARED - (taken - reserved);
        if (more <= 0 || closed) {
            return true;
        }
        long step = Math.max(more, SPARED);
        if (!room.take(step)) {
            step = more;
            if (!room.take(step)) {
                return false;
            }
        }
        taken += step;
        return true;
    }

    /** The caller holds the lock. */
    private void giveRoom() {
        long unused = taken - reserved - Math.max(0, queue.unsent() - SPARED);
        if (unused > SPARED || (unused > 0 && queue.unsent() <= SPARED)) {
            taken -= unused;
            room.give(unused);
        }
    }

    /**
     * Waits for room for an answer that is likely to be as large as this, so that what is done is not done in vain.
     *
     * @return what is to be given back by {@link #unreserve}; 0 if it took too long
     */
    synchronized int reserve(int bytes, long nanos) throws InterruptedException {
        int likely = (int) Math.min(bytes, room.most() / 2);
        long until = System.nanoTime() + nanos;
        while (!closed && !room.take(likely)) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return 0;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, ROOM_OF_OTHERS));
        }
        if (closed) {
            return 0;
        }
        taken += likely;
        reserved += likely;
        return likely;
    }

    /** The answer is there, or none will be: it takes what was reserved, or the next. */
    synchronized void unreserve(int bytes) {
        if (!closed) {
            reserved -= bytes;
        }
    }

    /**
     * Sends a message that is ended, by a virtual thread. The others that can run just now do so first, so that what they
     * send leaves with it; what platform threads send does not wait for that, and the watcher sends what has waited long.
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

    /** True if the caller is to send what is gathered. */
    private synchronized boolean gather(OutboundMessage message) {
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
    public synchronized void hold() {
        held = true;
    }

    /** By the loop, or by whoever goes on in its place. */
    public void release() {
        synchronized (this) {
            held = false;
        }
        sendAdded();
    }

    /** Adds a message that is ended to what leaves next. The loop sees to it, by {@link #release}, that it does. */
    void add(OutboundMessage message) {
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
            giveRoom();
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
        room.give(taken);
        taken = 0;
        reserved = 0;
        notifyAll();
    }

    // ---- room

    public synchronized long unsent() {
        return queue.unsent();
    }

    /** Whether answers wait for which room was taken. */
    synchronized boolean holdsRoom() {
        return taken > reserved;
    }

    /** Bytes that the link has taken. */
    long written() {
        return written.get();
    }

    /** Whether more is unsent than the limit, and the link takes nothing of it just now. */
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
        if (!isFull() || reserved > 0) {
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
    public void flush() {
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
                written.lazySet(written.get() + count);
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
        giveRoom();
        tellOfRoom();
        return batch;
    }
}
