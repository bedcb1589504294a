package dev.wherry.testkit;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** Two links, each the other's peer: what is written to one is read from the other. */
public record LinkPair(Link left, Link right) {
    /** Within this JVM. They only block ({@link Link#multiplex()} gives null), and an interrupt of one that waits closes both. */
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
