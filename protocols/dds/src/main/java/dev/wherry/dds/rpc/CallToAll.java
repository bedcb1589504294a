package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Writer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request to all servers, which waits for a reply of each server that was known when it began. Completes once none is missing. Its
 * failure is that of all calls that have no reply yet. For any thread.
 */
final class CallToAll extends CompletableFuture<@Nullable Void> {
    /** The calls without a reply, by the numbers of the writers of the replies. */
    private final Map<Long, PendingCall> waiting = new ConcurrentHashMap<>();

    private final Map<String, CompletableFuture<@Nullable Object>> byServer = new LinkedHashMap<>();

    /**
     * @param requests of which a server must have a reader
     * @param replies of which it must have a writer
     * @param calls returns a call that waits for the reply of a server with this name
     */
    CallToAll(Writer requests, Reader replies, Function<String, PendingCall> calls) {
        Set<String> receiving = requests.participants();
        replies.participants().forEach((writer, participant) -> {
            if (receiving.contains(participant)) {
                String server =
                        byServer.containsKey(participant) ? participant + "/" + Long.toHexString(writer) : participant;
                PendingCall call = calls.apply(server);
                waiting.put(writer, call);
                byServer.put(server, call);
            }
        });
    }

    /** Returns the call at each server, by its name: the GUID of its participant. */
    Map<String, CompletableFuture<@Nullable Object>> calls() {
        return byServer;
    }

    /** Called before the request is sent. */
    void begin(Duration limit) {
        waiting.values().forEach(each -> each.endAfter(limit));
        var _ = CompletableFuture.allOf(byServer.values().toArray(CompletableFuture[]::new))
                .whenComplete((_, _) -> complete(null));
    }

    /** @param writer of the reply. A second reply, and one of a server that was not known, are ignored */
    void replied(long writer, byte[] reply) {
        PendingCall call = waiting.remove(writer);
        if (call != null) {
            call.replied(reply);
        }
    }

    /**
     * Fails the calls of servers that have left. Their replies were taken before.
     *
     * @param there the writers of replies of those that are left
     */
    void endLeft(Set<Long> there, Supplier<CallException> failure) {
        waiting.forEach((writer, call) -> {
            if (!there.contains(writer)) {
                call.completeExceptionally(failure.get());
            }
        });
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        waiting.values().forEach(each -> each.completeExceptionally(failure));
        return super.completeExceptionally(failure);
    }
}
