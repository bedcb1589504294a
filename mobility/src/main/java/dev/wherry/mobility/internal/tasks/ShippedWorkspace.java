package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.mobility.Action;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.parcels.CallScope;
import dev.wherry.mobility.internal.parcels.Channel;
import dev.wherry.mobility.internal.parcels.ChannelTarget;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Route;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import dev.wherry.mobility.internal.tasks.TaskHost.Worker;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A workspace at a peer, at the sender of tasks. */
public final class ShippedWorkspace implements Workspace {
    private final Connection connection;
    private final Worker worker;
    private final Calls calls;

    private ShippedWorkspace(Connection connection, Worker worker, Calls calls) {
        this.connection = connection;
        this.worker = worker;
        this.calls = calls;
    }

    /**
     * Returns a workspace with these options. It has no successor when it is gone.
     *
     * @param number a number that was not used before in the session
     */
    public static ShippedWorkspace open(Connection connection, long number, WorkspaceOptions options) {
        CurrentTask running = CurrentTask.current();
        return open(connection, number, options, running == null ? 0 : running.hops() + 1, null);
    }

    /**
     * Returns a private workspace.
     *
     * @param number a number that was not used before in the session
     * @param hops how many hosts the tasks have passed through
     * @param next returns its successor when it is gone; for any thread, also outside of tasks
     */
    public static ShippedWorkspace own(Connection connection, long number, int hops, Supplier<ShippedWorkspace> next) {
        return open(connection, number, WorkspaceOptions.own(), hops, next);
    }

    private static ShippedWorkspace open(
            Connection connection,
            long number,
            WorkspaceOptions options,
            int hops,
            @Nullable Supplier<ShippedWorkspace> next) {
        WorkspaceCode returned = new WorkspaceCode(
                "results of " + connection.peer(),
                options.shippedFirst(),
                connection.gate(),
                connection.gate().host(),
                connection::peer);
        Channel channel = new Channel(connection, new ChannelCode(connection, returned), CallScope.NONE);
        Calls calls = new Calls(
                connection.object(SessionExtension.OBJECT),
                Route.method(connection.own(TaskHost.class), "call"),
                Route.method(connection.own(TaskHost.class), "send"),
                number,
                new Opening(options.name(), options.kept(), options.shippedFirst(), hops, null),
                next);
        Worker worker = Stubs.create(
                new ChannelTarget(channel, calls), channel.parsed(Worker.class), List.of(), CallOptions.none());
        return new ShippedWorkspace(connection, worker, calls);
    }

    /** Returns whether a call has found it gone, such as after its child JVM was killed. */
    public boolean isGone() {
        return calls.gone;
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // it answers what the task answers
    public <T extends @Nullable Object> T call(Task<T> task) throws Exception {
        try {
            return (T) worker.call(CallableTask.sent(task));
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Neither an exception nor an error", e);
        }
    }

    @Override
    public void run(Action action) {
        try {
            worker.call(action);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("An action throws no checked exception", e);
        }
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> submit(Task<T> task) {
        return submitted(task);
    }

    @Override
    public CompletableFuture<@Nullable Void> submit(Action action) {
        return submitted(action);
    }

    @SuppressWarnings("unchecked") // as above
    private <T extends @Nullable Object> CompletableFuture<T> submitted(Object task) {
        return (CompletableFuture<T>) Stubs.async(worker, each -> calling(each, task));
    }

    /** Called with a stub that only records the call. */
    private static @Nullable Object calling(Worker worker, Object task) {
        try {
            return worker.call(CallableTask.sent(task));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A call that is made later has failed now", e);
        }
    }

    @Override
    public void fireAndForget(Action action) {
        worker.fire(action);
    }

    @Override
    public ShippedWorkspace with(CallOptions options) {
        return new ShippedWorkspace(connection, Stubs.with(worker, options), calls);
    }

    @Override
    public void close() {
        if (calls.closed.getAndSet(true)) {
            return;
        }
        try {
            host().release(calls.number, calls.sent.sum());
        } catch (CallException e) {
            if (connection.peer().isOpen()) {
                throw e;
            } // otherwise it ended with the connection
        }
    }

    /** Closes it without waiting, and without an exception if the connection has ended. */
    void closeLater() {
        var _ = Stubs.asyncRun(host(), host -> host.release(calls.number, calls.sent.sum()));
    }

    private TaskHost host() {
        return Stubs.create(
                connection.object(SessionExtension.OBJECT),
                connection.own(TaskHost.class),
                List.of(),
                CallOptions.none());
    }

    @Override
    public String toString() {
        return "workspace " + calls.number + " at " + connection.peer();
    }

    /** Calls a workspace by its {@link TaskHost}. The first calls carry its options. */
    private static final class Calls implements Route {
        private final CallTarget target;
        private final RemoteMethod call;
        private final RemoteMethod send;
        private final long number;
        private final Opening opening;
        private final @Nullable Supplier<ShippedWorkspace> next;
        private final LongAdder sent = new LongAdder();
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile boolean opened;
        private volatile boolean gone;

        Calls(
                CallTarget target,
                RemoteMethod call,
                RemoteMethod send,
                long number,
                Opening opening,
                @Nullable Supplier<ShippedWorkspace> next) {
            this.target = target;
            this.call = call;
            this.send = send;
            this.number = number;
            this.opening = opening;
            this.next = next;
        }

        @Override
        public CallTarget target() {
            return target;
        }

        @Override
        public RemoteMethod call() {
            return call;
        }

        @Override
        public RemoteMethod send() {
            return send;
        }

        @Override
        public @Nullable Object[] with(RemoteMethod method, Parcel arguments) {
            return new @Nullable Object[] {number, opened ? null : opening, arguments};
        }

        @Override
        public @Nullable Object stub() {
            return null;
        }

        @Override
        public void answered() {
            opened = true;
        }

        @Override
        public void sent() {
            sent.increment();
        }

        @Override
        public void missed() {
            gone = true;
        }

        @Override
        public @Nullable ChannelTarget successor() {
            return gone && next != null ? (ChannelTarget) Stubs.requireTarget(next.get().worker) : null;
        }
    }
}
