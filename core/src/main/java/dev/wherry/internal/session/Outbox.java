package dev.wherry.internal.session;

import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.LinkDefinitions;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sending side of a main link. Frames are appended under a short lock; whoever finds nobody writing writes, for all,
 * what fits and never blocks. Long messages leave in fragments, one at a turn, so that short ones pass between them.
 */
final class Outbox {
    private static final int CHUNK = 1 << 17;
    private static final long LAST_WORDS = TimeUnit.MILLISECONDS.toNanos(50);

    /** A message that takes its turns, since it is too long for one frame or follows such a one; how far it has gone. */
    private static final class LongMessage {
        final byte[] bytes;
        final int size;
        final Runnable takingBack;
        int next = Frame.HEADER;
        boolean first = true;
        boolean aborted;

        LongMessage(byte[] bytes, int size, Runnable takingBack) {
            this.bytes = bytes;
            this.size = size;
            this.takingBack = takingBack;
        }

        int type() {
            return bytes[Frame.LENGTH];
        }

        int flags() {
            return bytes[Frame.LENGTH + 1];
        }

        long id() {
            return new In().over(bytes, Frame.LENGTH + 2, Frame.HEADER).readLong();
        }

        boolean isOrdered() {
            return (flags() & Frame.ORDERED) != 0;
        }
    }

    private final Link link;
    private final LinkDefinitions definitions = new LinkDefinitions();
    private final Deque<LongMessage> longs = new ArrayDeque<>();
    /** Ordered calls behind a long one: they would overtake it. */
    private final Deque<LongMessage> behind = new ArrayDeque<>();

    private boolean orderedUnderWay;
    private final Consumer<Throwable> failed;
    private final int most;
    private Out waiting = new Out(1 << 10);
    private Out sending = new Out(1 << 10);
    private int sent;
    private boolean flushing;
    /** The link takes nothing more for now: the loop goes on when it does. */
    private volatile boolean stuck;

    private long longBytes;
    private boolean closed;
    private volatile @Nullable Runnable full;
    private volatile @Nullable Runnable writer;

    /** @param most bytes unsent after which {@link #awaitRoom} waits */
    Outbox(Link link, int most, Consumer<Throwable> failed) {
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

    /** Sends a message that is ended. Its buffer is free again when this returns. */
    void send(Message message) {
        Out out = message.out();
        boolean ordered = (out.array()[Frame.LENGTH + 1] & Frame.ORDERED) != 0;
        synchronized (this) {
            if (closed) {
                return;
            }
            message.definitions(definitions, waiting);
            if (out.size() > Frame.HEADER + Frame.FRAGMENT || (ordered && orderedUnderWay)) {
                int size = out.size();
                longBytes += size - Frame.HEADER;
                Runnable takingBack = message.takingBack();
                queue(new LongMessage(out.detach(), size, takingBack));
            } else {
                waiting.write(out.array(), 0, out.size());
            }
            if (flushing) {
                return;
            }
            flushing = true;
        }
        startFlush();
    }

    private void queue(LongMessage message) {
        if (message.isOrdered() && orderedUnderWay) {
            behind.add(message);
        } else {
            orderedUnderWay |= message.isOrdered();
            longs.add(message);
        }
    }

    private void ended(LongMessage message) {
        if (message.isOrdered()) {
            orderedUnderWay = false;
            LongMessage next = behind.poll();
            if (next != null) {
                queue(next);
            }
        }
    }

    /** Sends frames that define and refer to nothing. */
    void send(Out frames) {
        synchronized (this) {
            if (closed) {
                return;
            }
            waiting.write(frames.array(), 0, frames.size());
            if (flushing) {
                return;
            }
            flushing = true;
        }
        startFlush();
    }

    /** Gives up a call that has not left as a whole; false if there is none of this id. */
    boolean abort(long id) {
        LongMessage found;
        synchronized (this) {
            found = call(id, longs);
            if (found == null) {
                found = call(id, behind);
            }
            if (found == null) {
                return false;
            }
            longBytes -= found.size - found.next;
            found.aborted = true;
        }
        found.takingBack.run();
        return true;
    }

    private static @Nullable LongMessage call(long id, Iterable<LongMessage> among) {
        for (LongMessage each : among) {
            if (!each.aborted && each.type() == Frame.CALL && each.id() == id) {
                return each;
            }
        }
        return null;
    }

    /** Waits while more is unsent than the limit; false if that took too long. Never called by a thread that reads. */
    synchronized boolean awaitRoom(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        while (unsent() > most && !closed) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /** Whether more is unsent than the limit. */
    synchronized boolean isFull() {
        return unsent() > most;
    }

    private long unsent() {
        return waiting.size() + sending.size() + longBytes;
    }

    private void startFlush() {
        if (writer != null) {
            writer.run();
        } else {
            flush();
        }
    }

    /**
     * Sends what is said before the link is closed. Whoever is writing just now is given a moment to write this too;
     * nobody is waited for where the link takes nothing.
     */
    void sendLast(Out frames) {
        send(frames);
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

    /** By the holder of the flag only: writes on. */
    void flush() {
        stuck = false;
        try {
            while (next()) {
                while (sent < sending.size()) {
                    int count = link.write(sending.array(), sent, Math.min(CHUNK, sending.size() - sent));
                    sent += count;
                    if (count == 0) {
                        stuck = true;
                        if (full != null) {
                            full.run();
                        }
                        return;
                    }
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failed.accept(e);
        }
    }

    /** Takes what waits, and one fragment of a long message. False: nothing is left, and the flag is down. */
    private synchronized boolean next() {
        if (sent < sending.size()) {
            return true;
        }
        sending.reset(CHUNK);
        sent = 0;
        if (unsent() <= most) {
            notifyAll();
        }
        if (waiting.size() == 0 && longs.isEmpty()) {
            flushing = false;
            return false;
        }
        Out next = waiting;
        waiting = sending;
        sending = next;
        LongMessage message = longs.poll();
        if (message != null) {
            if (fragment(message)) {
                ended(message);
            } else {
                longs.add(message);
            }
        }
        return true;
    }

    /** Adds the next fragment to what is being sent; true if it was the last. */
    private boolean fragment(LongMessage message) {
        if (message.aborted) {
            if (!message.first) {
                Frame.write(sending, message.type(), Frame.ABORT, message.id());
            }
            return true;
        }
        int length = Math.min(Frame.FRAGMENT, message.size - message.next);
        boolean last = message.next + length == message.size;
        int start = sending.size();
        sending.write(message.bytes, 0, Frame.HEADER);
        int flags = message.first ? message.flags() : 0;
        sending.array()[start + Frame.LENGTH + 1] = (byte) (last ? flags : flags | Frame.MORE);
        sending.write(message.bytes, message.next, length);
        Frame.end(sending, start);
        longBytes -= length;
        message.next += length;
        message.first = false;
        return last;
    }

    /** Nobody waits here any more. */
    synchronized void close() {
        closed = true;
        waiting.reset(0);
        longs.clear();
        behind.clear();
        notifyAll();
    }
}
