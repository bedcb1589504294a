package dev.wherry.internal.session;

import dev.wherry.spi.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A link whose end is told, once. */
final class CountedLink implements Link {
    private final Link link;
    private final Runnable ended;
    private final AtomicBoolean closed = new AtomicBoolean();

    CountedLink(Link link, Runnable ended) {
        this.link = link;
        this.ended = ended;
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
        if (closed.compareAndSet(false, true)) {
            ended.run();
        }
        link.close();
    }
}
