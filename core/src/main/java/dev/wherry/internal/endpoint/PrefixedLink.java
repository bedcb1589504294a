package dev.wherry.internal.endpoint;

import dev.wherry.spi.Link;
import dev.wherry.transport.ForwardingLink;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** A link over another one. First it repeats what was read from that to find out what its peer speaks. */
final class PrefixedLink extends ForwardingLink {
    private final byte[] prefix;
    private int repeated;

    PrefixedLink(Link link, byte[] prefix) {
        super(link);
        this.prefix = prefix;
    }

    private boolean isRepeating() {
        return repeated < prefix.length;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (!isRepeating()) {
            return link.read(to, offset, length);
        }
        int count = Math.min(length, prefix.length - repeated);
        System.arraycopy(prefix, repeated, to, offset, count);
        repeated += count;
        return count;
    }

    @Override
    public void expect() throws IOException {
        if (!isRepeating()) {
            link.expect();
        }
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        if (isRepeating()) {
            throw new IllegalStateException(
                    "Bytes that were read before are not repeated yet, and no selector reports them");
        }
        return link.multiplex();
    }

    @Override
    public boolean mayShareMemory() {
        return link.mayShareMemory();
    }
}
