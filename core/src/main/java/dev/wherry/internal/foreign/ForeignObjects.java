package dev.wherry.internal.foreign;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Invocation;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.wire.Exported;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bound objects of an endpoint, as foreign protocols see them. Calls run on the protocol's thread.
 *
 * @param links takes links of the native protocol
 */
public record ForeignObjects(LocalObjects objects, Consumer<Link> links) implements Protocol.Objects, Consumer<Link> {
    @Override
    public List<String> names() {
        return objects.names();
    }

    @Override
    public @Nullable Class<?> type(String name) {
        return objects.names().contains(name)
                ? objects.find(name).interfaces().getFirst().type()
                : null;
    }

    @Override
    public void accept(Link link) {
        links.accept(link);
    }

    @Override
    public CompletionStage<@Nullable Object> invoke(Invocation invocation) {
        try {
            Exported object = objects.find(invocation.target());
            RemoteMethod method = object.interfaces().stream()
                    .flatMap(each -> Stream.ofNullable(each.method(invocation.method())))
                    .findFirst()
                    .orElseThrow(() -> new CallException(
                            Code.NOT_FOUND, "'" + invocation.target() + "' has no method " + invocation.method()));
            ForeignCall call = new ForeignCall(invocation);
            InboundCall outer = call.enter();
            try {
                @Nullable Object result = objects.serve(call, method, object.target(), invocation.arguments()::toArray);
                return result instanceof CompletionStage<?> stage
                        ? stage.thenApply(value -> (@Nullable Object) value)
                        : CompletableFuture.completedFuture(result);
            } finally {
                InboundCall.leave(outer);
            }
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        }
    }
}
