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

    /** Told by the reader that it waits for a new message: the link may spend a moment looking for it, and need not. */
    default void expect() throws IOException {}

    /** Writes; the number of bytes taken, all of them unless multiplexed: then what fits now, perhaps 0. */
    int write(byte[] from, int offset, int length) throws IOException;

    /**
     * Turns the link non-blocking, for good; called once at the most, with no read or write under way.
     *
     * @return what to register with a selector; {@code null} if the link can only block and needs a thread per direction
     */
    @Nullable
    SelectableChannel multiplex() throws IOException;

    /**
     * Whether a virtual thread that waits in {@link #read} or {@link #write} holds no carrier: as in a monitor, since JDK 24,
     * or a socket, but not in a file or in native code. Then a link that can only block costs no platform thread at rest.
     * False unless said otherwise: each direction has a platform thread.
     */
    default boolean virtualThreadsMayWait() {
        return false;
    }

    /**
     * Says what an interrupt does to a thread that reads or writes here: it closes the link, as it does to a channel, or the
     * thread waits on and keeps its flag. Called with no read or write under way, and never after {@link #multiplex}.
     *
     * @return whether the link does as it is asked. Unless said otherwise an interrupt may close it
     */
    default boolean outlastInterrupts(boolean whether) {
        return !whether;
    }

    Identity peer();

    /**
     * Where further links of the session are opened: the very address that the transport has chosen where a name stands
     * for several, which may be other processes'. {@code null}: the address that {@link Transport#connect} was given.
     */
    default @Nullable URI address() {
        return null;
    }

    /** Closes both directions. From any thread; wakes a reader and a writer that block. */
    @Override
    void close();
}
