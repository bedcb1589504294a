package dev.wherry.testkit;

import dev.wherry.CallException;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The objects that an endpoint has bound, as a protocol sees them. Each call runs on a thread of its own. */
final class ServedObjects implements Protocol.Objects {
    private record Bound(Class<?> type, Object object) {}

    private final Map<String, Bound> bound = new ConcurrentSkipListMap<>();

    <T> void bind(String name, Class<T> type, T object) {
        bound.put(name, new Bound(type, object));
    }

    @Override
    public Protocol.Memory memory() {
        return new Protocol.Memory() {
            @Override
            public boolean takeForValues(long bytes) {
                return true;
            }

            @Override
            public void give(long bytes) {
                // There is enough for any test.
            }
        };
    }

    @Override
    public List<String> names() {
        return List.copyOf(bound.keySet());
    }

    @Override
    public @Nullable Class<?> type(String name) {
        Bound found = bound.get(name);
        return found == null ? null : found.type();
    }

    @Override
    public void accept(Link link) {
        link.close();
        throw new UnsupportedOperationException("No endpoint serves these objects");
    }

    @Override
    public Identity caller(Invocation request) {
        return request.peer();
    }

    @Override
    public CompletionStage<@Nullable Object> invoke(Invocation call) {
        Bound found = bound.get(call.target());
        if (found == null) {
            return CompletableFuture.failedFuture(new CallException(
                    CallException.Code.NOT_FOUND,
                    "Nothing is bound to '" + call.target() + "'; bound names: " + names()));
        }
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                result.complete(
                        call.method().invoke(found.object(), call.arguments().toArray()));
            } catch (InvocationTargetException e) {
                result.completeExceptionally(e.getTargetException());
            } catch (IllegalAccessException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
