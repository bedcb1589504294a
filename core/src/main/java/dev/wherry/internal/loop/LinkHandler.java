package dev.wherry.internal.loop;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.Link;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** A link that an {@link EventLoop} or a {@link Pump} reads, and what it needs to know of it. */
public interface LinkHandler extends Batching {
    /** A call that the thread of a loop runs itself. If it runs long, another thread takes the loop over. */
    interface Call {
        /** Makes the call known by its id, so that a Cancel finds it. Returns the id. */
        long becomesKnown();

        /** Takes that back: the call has ended before the loop could be taken away from it. */
        void hasEnded(long known);

        /** The loop was taken away from the call, since it runs long. Called by the thread that took it. */
        void runsLong();

        /** The call is about to wait for a remote call. Called by its own thread. */
        void waits();
    }

    Link link();

    // ---- input, by the thread that reads

    /** Reads what is there, once. Returns false if there was nothing. */
    boolean read(ReadBuffer to);

    /** Waits for input, and reads it. Returns false if the link has ended. */
    boolean await(ReadBuffer to);

    /**
     * Handles the frames in a buffer. If the reader loses the loop meanwhile, it leaves the rest of the buffer alone.
     *
     * @param ownership of the loop, whose thread may run quick methods; null if none may run here
     * @param now the clock, as it was when the bytes were read
     */
    void take(ReadBuffer from, @Nullable Ownership ownership, long now);

    // ---- output

    /** Writes what fits. */
    void flush();

    /** @param full runs when not all could be written; {@link #flush} is then called once there is capacity */
    void whenFull(Runnable full);

    /** @param writer runs when there is something to write on a link whose writes block; it leads to {@link #flush} */
    void writeBy(Runnable writer);

    /** Asks the peer for an answer, which wakes a thread that waits for its input. */
    void ping();

    // ---- the end

    /** @param closed runs once the link was closed from here */
    void whenClosed(Runnable closed);

    /** The link failed, or handling its input did. */
    void broken(Throwable cause);

    /** Closes a link; one that cannot be closed is gone either way. */
    static void close(Link link) {
        try {
            link.close();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A link could not be closed", e);
        }
    }
}
