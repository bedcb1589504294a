package dev.wherry.spi;

import dev.wherry.Identity;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** A duplex pipe of bytes, for one reader and one writer at a time. */
public interface Link extends AutoCloseable {
    /** Reads at least one byte, blocking until there is one; after {@link #multiplex()} 0 means that none is there. -1: the peer has closed. */
    int read(byte[] to, int offset, int length) throws IOException;

    /** Called by the reader before it waits for a new message. The link may spin briefly; it does not have to. */
    default void expect() throws IOException {}

    /** Writes; the number of bytes taken, all of them unless multiplexed: then what fits now, perhaps 0. */
    int write(byte[] from, int offset, int length) throws IOException;

    /**
     * Turns the link non-blocking, for good; called once at the most, with no read or write under way.
     *
     * @return what to register with a selector; {@code null}, as by default, if the link can only block and needs a thread per
     *     direction
     */
    default @Nullable SelectableChannel multiplex() throws IOException {
        return null;
    }

    /**
     * Returns whether a virtual thread that waits in {@link #read} or {@link #write} releases its carrier. It does in a monitor
     * (since JDK 24) or a socket, but not in a file or in native code. A blocking link then needs no platform thread while it
     * is idle. The default is false: each direction has a platform thread.
     */
    default boolean virtualThreadsMayWait() {
        return false;
    }

    /**
     * Sets the effect of an interrupt on a thread that reads or writes here. If {@code whether} is true, the thread continues to
     * wait and keeps its flag; else the interrupt may close the link, as it closes a channel. Called while no read or write is
     * in progress, and never after {@link #multiplex}.
     *
     * @return whether the link can do this. By default an interrupt may close it
     */
    default boolean outlastInterrupts(boolean whether) {
        return !whether;
    }

    /** Returns the other end, as far as the link knows it. Nothing in it is taken from what the peer sends. */
    Identity peer();

    /**
     * Where further links of the session are opened: the very address that the transport has chosen where a name stands
     * for several, which may be other processes'. {@code null}: the address that {@link Transport#connect} was given.
     */
    default @Nullable URI address() {
        return null;
    }

    /**
     * Returns whether a lane may leave this link for memory that both ends share, without encryption, if they prove that they are of the
     * same user of the same host. By default it may not.
     */
    default boolean mayShareMemory() {
        return false;
    }

    /** Closes both directions. From any thread; wakes a reader and a writer that block. */
    @Override
    void close();
}
