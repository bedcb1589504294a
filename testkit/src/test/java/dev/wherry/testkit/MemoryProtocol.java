package dev.wherry.testkit;

import dev.wherry.Invocation;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Protocol;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A minimal protocol: calls objects of this JVM directly, each call on its caller's thread. Counts its connections. */
public final class MemoryProtocol implements Protocol {
    /** How often a connection was closed, by any caller. */
    static final AtomicInteger CLOSES = new AtomicInteger();

    private static final Map<String, Objects> LISTENING = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("objects");
    }

    @Override
    public Listener listen(URI at, Objects objects) {
        LISTENING.put(at.getHost(), objects);
        return new Listener() {
            @Override
            public URI address() {
                return at;
            }

            @Override
            public void close() {
                LISTENING.remove(at.getHost());
            }
        };
    }

    @Override
    public Remote connect(URI to, Class<?> type, Duration limit, Memory memory) throws IOException {
        Objects objects = LISTENING.get(to.getHost());
        if (objects == null) {
            throw new ConnectException("No server listens at " + to);
        }
        return new Remote() {
            @Override
            public CompletionStage<@Nullable Object> invoke(Invocation call) {
                return objects.invoke(call);
            }

            @Override
            public void close() {
                CLOSES.incrementAndGet();
            }
        };
    }
}
