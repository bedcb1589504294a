package dev.wherry.internal.session;

import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.SendQueue;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
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
        /** Writing to a link has failed. */
        void broken(Link link, Throwable e);
    }

    private static final int CHUNK = 1 << 17;
    /** Unsent bytes of one link that do not count against the capacity of all links. */
    static final int SPARED = 1 << 16;

    /** How often a waiting thread checks for capacity that other sessions have given back. */
    private static final long CHECK_FOR_CAPACITY = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long LAST_WORDS = TimeUnit.MILLISECONDS.toNanos(50);

    private final int most;
    private final OutboundCapacity.SessionShare capacity;
    private final Owner owner;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    // Guarded by this.
    private final SendQueue queue = new SendQueue();
    private final SentBytes bytes;
    /** Null while there is none. */
    private @Nullable Link link;

    private final BitSet defined = new BitSet();
    private final WriteBatching gathering;
    private boolean held;
    /** Whether a thread writes, or is about to, or waits until the link accepts more. */
    private boolean flushing;
    /** Whether a thread is in a write to the link. */
    private boolean writing;
    /** Whether nothing more may be written before the peer acknowledges what was. */
    private boolean awaitsPeer;

    private boolean closed;
    /** The position up to which everything was received, for the peer; and the one that was sent last. */
    private long received;

    private long receivedSent;
    /** Bytes of the capacity of all links: for queued answers, and for answers that are still to be made. */
    private long taken;

    private long reserved;

    // What is written next: of the bytes, or a frame that is not among them. Of the thread that flushes.
    private final Out control = new Out(32);
    private int controlSent;
    private byte[] from = control.array();
    private int offset;
    private int length;
    /** The link accepts nothing more for now: the loop continues when it does. */
    private volatile boolean stuck;
    /** Why nothing more can be written. */
    private volatile @Nullable Throwable failure;

    private final AtomicLong written = new AtomicLong();

    /**
     * @param most bytes unsent after which {@link #awaitCapacity} waits
     * @param bytes for what is written
     * @param capacity for answers
     */
    Outbox(int most, SentBytes bytes, OutboundCapacity.SessionShare capacity, Owner owner) {
        this(most, bytes, capacity, owner, new WriteBatching());
    }

    Outbox(int most, SentBytes bytes, OutboundCapacity.SessionShare capacity, Owner owner, WriteBatching gathering) {
        this.gathering = gathering;
        this.bytes = bytes;
        this.most = most;
        this.capacity = capacity;
        this.owner = owner;
    }

    // ---- links

    /**
     * Writes to a link from now on.
     *
     * @param position up to which the peer has received everything
     */
    void open(Link next, long position) {
        synchronized (this) {
            bytes.resume(position);
            link = next;
            failure = null;
            receivedSent = received;
        }
        sendAdded();
    }

    /** Writes nothing more to the link, which is closed. */
    synchronized void leaveLink() {
        link = null;
    }

    /** Waits until no thread writes to the link that was left. */
    synchronized void awaitIdle() {
        boolean interrupted = false;
        while (writing) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // a write to a closed link ends at once
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        full = null;
        writer = null;
        flushing = false;
        stuck = false;
        control.reset(0);
        controlSent = 0;
    }

    /** Tells the peer up to which position everything was received. */
    void acknowledge(long position) {
        synchronized (this) {
            received = position;
        }
        sendAdded();
    }

    /** The peer has received everything up to a position. */
    void acknowledged(long position) {
        synchronized (this) {
            bytes.acknowledge(position);
            awaitsPeer = false;
            giveCapacity();
            notifyOfCapacity();
        }
        sendAdded();
    }

    /** Whether nothing more may be written before the peer acknowledges what was. */
    synchronized boolean awaitsPeer() {
        return awaitsPeer;
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
        flushClaimed(add(message, true));
    }

    /** As {@link #send(OutboundMessage)}; if too many bytes of answers wait already, returns false and sends nothing. */
    boolean trySend(OutboundMessage message) {
        Link mine;
        synchronized (this) {
            if (!takes(message)) {
                return false;
            }
            mine = add(message, true);
        }
        flushClaimed(mine);
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
        long more = unsent() + message.out().size() - SPARED - (taken - reserved);
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
        long unused = taken - reserved - Math.max(0, unsent() - SPARED);
        if (unused > SPARED || (unused > 0 && unsent() <= SPARED)) {
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
        flushClaimed(claim());
    }

    /** Finishes what a thread could not finish because of a failure. Called by the watcher. */
    void check() {
        Link failed = failed();
        if (failed != null) {
            owner.broken(failed, Objects.requireNonNull(failure));
        } else {
            sendAdded();
        }
    }

    /** Returns the link if writing to it has failed. */
    private synchronized @Nullable Link failed() {
        bytes.trim();
        return failure == null ? null : link;
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

    /** Returns the link to which the caller is to send it at once; null if there is nothing to do. */
    private synchronized @Nullable Link add(OutboundMessage message, boolean atOnce) {
        if (closed) {
            return null;
        }
        message.definitions(defined, queue.frames());
        Out out = message.out();
        if (queue.passes(out)) {
            queue.frames().write(out.array(), 0, out.size());
        } else {
            queue.add(out, message.takingBack());
        }
        return atOnce ? claim() : null;
    }

    /** Returns the link if there is something to send and no other thread is sending or about to; then the caller has to. */
    private synchronized @Nullable Link claim() {
        if (flushing || held || closed || failure != null || !hasMore()) {
            return null;
        }
        flushing = link != null;
        return link;
    }

    /** The caller holds the lock. */
    private boolean hasMore() {
        return bytes.unwritten() > 0 || received != receivedSent || (!queue.isEmpty() && !awaitsPeer);
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
        bytes.clear();
        capacity.give(taken);
        taken = 0;
        reserved = 0;
        notifyAll();
    }

    // ---- capacity

    /** Bytes that the link has not accepted yet. */
    public synchronized long unsent() {
        return queue.unsent() + bytes.unwritten();
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
    synchronized boolean isHeldBack() {
        return (stuck || awaitsPeer || writer != null) && isFull();
    }

    /** Whether more is unsent than the limit. */
    synchronized boolean isFull() {
        return unsent() > most;
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
    private void flushClaimed(@Nullable Link to) {
        if (to == null) {
            return;
        }
        try {
            Runnable by = writer;
            if (by != null) {
                by.run();
            } else {
                flush(to);
            }
        } catch (Error e) {
            unclaim(to);
            throw e;
        }
    }

    private synchronized void unclaim(Link to) {
        if (link == to) {
            flushing = false;
        }
    }

    /** Writes as much as the link accepts. Called by the holder of the flag alone. Does nothing if there is another link by now. */
    void flush(Link to) {
        try {
            while (next(to)) {
                int count = to.write(from, offset, length);
                if (!wrote(to, count)) {
                    return;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(to, e); // first, since reporting it may fail as well
            owner.broken(to, e);
        }
    }

    /** Chooses what is written next. Returns false if nothing is left, and the flag is reset. */
    private synchronized boolean next(Link to) {
        if (link != to) {
            return false;
        }
        stuck = false;
        if (bytes.unwritten() == 0 && controlSent == control.size()) {
            if (received != receivedSent) {
                writeReceived();
            } else if (!closed && !queue.isEmpty()) {
                queue.moveTo(bytes, CHUNK);
                awaitsPeer = bytes.unwritten() == 0;
            }
        }
        boolean another = controlSent < control.size();
        from = another ? control.array() : bytes.array();
        offset = another ? controlSent : bytes.offset();
        length = another ? control.size() - controlSent : Math.min(CHUNK, bytes.unwritten());
        writing = length > 0;
        flushing = writing;
        if (!writing) {
            giveCapacity();
            notifyOfCapacity();
        }
        return writing;
    }

    private void writeReceived() {
        control.reset(32);
        controlSent = 0;
        int start = Frame.begin(control, Frame.RECEIVED, 0, 0);
        control.writeLong(received);
        Frame.end(control, start);
        receivedSent = received;
    }

    /** Returns whether the link may accept more. */
    private boolean wrote(Link to, int count) {
        Runnable waits = null;
        synchronized (this) {
            writing = false;
            if (link != to) {
                notifyAll();
                return false;
            }
            if (count == 0) {
                stuck = true;
                waits = full;
            } else if (controlSent < control.size()) {
                controlSent += count;
            } else if (!closed) {
                bytes.wrote(count);
            }
            giveCapacity();
            notifyOfCapacity();
        }
        written.lazySet(written.get() + count);
        if (waits != null) {
            waits.run();
        }
        return count > 0;
    }

    private synchronized void failed(Link to, Throwable e) {
        writing = false;
        notifyAll();
        if (link == to) {
            failure = e;
        }
    }
}
