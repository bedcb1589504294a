package dev.wherry.internal.local;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Style;
import dev.wherry.internal.call.Target;
import dev.wherry.internal.protocol.Exported;
import dev.wherry.internal.protocol.Id128;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An object of an in-process endpoint, whose calls get the very arguments. The caller's own thread runs the method, and
 * no deadline applies; one-way and ordered calls, and those with a future, run on threads of their own.
 */
public final class LocalTarget implements Target {
    private static final Logger LOG = System.getLogger("dev.wherry.local");

    private final LocalObjects from;
    private final LocalObjects to;
    private final Exported object;
    private final String name;
    private final String address;
    private volatile boolean released;

    /** @param name that the object is bound as */
    public LocalTarget(LocalObjects from, LocalObjects to, Exported object, String name, String address) {
        this.from = from;
        this.to = to;
        this.object = object;
        this.name = name;
        this.address = address;
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        check();
        return options.ordered()
                ? begin(method, options, call -> run(call, method, arguments)).await()
                : run(new LocalCall(to, name, options.context(), true), method, arguments);
    }

    private void check() {
        if (!from.isOpen() || !to.isOpen()) {
            throw new RemoteException(
                    Code.UNAVAILABLE, (from.isOpen() ? "The endpoint of " + address : "This endpoint") + " is closed");
        }
        if (released) {
            throw new RemoteException(Code.NOT_FOUND, "The reference to " + address + " was released here");
        }
        if (!to.serves(object)) {
            throw new RemoteException(Code.NOT_FOUND, "What was bound at " + address + " is bound no longer");
        }
    }

    private @Nullable Object run(LocalCall call, RemoteMethod method, @Nullable Object[] arguments) throws Throwable {
        InboundCall outer = call.enter();
        try {
            return to.serve(call, method, object.target(), arguments);
        } finally {
            InboundCall.leave(outer);
        }
    }

    private interface Work {
        @Nullable
        Object run(LocalCall call) throws Throwable;
    }

    /** Has a thread of its own run it. */
    private LocalRun begin(RemoteMethod method, CallOptions options, Work work) {
        LocalCall call = new LocalCall(to, name, options.context(), false);
        LocalRun run = new LocalRun(from, method.uninterruptible(), () -> work.run(call));
        to.run(run, object.id(), options);
        return run;
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions options) {
        check();
        return begin(method, options, call -> {
            Object result = run(call, method, arguments);
            return method.style() == Style.FUTURE ? method.await(result) : result;
        });
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions options, Delivery delivery)
            throws Throwable {
        try {
            check();
        } catch (RemoteException e) {
            if (delivery != Delivery.QUEUED) {
                throw e;
            }
            LOG.log(Level.WARNING, "A queued one-way call of " + address + " was not made", e);
            return;
        }
        LocalRun run = begin(method, options, call -> {
            try {
                return run(call, method, arguments);
            } catch (Throwable t) {
                LOG.log(Level.WARNING, "A one-way call of " + address + " failed", t);
                return null;
            }
        });
        if (delivery == Delivery.ACCEPTED) {
            run.awaitBegun();
        }
    }

    @Override
    public void release() {
        released = true;
    }

    @Override
    public Id128 identity() {
        return object.identity();
    }

    @Override
    public String describe() {
        return address;
    }
}
