package dev.wherry.testkit;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** Two connected links: what is written to one is read from the other. */
public record LinkPair(Link left, Link right) {
    /**
     * Creates a pair within this JVM. It supports blocking use only ({@link Link#multiplex()} returns null). An
     * interrupt of a thread that waits closes both links.
     */
    public static LinkPair create() {
        Transport transport = Transports.of("inprocess");
        URI address = URI.create("inprocess://" + UUID.randomUUID());
        AtomicReference<Link> right = new AtomicReference<>();
        try (Listener listener = transport.listen(address, right::set)) {
            Link left = transport.connect(listener.address(), Running.LONG);
            return new LinkPair(left, right.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
