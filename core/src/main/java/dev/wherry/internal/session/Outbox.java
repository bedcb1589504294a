package dev.wherry.internal.session;

import dev.wherry.internal.loop.Batching;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SendQueue;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a main link. Frames are queued under a short lock. A thread that finds nobody writing writes for all, as much
 * as fits, and never blocks. Messages of virtual threads are gathered where that saves writes.
 */
@SuppressWarnings("ReferenceEquality") // the question is whether this very link is the present one
public final class Outbox implements Batching {
    /** The main link that this writes. */
    interface Owner {
        /** Writing to a link has failed. */
        void broken(Link link, Throwable e);
    }

    private static final int CHUNK = 1 << 17;
    private static final long TIME_FOR_LAST = TimeUnit.MILLISECONDS.toNanos(50);

    private final int most;
    private final Owner owner;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    // Guarded by this.
    private final SendQueue queue = new SendQueue();
    private final OutboundStream stream;
    private final BitSet defined = new BitSet();
    private final WriteBatching gathering;
    private final AnswerCapacity capacity;
    private boolean held;
    /** Whether a thread writes, or is about to, or waits until the link accepts more. */
    private boolean flushing;
    /** Whether a thread is in a write to the link. */
    private boolean writing;

    private boolean closed;
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
    Outbox(int most, SentBytes bytes, OutboundCapacity.SessionShare capacity, Owner owner, WriteBatching gathering) {
        this.gathering = gathering;
        stream = new OutboundStream(bytes);
        this.most = most;
        this.capacity = new AnswerCapacity(capacity);
        this.owner = owner;
    }

    // ---- links

    /**
     * Writes to a link from now on.
     *
     * @param position up to which the peer has received everything
     * @throws ProtocolException if it cannot be there: then only the reason for the end is still written
     */
    void open(Link next, long position) {
        synchronized (this) {
            try {
                stream.open(next, position);
            } catch (ProtocolException e) {
                queue.clear();
                throw e;
            } finally {
                failure = null;
            }
        }
        sendAdded();
    }

    /** Writes nothing more to the link, which is closed. */
    synchronized void leaveLink() {
        stream.leaveLink();
    }

    /** Returns a number that is negative while there is no link, and changes with each link. */
    int links() {
        return stream.links();
    }

    /** Waits until no thread writes to the link that was left. */
    synchronized void awaitIdle() throws InterruptedIOException {
        while (writing) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new InterruptedIOException("Interrupted while a write to the last link ends");
            }
        }
        full = null;
        writer = null;
        flushing = false;
        stuck = false;
    }

    /** Acknowledges everything up to a position. */
    void acknowledge(long position) {
        synchronized (this) {
            stream.received(position);
        }
        sendAdded();
    }

    /** The peer has received everything up to a position. */
    public void acknowledged(long position) {
        synchronized (this) {
            stream.acknowledged(position);
            giveCapacity();
        }
        sendAdded();
    }

    /** Returns the position up to which the peer is known to have received everything. */
    synchronized long acknowledged() {
        return stream.acknowledged();
    }

    /** Whether nothing more may be written before the peer acknowledges what was. */
    synchronized boolean awaitsPeer() {
        return stream.awaitsPeer();
    }

    /** @param full runs when not all could be written; then {@link #flush} is to be called when the link accepts more */
    public void whenFull(Runnable full) {
        this.full = full;
    }

    /** @param writer runs when there is something to write, on a link whose writes block; it then calls {@link #flush} */
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

    /** The caller holds the lock. */
    private boolean takes(OutboundMessage message) {
        return closed || capacity.takes(unsent(), message.out().size());
    }

    /**
     * Waits for capacity for an answer that is likely to be as large as this, so that its call does not run in vain.
     *
     * @return the bytes to be given back by {@link #unreserve}; 0 if it took too long
     */
    synchronized int reserve(int bytes, long nanos) throws InterruptedException {
        return capacity.reserve(bytes, nanos, this);
    }

    /** Ends a reservation: the answer is made, or none will be. */
    synchronized void unreserve(int bytes) {
        capacity.unreserve(bytes);
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
    @Override
    public synchronized void hold() {
        held = true;
    }

    /** Sends what was held back. Called by the loop, or by the thread that continues instead of it. */
    @Override
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
        Throwable e = failure;
        Link link;
        synchronized (this) {
            stream.trim();
            link = stream.link();
        }
        if (e != null && link != null) {
            owner.broken(link, e);
        } else {
            sendAdded();
        }
    }

    /** Sends frames that define and refer to nothing. */
    void send(Out frames) {
        synchronized (this) {
            if (!closed) {
                queue.frames().write(frames.array(), 0, frames.size());
            }
        }
        sendAdded();
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
        if (flushing || held || closed || failure != null || !stream.hasMore(queue)) {
            return null;
        }
        flushing = stream.link() != null;
        return stream.link();
    }

    /**
     * Sends the last frames before the link is closed. A thread that is writing now, or opens the first link, gets a moment to write
     * them too, unless the link accepts nothing.
     */
    void sendLast(Out frames) {
        synchronized (this) {
            if (!closed) {
                stream.addLast(frames, queue);
            }
        }
        release();
        long until = System.nanoTime() + TIME_FOR_LAST;
        synchronized (this) {
            for (long left = TIME_FOR_LAST; isToWrite() && left > 0; left = until - System.nanoTime()) {
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private boolean isToWrite() {
        return (flushing || stream.links() == 0) && !stuck && !closed;
    }

    /** Gives up a call that was not sent as a whole. Returns false if there is none of this id. */
    boolean abort(long id) {
        Runnable takingBack;
        synchronized (this) {
            takingBack = queue.abort(id);
            giveCapacity();
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
        stream.clear();
        capacity.close();
        notifyAll();
    }

    // ---- capacity

    /** Bytes that the link has not accepted yet. */
    public synchronized long unsent() {
        return queue.unsent() + stream.unwritten();
    }

    /** Whether answers wait for which capacity was taken. */
    synchronized boolean holdsCapacity() {
        return capacity.isHeld();
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
        return (stuck || stream.awaitsPeer() || writer != null) && isFull();
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

    private void giveCapacity() {
        capacity.give(unsent());
        if (!isFull() || capacity.isReserved()) {
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
            synchronized (this) {
                flushing &= stream.link() != to;
            }
            throw e;
        }
    }

    /** Writes as much as the link accepts. Called by the holder of the flag alone. Does nothing if there is another link by now. */
    void flush(Link to) {
        try {
            while (next(to)) {
                int count = to.write(stream.array(), stream.offset(), stream.length());
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
        if (stream.link() != to) {
            return false;
        }
        stuck = false;
        writing = stream.choose(queue, CHUNK);
        flushing = writing;
        if (!writing) {
            giveCapacity();
        }
        return writing;
    }

    /** Returns whether the link may accept more. */
    private boolean wrote(Link to, int count) {
        Runnable waits = null;
        synchronized (this) {
            writing = false;
            if (stream.link() != to) {
                notifyAll();
                return false;
            }
            if (count == 0) {
                stuck = true;
                waits = full;
            } else if (!closed) {
                stream.wrote(count);
            }
            giveCapacity();
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
        if (stream.link() == to) {
            failure = e;
        }
    }
}
