package dev.wherry.internal.local;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Style;
import dev.wherry.internal.call.Target;
import dev.wherry.internal.protocol.Exported;
import dev.wherry.spi.CodecException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An object of an in-process endpoint. The caller's own thread runs the method; no deadline applies. By reference the
 * very arguments are passed, by copy what another JVM would have got.
 */
public final class LocalTarget implements Target {
    private static final Logger LOG = System.getLogger("dev.wherry.local");
    private static final int CODEC = 0;

    private final LocalObjects objects;
    private final Exported object;
    private final String address;
    private final EndpointOptions options;
    private final boolean copies;

    /** @param options of the calling endpoint */
    public LocalTarget(LocalObjects objects, Exported object, String address, EndpointOptions options, boolean copies) {
        this.objects = objects;
        this.object = object;
        this.address = address;
        this.options = options;
        this.copies = copies;
    }

    /** The object itself. */
    public Object object() {
        return object.target();
    }

    @Override
    public @Nullable Object call(RemoteMethod method, @Nullable Object[] arguments, CallOptions call) throws Throwable {
        checkBound();
        return copies ? callByCopy(method, arguments, call) : run(method, arguments, call);
    }

    private void checkBound() {
        if (!objects.serves(object)) {
            throw new RemoteException(Code.NOT_FOUND, "What was bound at " + address + " is bound no longer");
        }
    }

    private @Nullable Object run(RemoteMethod method, @Nullable Object[] arguments, CallOptions options)
            throws Throwable {
        LocalCall call = new LocalCall(address, options.context());
        InboundCall outer = call.enter();
        try {
            return objects.serve(call, method, object.target(), arguments);
        } finally {
            InboundCall.leave(outer);
        }
    }

    private @Nullable Object callByCopy(RemoteMethod method, @Nullable Object[] arguments, CallOptions call)
            throws Throwable {
        RemoteMethod served = served(method);
        @Nullable Object[] copied = copyArguments(method, served, arguments);
        Copy back = new Copy(options.limits());
        try {
            @Nullable Object result = run(served, copied, call);
            if (served.style() == Style.FUTURE) {
                result = method.await(result);
            }
            served.encodeResult(result, CODEC, back);
        } catch (Throwable t) {
            Copy failure = new Copy(options.limits());
            Failures.encode(t, served, CODEC, failure);
            throw Failures.decode(method, CODEC, failure.read(options.limits()));
        }
        return method.decodeResult(CODEC, back.read(options.limits()));
    }

    private RemoteMethod served(RemoteMethod method) {
        RemoteMethod served = objects.interfaceOf(method.owner().type()).method(method.key());
        if (served == null) {
            throw new RemoteException(Code.NOT_FOUND, address + " has no method " + method.key());
        }
        return served;
    }

    private @Nullable Object[] copyArguments(RemoteMethod from, RemoteMethod to, @Nullable Object[] arguments) {
        Copy copy = new Copy(options.limits());
        try {
            from.encodeArguments(arguments, CODEC, copy);
            return to.decodeArguments(CODEC, copy.read(options.limits()));
        } catch (CodecException e) {
            throw new RemoteException(Code.CODEC, "Cannot copy the arguments: " + e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<@Nullable Object> start(
            RemoteMethod method, @Nullable Object[] arguments, CallOptions call) {
        Running running = new Running(() -> {
            @Nullable Object result = call(method, arguments, call);
            return method.style() == Style.FUTURE && !copies ? method.await(result) : result;
        });
        running.thread.start();
        return running;
    }

    private interface Work {
        @Nullable
        Object run() throws Throwable;
    }

    /** A call on a virtual thread of its own, which cancelling interrupts. */
    private static final class Running extends CompletableFuture<@Nullable Object> {
        private final Thread thread;

        Running(Work work) {
            thread = Thread.ofVirtual().unstarted(() -> {
                try {
                    complete(work.run());
                } catch (Throwable t) {
                    completeExceptionally(t);
                }
            });
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            if (cancelled) {
                thread.interrupt();
            }
            return cancelled;
        }
    }

    @Override
    public void send(RemoteMethod method, @Nullable Object[] arguments, CallOptions call, Delivery delivery) {
        checkBound();
        Thread.startVirtualThread(() -> {
            try {
                call(method, arguments, call);
            } catch (Throwable t) {
                LOG.log(Level.WARNING, "A one-way call of " + address + " failed", t);
            }
        });
    }

    @Override
    public Object identity() {
        return object.identity();
    }

    @Override
    public String describe() {
        return address;
    }
}
