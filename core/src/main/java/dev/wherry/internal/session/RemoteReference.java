package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An object at a session's peer; where the calls of its stubs go. */
final class RemoteReference implements CallTarget {
    private final Session session;
    private final long object;
    private final Id128 identity;
    private final int relays;
    private final ImportTable.@Nullable Arrivals arrivals;
    /** As long as this is in use, its endpoint is. */
    @SuppressWarnings("UnusedVariable")
    private final @Nullable Endpoint endpoint;

    private volatile boolean released;

    /**
     * @param relays how many endpoints stand between the peer and the object
     * @param arrivals what is to be released; null for what is bound under a name
     * @param endpoint what it keeps reachable, if the session does not keep this
     */
    RemoteReference(
            Session session,
            long object,
            Id128 identity,
            int relays,
            ImportTable.@Nullable Arrivals arrivals,
            @Nullable Endpoint endpoint) {
        this.session = session;
        this.object = object;
        this.identity = identity;
        this.relays = relays;
        this.arrivals = arrivals;
        this.endpoint = endpoint;
    }

    Session session() {
        return session;
    }

    long object() {
        return object;
    }

    int relays() {
        return relays;
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        checkUsable();
        long begun = method.idempotent() ? System.nanoTime() : 0;
        try {
            return RemoteCall.call(this, method, arguments, options);
        } catch (CallException e) {
            if (e.code() == Code.UNKNOWN_OUTCOME
                    && method.idempotent()
                    && session.state().isOpen()) {
                Duration left = Objects.requireNonNull(options.timeout()).minusNanos(System.nanoTime() - begun);
                if (left.isPositive()) {
                    return RemoteCall.call(
                            this,
                            method,
                            arguments,
                            options.toBuilder().timeout(left).build());
                }
            }
            throw e;
        } finally {
            // Else what is only held by the arguments, or this itself, might be released before the call is there.
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        checkUsable();
        return RemoteCall.start(this, method, arguments, options);
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        checkUsable();
        try {
            RemoteCall.send(this, method, arguments, options, delivery);
        } finally {
            Reference.reachabilityFence(arguments);
            Reference.reachabilityFence(this);
        }
    }

    private void checkUsable() {
        if (released) {
            throw new CallException(Code.NOT_FOUND, "The reference to " + describe() + " was released here");
        }
        if (relays > 0 && session.state().hasEnded()) {
            throw relayLost();
        }
    }

    private CallException relayLost() {
        return new CallException(
                Code.UNAVAILABLE,
                "The call was not made, since the object was relayed by " + session.name()
                        + ", which left; look it up again");
    }

    @Override
    public Id128 identity() {
        return identity;
    }

    @Override
    public String describe() {
        return session.engine().describe(session, object);
    }

    @Override
    public Optional<Peer> peer() {
        return Optional.of(session.peer());
    }

    @Override
    public void release() {
        // In this order: what arrives from here on is another reference.
        session.references().release(arrivals);
        released = true;
    }
}
