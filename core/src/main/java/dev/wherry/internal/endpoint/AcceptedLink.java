package dev.wherry.internal.endpoint;

import dev.wherry.Identity;
import dev.wherry.internal.session.Source;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/** A link that a listener has accepted. From its peer's Hello to its end it counts against the limits on connections. */
final class AcceptedLink implements Link {
    private final Link link;
    private final AcceptedLinks all;
    private final Source source;
    // Both guarded by this.
    private boolean counted;
    private boolean closed;

    AcceptedLink(Link link, AcceptedLinks all) {
        this.link = link;
        this.all = all;
        source = Source.of(link.peer());
    }

    Source source() {
        return source;
    }

    /** Null if it counts from now on; else what keeps it out. */
    synchronized @Nullable String enter() {
        String over = closed ? "it has ended" : all.add(source);
        counted = over == null;
        return over;
    }

    Link link() {
        return link;
    }

    @Override
    public void expect() throws IOException {
        link.expect();
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return link.read(to, offset, length);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        return link.write(from, offset, length);
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        return link.multiplex();
    }

    @Override
    public boolean virtualThreadsMayWait() {
        return link.virtualThreadsMayWait();
    }

    @Override
    public Identity peer() {
        return link.peer();
    }

    @Override
    public @Nullable URI address() {
        return link.address();
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
