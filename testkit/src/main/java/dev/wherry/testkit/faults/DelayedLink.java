package dev.wherry.testkit.faults;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A link that delivers each write after a fixed delay, as a long cable does. Any number of writes can be under way:
 * bytes that were written a millisecond apart arrive a millisecond apart, and the end of the stream arrives after the
 * last of them. The link keeps in memory what is under way and what its receiver has not yet read. It supports blocking
 * use only: {@link Link#multiplex()} returns null.
 */
public final class DelayedLink implements Link {
    private final Link link;
    private final DelayLine line;

    /** Wraps a link. */
    public DelayedLink(Link link, Duration delay) {
        this.link = link;
        line = new DelayLine(delay, new DelayLine.Destination() {
            @Override
            public void write(byte[] bytes) throws IOException {
                link.write(bytes, 0, bytes.length);
            }

            @Override
            public void close() {
                link.close();
            }
        });
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return link.read(to, offset, length);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        line.send(Arrays.copyOfRange(from, offset, offset + length));
        return length;
    }

    @Override
    public Identity peer() {
        return link.peer();
    }

    @Override
    public @Nullable URI address() {
        return link.address();
    }

    /** Sends the end of the stream, which is delayed like the bytes. The peer can read until it has arrived. */
    @Override
    public void close() {
        line.end();
    }
}
