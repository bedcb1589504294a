package dev.wherry.internal.foreign;

import dev.wherry.Answers;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.spi.Protocol;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An object behind a foreign protocol. Each call is passed on as an {@link Invocation}.
 *
 * @param open those that the caller's endpoint closes at its end, with {@code remote} until this is released
 * @param endpoint the caller's, which is kept reachable as long as this is in use
 * @param carried counts the calls that are made over the protocol
 * @param underWay counts those without an outcome
 */
public record ForeignTarget(
        Protocol.Remote remote,
        Set<Protocol.Remote> open,
        String name,
        String address,
        @Nullable Object endpoint,
        LongAdder carried,
        LongAdder underWay)
        implements CallTarget {
    private static final Logger LOG = System.getLogger("dev.wherry.foreign");

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        CompletableFuture<@Nullable Object> outcome =
                counted(remote.invokeAwaited(invocation(method, arguments, options)));
        try {
            return outcome.get(nanos(options), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (TimeoutException e) {
            outcome.cancel(true);
            throw new CallException(Code.DEADLINE_EXCEEDED, "No answer from " + address + " came in time", e);
        } catch (InterruptedException e) {
            outcome.cancel(true);
            throw new CallException(Code.CANCELLED, "The call to " + address + " was interrupted", e);
        }
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        return counted(remote.invoke(invocation(method, arguments, options)).toCompletableFuture());
    }

    @Override
    public Answers<@Nullable Object> startAll(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        Answers<@Nullable Object> answers = remote.invokeAll(invocation(method, arguments, options));
        CompletableFuture<?> _ = counted(answers.all());
        return answers;
    }

    /** Counts a call that was made. */
    private <T extends @Nullable Object> CompletableFuture<T> counted(CompletableFuture<T> outcome) {
        carried.increment();
        underWay.increment();
        CompletableFuture<?> _ = outcome.whenComplete((_, _) -> underWay.decrement());
        return outcome;
    }

    private Invocation invocation(RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        return new Invocation(
                name,
                method.method(),
                Collections.unmodifiableList(Arrays.<@Nullable Object>asList(arguments)),
                options,
                Duration.ofNanos(nanos(options)),
                Identity.of("protocol", address));
    }

    /** Returns the nanoseconds left of the timeout in force, within the call that this thread may be serving. */
    private static long nanos(CallOptions options) {
        return InboundCall.within(Objects.requireNonNull(options.timeout(), "timeout"));
    }

    /**
     * A protocol does not report that a call was accepted: {@link Delivery#ACCEPTED} waits for the outcome, and throws a
     * failure. With {@link Delivery#SENT} and {@link Delivery#QUEUED} the caller itself passes the call on and continues;
     * a later failure is logged.
     */
    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        if (delivery == Delivery.ACCEPTED) {
            call(method, arguments, options);
        } else {
            start(method, arguments, options).exceptionally(failure -> {
                LOG.log(Level.WARNING, "A one-way call to " + address + " failed", failure);
                return null;
            });
        }
    }

    @Override
    public Object identity() {
        return address;
    }

    @Override
    public String describe() {
        return address;
    }

    @Override
    public void release() {
        open.remove(remote);
        remote.close();
    }
}
