package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.local.LocalObjects;
import dev.wherry.internal.local.LocalRun;
import dev.wherry.internal.local.LocalTarget;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.objects.Bindings;
import dev.wherry.internal.session.CallPermits;
import dev.wherry.internal.session.OrderedCalls;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.InFlightCalls;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls by reference, made here or served here. Those that run on threads of their own are counted, limited, kept in order
 * and given time to end.
 */
final class LocalCalls implements LocalObjects, CallPermits.Owner {
    private final Bindings bindings;
    private final Interceptors.OfServer interceptors;
    private final Ending ending;
    private final InFlightCalls<?> places;
    private final CallPermits permits;
    private final CallThreads.Quota threads;
    private final OrderedCalls ordered = new OrderedCalls();
    private final Set<LocalRun> running = ConcurrentHashMap.newKeySet();
    /** The calls that this endpoint has made, wherever they run. */
    private final Set<LocalRun> made = ConcurrentHashMap.newKeySet();

    /** The targets of calls from or to this endpoint. Each calls on until it has checked whether both ends are open. */
    private final Set<LocalTarget> targets =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /**
     * @param limit the number of calls on threads of their own
     * @param ending the end of the endpoint
     */
    LocalCalls(
            Bindings bindings,
            Interceptors.OfServer interceptors,
            int limit,
            CallThreads.Quota threads,
            Ending ending) {
        this.bindings = bindings;
        this.interceptors = interceptors;
        this.threads = threads;
        this.ending = ending;
        places = new InFlightCalls<>(limit);
        permits = new CallPermits(places, "an endpoint of this JVM", this);
    }

    @Override
    public boolean isOpen() {
        return ending.isOpen();
    }

    @Override
    public List<String> names() {
        return bindings.names();
    }

    /** Returns the interfaces of all bound objects. */
    List<? extends Class<?>> types() {
        return bindings.names().stream()
                .map(name -> bindings.find(name).interfaces().getFirst().type())
                .toList();
    }

    @Override
    public Exported find(String name) {
        return bindings.find(name);
    }

    @Override
    public @Nullable Exported successor(Exported gone) {
        Exported next = bindings.find(gone.id());
        return next != null && next.interfaces().containsAll(gone.interfaces()) ? next : null;
    }

    @Override
    public boolean servesPlainly() {
        return interceptors.isEmpty();
    }

    @Override
    public @Nullable Object serve(
            InboundCall call, RemoteMethod method, Object target, Supplier<@Nullable Object[]> arguments)
            throws Throwable {
        Throwable failed = null;
        try {
            interceptors.authorize(call, method);
            return interceptors.serve(call, method, target, arguments.get());
        } catch (Throwable t) {
            failed = t;
            throw t;
        } finally {
            Events.served(0, "", call, method, failed);
        }
    }

    @Override
    public void watch(LocalTarget target) {
        targets.add(target);
    }

    @Override
    public void checkOpen() {
        ending.checkOpen();
    }

    /** Has all targets check again whether both ends are open. */
    void refresh() {
        List.copyOf(targets).forEach(LocalTarget::refresh);
    }

    @Override
    public void run(LocalRun call, long object, CallOptions options) {
        enter(options);
        running.add(call);
        call.maker().made().add(call);
        if (!isOpen() || !call.maker().isOpen()) {
            left(call);
            throw new CallException(Code.UNAVAILABLE, "The endpoint was closed before the call could run");
        }
        if (options.ordered()) {
            // The calls behind it must not wait for what its caller does next.
            ordered.run(object, () -> start(serve(call)), this::start);
        } else {
            start(() -> serve(call).run());
        }
    }

    private void start(Runnable task) {
        threads.start(task, false);
    }

    /** Waits for a place. An earlier interrupt is restored afterwards. */
    private void enter(CallOptions options) {
        boolean interruptedBefore = Thread.interrupted();
        try {
            permits.enter(options.timeout() == null ? Long.MAX_VALUE / 2 : InboundCall.within(options.timeout()));
        } catch (InterruptedException e) {
            throw new CallException(Code.CANCELLED, "Interrupted while waiting to make a call", e)
                    .withOutcome(CallException.Outcome.NOT_RUN);
        } finally {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Runnable serve(LocalRun call) {
        try {
            return call.run();
        } finally {
            left(call);
        }
    }

    private void left(LocalRun call) {
        running.remove(call);
        call.maker().made().remove(call);
        places.leave();
        permits.left(1);
    }

    int count() {
        return running.size();
    }

    @Override
    public Set<LocalRun> made() {
        return made;
    }

    boolean isQuiet() {
        return running.isEmpty() && made.isEmpty();
    }

    /** Ends all calls that run or wait for a place, since the endpoint is closed. */
    void end() {
        running.forEach(LocalRun::end);
        made.forEach(LocalRun::end);
        permits.wake();
    }
}
