package dev.wherry.internal.endpoint;

import dev.wherry.internal.wire.Source;
import dev.wherry.spi.Link;
import dev.wherry.transport.ForwardingLink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A link that a listener has accepted. From its peer's Hello to its end it counts against the limits on connections. */
final class AcceptedLink extends ForwardingLink {
    private final AcceptedLinks all;
    private final Source source;
    private final String scheme;
    /** When the peer last sent something, until it is greeted. */
    volatile long heard = System.nanoTime();

    // Both guarded by this.
    private boolean counted;
    private boolean closed;

    /** @param scheme of the address that it was accepted at; empty for a link within another */
    AcceptedLink(Link link, AcceptedLinks all, String scheme) {
        super(link);
        this.scheme = scheme;
        this.all = all;
        source = Source.of(link.peer());
    }

    Source source() {
        return source;
    }

    String scheme() {
        return scheme;
    }

    /** Null if it counts from now on; else what keeps it out. */
    synchronized @Nullable String enter() {
        String over = closed ? "it has ended" : all.add(source);
        counted = over == null;
        return over;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int read = link.read(to, offset, length);
        heard = counted ? heard : System.nanoTime(); // not guarded: a read after the greeting may see it late
        return read;
    }

    Link link() {
        return link;
    }

    @Override
    public boolean mayShareMemory() {
        return link.mayShareMemory();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (counted) {
                counted = false;
                all.remove(source);
            }
        }
        link.close();
    }
}
