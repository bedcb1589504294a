package dev.wherry.transport;

import dev.wherry.spi.Link;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Gives a time-out to steps that have none of their own. A link that takes longer is closed, which ends the step. */
public final class LinkTimeout {
    /** How long the end of a link may take whose peer reads nothing. */
    private static final Duration END = Duration.ofSeconds(1);

    private LinkTimeout() {}

    /** Returns a thread that closes what has taken too long, unless it is interrupted before. */
    static Thread closing(Duration limit, Closeable late) {
        return Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(limit);
                late.close();
            } catch (InterruptedException e) {
                // The step has ended.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Makes a link of one that has connected. */
    public interface Handshake {
        Link open(Link raw) throws IOException;
    }

    /**
     * Makes a handshake within what is left of a limit. Closes the link if there is none.
     *
     * @param begun when the limit began, by {@link System#nanoTime()}
     */
    public static Link handshake(Link raw, long begun, Duration limit, Handshake handshake) throws IOException {
        Thread closer = closing(limit.minusNanos(System.nanoTime() - begun), raw::close);
        Link opened = null;
        try {
            opened = handshake.open(raw);
            return opened;
        } catch (IOException e) {
            throw limit.minusNanos(System.nanoTime() - begun).isPositive()
                    ? e
                    : new IOException("no handshake within " + limit.toMillis() + " ms", e);
        } finally {
            closer.interrupt();
            if (opened == null) {
                raw.close();
            }
        }
    }

    /**
     * Writes the last bytes to a link and closes it. Does not block: if the link does, another thread writes, for a second at the most.
     *
     * @param blocks whether the link blocks
     * @param drains whether what the peer has sent is read first. A socket that is closed with bytes to be read resets the connection,
     *     and the peer may lose what was written last
     */
    public static void end(Link raw, byte[] last, boolean blocks, boolean drains) {
        if (blocks) {
            Thread.ofVirtual().name("wherry-link-end").start(() -> {
                Thread closer = closing(END, raw::close);
                write(raw, last, drains);
                closer.interrupt();
            });
        } else {
            write(raw, last, false);
        }
    }

    private static void write(Link raw, byte[] last, boolean drains) {
        try {
            raw.write(last, 0, last.length);
            byte[] unread = new byte[1 << 10];
            for (int count = 0; drains && count >= 0; ) {
                count = raw.read(unread, 0, unread.length);
            }
        } catch (IOException e) {
            // The peer has gone.
        } finally {
            raw.close();
        }
    }
}
