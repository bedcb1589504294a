package dev.wherry.testkit.simulation.world;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import dev.wherry.testkit.simulation.Scheduler;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

/** {@code simulated://host:port}: links of the network of the run, from the host of the calling thread. */
public final class NetworkTransport implements Transport {
    static final String SCHEME = "simulated";

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        return Network.current().connect((Host) Scheduler.host(), to.getHost(), to.getPort(), limit);
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        Host host = (Host) Scheduler.host();
        BlockingQueue<Optional<Link>> backlog = host.open(at.getPort());
        if (backlog == null) {
            throw new BindException("Address already in use");
        }
        Thread acceptor = Thread.ofPlatform().name("accept").unstarted(() -> {
            try {
                for (Optional<Link> next = backlog.take(); next.isPresent(); next = backlog.take()) {
                    accepted.accept(next.get());
                }
                backlog.forEach(each -> each.ifPresent(Link::close));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        acceptor.start();
        return new Listener() {
            @Override
            public URI address() {
                return at;
            }

            @Override
            public void close() {
                host.close(at.getPort());
                backlog.add(Optional.empty());
            }
        };
    }
}
