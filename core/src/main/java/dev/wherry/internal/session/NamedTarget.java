package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Id128;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The target of the stubs of a bound name, which outlive their connection. Its route finds the object for each call. */
final class NamedTarget implements References.Held {
    private final Route route;
    private final Id128 identity;
    private volatile boolean released;

    /** @param identity of the object when it was looked up first */
    NamedTarget(Route route, Id128 identity) {
        this.route = route;
        this.identity = identity;
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        return make(method, arguments, options, null);
    }

    /** @param delivery of a one-way call; null for another one */
    private @Nullable Object make(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options, @Nullable Delivery delivery)
            throws Throwable {
        checkUsable();
        long until = until(options);
        CallOptions now = options;
        Attempts attempts = null;
        try {
            while (true) {
                RemoteReference to = null;
                try {
                    to = route.at(now, until);
                    if (delivery == null) {
                        return to.callOnce(method, arguments, now);
                    }
                    OneWayCall.send(to, method, arguments, now, delivery);
                    return null;
                } catch (CallException e) {
                    if (attempts == null) {
                        attempts = new Attempts(route, method, options, until);
                    }
                    now = attempts.afterFailure(to, e);
                }
            }
        } finally {
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    /** Returns the end of a call that begins now. */
    private static long until(CallOptions options) {
        return System.nanoTime() + InboundCall.within(Objects.requireNonNull(options.timeout()));
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        checkUsable();
        return AsyncCall.start(new Attempts(route, method, options, until(options)), method, arguments, options);
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        try {
            make(method, arguments, options, delivery);
        } catch (CallException e) {
            if (delivery != Delivery.QUEUED || e.code() != Code.UNAVAILABLE) {
                throw e;
            }
            OneWayCall.logUnsent(describe(), e);
        }
    }

    private void checkUsable() {
        if (released) {
            throw wasReleased();
        }
    }

    @Override
    public boolean isOf(References session) {
        RemoteReference last = route.last();
        return last != null && last.isOf(session);
    }

    @Override
    public long object() {
        return Objects.requireNonNull(route.last(), "asked for by its session only")
                .object();
    }

    @Override
    public int relays() {
        return 0;
    }

    @Override
    public Id128 identity() {
        return identity;
    }

    @Override
    public String describe() {
        return route.toString();
    }

    @Override
    public Optional<Peer> peer() {
        return Optional.ofNullable(route.last()).flatMap(RemoteReference::peer);
    }

    @Override
    public void release() {
        released = true;
    }
}
