package dev.wherry.internal.foreign;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Refusal;
import dev.wherry.internal.wire.RunningLimit;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bound objects of an endpoint, as foreign protocols see them. Calls run on the protocol's thread, within the limits of a
 * session.
 *
 * @param inFlight limits the calls that are under way, whose size is not known here
 * @param starts limits the calls that run
 * @param links takes links of the native protocol
 * @param memory of all calls, for their values
 * @param tallies of the calls that are served
 */
public record ForeignObjects(
        LocalObjects objects,
        AdmissionLimit inFlight,
        CallStarts starts,
        Consumer<Link> links,
        Protocol.Memory memory,
        Tallies tallies)
        implements Protocol.Objects, Consumer<Link> {
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
    public Identity caller(Invocation request) {
        ForeignCall call = new ForeignCall(request);
        objects.identify(call);
        return call.identity();
    }

    @Override
    public CompletionStage<@Nullable Object> invoke(Invocation invocation) {
        CompletableFuture<CompletionStage<@Nullable Object>> outcome = new CompletableFuture<>();
        CompletableFuture<@Nullable Object> result = outcome.thenCompose(stage -> stage);
        try {
            Exported object = objects.find(invocation.target());
            RemoteMethod method = object.interfaces().stream()
                    .flatMap(each -> Stream.ofNullable(each.method(invocation.method())))
                    .findFirst()
                    .orElseThrow(() -> new CallException(
                            Code.NOT_FOUND, "'" + invocation.target() + "' has no method " + invocation.method()));
            ForeignCall call = new ForeignCall(invocation);
            RunningLimit[] limits = starts.limits(method, false);
            Duration left = invocation.timeLeft();
            Refusal over = starts.overload(limits, left == null ? 0 : Math.max(1, left.toMillis()));
            String full = over == null ? inFlight.enter(1) : over.why();
            if (full != null) {
                throw refused(call, overload((over == null ? Refusal.until(1_000, full) : over).answer()), full);
            }
            CompletableFuture<?> _ = result.whenComplete((_, _) -> inFlight.leave(1));
            starts.run(call, limits, () -> outcome.complete(counted(call, method, object.target())));
        } catch (Throwable t) {
            outcome.completeExceptionally(t);
        }
        return result;
    }

    /** Serves a call, and counts it before its outcome is known to the protocol. */
    private CompletionStage<@Nullable Object> counted(ForeignCall call, RemoteMethod method, Object target) {
        CallException refusal = call.refusal();
        if (refusal != null) {
            return CompletableFuture.failedFuture(refused(call, refusal, String.valueOf(refusal.getMessage())));
        }
        Tally tally = method.tally(tallies);
        tally.running().increment();
        long begun = System.nanoTime();
        return serve(call, method, target).whenComplete((_, failure) -> {
            tally.running().decrement();
            tally.count(Mode.THREAD, System.nanoTime() - begun, 0, 0, failure != null);
        });
    }

    /** Counts and reports a call that is not run. */
    private CallException refused(ForeignCall call, CallException refusal, String why) {
        tallies.refused(why).increment();
        Events.refusedCall(String.valueOf(call.link()), why);
        return refusal;
    }

    private CompletionStage<@Nullable Object> serve(ForeignCall call, RemoteMethod method, Object target) {
        InboundCall outer = call.enter();
        try {
            Object result =
                    objects.serve(call, method, target, call.invocation().arguments()::toArray);
            return result instanceof CompletionStage<?> stage
                    ? stage.<@Nullable Object>thenApply(value -> value)
                            .exceptionallyCompose(t -> CompletableFuture.failedFuture(method.unwrapped(t)))
                    : CompletableFuture.completedFuture(result);
        } catch (Throwable t) {
            return CompletableFuture.failedFuture(t);
        } finally {
            InboundCall.leave(outer);
        }
    }

    /** Returns the failure of a call that is refused. Its caller has no other server to try. */
    static CallException overload(CallException refused) {
        CallException failure = new CallException(Code.UNAVAILABLE, String.valueOf(refused.getMessage()));
        return refused.retryAfter() == null ? failure : failure.withRetryAfter(refused.retryAfter());
    }
}
