package dev.wherry.transport;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;

/**
 * A link over another one. Each method calls the same method of that link, except {@link #mayShareMemory}: a lane that left for shared
 * memory would leave out what a subclass does. Subclasses override what they do in another way.
 */
public abstract class ForwardingLink implements Link {
    /** The link below. */
    protected final Link link;

    /** Creates a link over {@code link}, which it closes with itself. */
    protected ForwardingLink(Link link) {
        this.link = link;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        return link.read(to, offset, length);
    }

    @Override
    public void expect() throws IOException {
        link.expect();
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
    public boolean outlastInterrupts(boolean whether) {
        return link.outlastInterrupts(whether);
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
        link.close();
    }
}
