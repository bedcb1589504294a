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
import org.jspecify.annotations.Nullable;

/** Runs the contract on a minimal protocol, which calls objects of this JVM directly. */
class MemoryProtocolTest extends ProtocolContract {
    private final MemoryProtocol protocol = new MemoryProtocol();

    @Override
    protected Protocol protocol() {
        return protocol;
    }

    @Override
    protected URI anyAddress() {
        return URI.create("objects://any");
    }

    @Override
    protected URI nobody() {
        return URI.create("objects://nobody");
    }

    private static final class MemoryProtocol implements Protocol {
        private final Map<String, Objects> listening = new ConcurrentHashMap<>();

        @Override
        public Set<String> schemes() {
            return Set.of("objects");
        }

        @Override
        public Listener listen(URI at, Objects objects) {
            listening.put(at.getHost(), objects);
            return new Listener() {
                @Override
                public URI address() {
                    return at;
                }

                @Override
                public void close() {
                    listening.remove(at.getHost());
                }
            };
        }

        @Override
        public Remote connect(URI to, Class<?> type, Duration limit) throws IOException {
            Objects objects = listening.get(to.getHost());
            if (objects == null) {
                throw new ConnectException("No server listens at " + to);
            }
            return new Remote() {
                @Override
                public CompletionStage<@Nullable Object> invoke(Invocation call) {
                    return objects.invoke(call);
                }

                @Override
                public void close() {}
            };
        }
    }
}
