package dev.wherry.internal.session;

import dev.wherry.internal.loop.EventLoop;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.loop.PollPolicy;
import dev.wherry.internal.loop.Pump;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads one link of a {@link MainLink}, for an {@link EventLoop} or a {@link Pump}. Counts the bytes of the frames that were
 * handled, so that the next link goes on behind them.
 */
public final class MainReader implements LinkHandler, FrameParser.Sink {
    /** Stands for no thread: no frame of this link is handled any more. */
    private static final Object NOBODY = new Object();

    /** So many bytes are received at most before that is reported, so that the peer can forget them. */
    private static final int UNREPORTED = 1 << 16;

    private final MainLink main;
    private final Link link;
    private final FrameParser parser;
    private volatile @Nullable Runnable closed;
    /** The thread that handles a frame; null: none does. */
    private final AtomicReference<@Nullable Object> handling = new AtomicReference<>();
    /** The position behind the last frame. Written by the thread that handles one. */
    private final AtomicLong position;
    /** The position that was reported last. Racy on purpose: the reader and the watcher may report twice, or in the wrong order. */
    private long reported;

    // The reader's.
    private final PollPolicy polling = new PollPolicy();
    private @Nullable Ownership ownership;
    /** When the frame was read that is being handled. */
    private long now;

    /** @param position at which the link begins */
    MainReader(MainLink main, Link link, FrameParser parser, long position) {
        this.main = main;
        this.link = link;
        this.parser = parser;
        this.position = new AtomicLong(position);
        reported = position;
    }

    @Override
    public Link link() {
        return link;
    }

    /** Returns the position behind the last frame that was handled. */
    long position() {
        return position.get();
    }

    FrameParser parser() {
        return parser;
    }

    // ---- by the reader

    /** Reads once, without waiting. Called by the reader. Returns false if there was nothing. */
    @Override
    public boolean read(ReadBuffer buffer) {
        try {
            int count = buffer.read(link);
            if (count < 0) {
                throw new EOFException("the peer has closed");
            }
            return count > 0;
        } catch (IOException | RuntimeException | Error e) {
            broken(e);
            return false;
        }
    }

    /** Waits until there is something to read, and reads it. Called by the reader. Returns false if the link has ended. */
    @Override
    public boolean await(ReadBuffer buffer) {
        try {
            if (polling.polls(parser.frames())) {
                link.expect();
            }
        } catch (IOException | RuntimeException | Error e) {
            broken(e);
            return false;
        }
        return read(buffer);
    }

    /**
     * Handles what was read. Called by the reader. If it loses the loop meanwhile, it handles no more of the buffer.
     *
     * @param ownership of the loop, whose thread may run fast methods; null: none may run here
     */
    @Override
    public void take(ReadBuffer buffer, @Nullable Ownership ownership, long now) {
        this.ownership = ownership;
        this.now = now;
        main.heard(now);
        try {
            parser.parse(buffer, this);
        } catch (ProtocolException e) {
            main.refuse(e.goAway());
        } catch (CodecException e) {
            main.refuse(new GoAway(GoAway.Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            main.failed(e);
        }
    }

    @Override
    public void frame(int type, int flags, long id, In body) {
        if (!begin()) {
            return;
        }
        try {
            if (type == Frame.RECEIVED) {
                main.outbox().acknowledged(body.readLong());
            } else {
                count();
                main.handle(type, flags, id, body, now);
            }
        } finally {
            end();
        }
    }

    @Override
    public void refused(int type, int flags, long id) {
        if (!begin()) {
            return;
        }
        try {
            count();
            main.refused(type, flags, id, now);
        } finally {
            end();
        }
    }

    /** Returns false if no frame of this link is to be handled. */
    private boolean begin() {
        return handling.compareAndSet(null, Thread.currentThread());
    }

    /** The frame is handled: what its thread still does hinders no other frame. May be repeated. */
    @SuppressWarnings("ReferenceEquality") // of threads
    void end() {
        if (handling.getPlain() == Thread.currentThread()) { // no other thread changes it then
            handling.setRelease(null);
        }
    }

    private void count() {
        long next = position.getPlain() + parser.length();
        position.setRelease(next); // one thread at a time handles a frame
        if (next - reported >= UNREPORTED) {
            reported = next;
            main.outbox().acknowledge(next);
        }
    }

    /**
     * Returns the ownership of the loop if the call with this body may run at once; null if it is kept for another thread. Called by
     * the reader.
     */
    @Nullable
    Ownership ownership(In body) {
        Ownership now = ownership;
        return now != null && now.buffer().holds(body) ? now : null;
    }

    // ---- by the loop, of what is sent

    @Override
    public void hold() {
        main.outbox().hold();
    }

    @Override
    public void release() {
        main.outbox().release();
    }

    @Override
    public void flush() {
        main.outbox().flush(link);
    }

    @Override
    public void whenFull(Runnable full) {
        main.outbox().whenFull(full);
    }

    @Override
    public void writeBy(Runnable writer) {
        main.outbox().writeBy(writer);
    }

    @Override
    public void ping() {
        main.send(Frame.PING, 0, 0);
    }

    // ---- the end

    /** @param closed runs once the link has been closed from here */
    @Override
    public void whenClosed(Runnable closed) {
        this.closed = closed;
    }

    /** The link has failed, or handling a frame has failed unexpectedly. */
    @Override
    public void broken(Throwable e) {
        main.broken(link, e);
    }

    /** Reports what was received since the last time. Called by the watcher. */
    void report() {
        long now = position.get();
        if (now != reported) {
            reported = now;
            main.outbox().acknowledge(now);
        }
    }

    /** Closes the link. Frames that were read before may still be handled. */
    void close() {
        LinkHandler.close(link);
        Runnable notified = closed;
        if (notified != null) {
            notified.run();
        }
    }

    /**
     * Waits until no frame of this link is being handled. None is after that.
     *
     * @return the position behind the last one
     */
    @SuppressWarnings("ReferenceEquality") // of a mark
    long stop() {
        while (handling.get() != NOBODY && !handling.compareAndSet(null, NOBODY)) {
            Thread.onSpinWait();
        }
        parser.close();
        return position.get();
    }
}
