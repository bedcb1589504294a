package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.mobility.internal.bundles.CodeGate;
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

/** Sends tasks to one workspace of a peer. For any thread. */
public final class TaskSender {
    private final Connection connection;
    private final Worker worker;
    private final Calls calls;

    private TaskSender(Connection connection, Worker worker, Calls calls) {
        this.connection = connection;
        this.worker = worker;
        this.calls = calls;
    }

    /**
     * Returns the sender to a new workspace. Nothing is sent before the first task.
     *
     * @param gate admits the classes of results
     * @param number a number that was not used before in the session
     * @param hops how many hosts the tasks have passed through
     * @param next returns the successor of a workspace that is gone; for any thread, also outside of tasks. Null: there is none
     */
    static TaskSender open(
            Connection connection,
            CodeGate gate,
            long number,
            WorkspaceOptions options,
            int hops,
            @Nullable Supplier<TaskSender> next) {
        WorkspaceCode returned = new WorkspaceCode(
                "results of " + connection.peer(), options.shippedFirst(), gate, gate.host(), connection::peer);
        Channel channel = new Channel(connection, new ChannelCode(connection, returned), CallScope.NONE);
        Calls calls = new Calls(
                connection.object(SessionExtension.OBJECT),
                Route.method(connection.own(TaskHost.class), "call"),
                Route.method(connection.own(TaskHost.class), "send"),
                number,
                new Opening(options.name(), options.kept(), options.shippedFirst(), hops, null));
        @Nullable
        Supplier<ChannelTarget> successor =
                next == null ? null : () -> (ChannelTarget) Stubs.requireTarget(next.get().worker);
        Worker worker = Stubs.create(
                new ChannelTarget(channel, calls, successor),
                channel.parsed(Worker.class),
                List.of(),
                CallOptions.none());
        return new TaskSender(connection, worker, calls);
    }

    /** Returns whether a call has found it gone, such as after its child JVM was killed. */
    boolean isGone() {
        return calls.gone;
    }

    /**
     * Runs a task and waits for its result.
     *
     * @throws Exception the exception of the task, or a {@link CallException}
     */
    public @Nullable Object call(Object task) throws Exception {
        try {
            return worker.call(task);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("Neither an exception nor an error", e);
        }
    }

    /** Runs a task without waiting. Cancelling the future interrupts the task. */
    public CompletableFuture<?> submit(Object task) {
        return Stubs.async(worker, each -> calling(each, task));
    }

    /** Called with a stub that only records the call. */
    private static @Nullable Object calling(Worker worker, Object task) {
        try {
            return worker.call(task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A call that is made later has failed now", e);
        }
    }

    /** Sends a one-way task. */
    public void fire(Object task) {
        worker.fire(task);
    }

    /** Returns a sender to the same workspace, with these options for each task. */
    public TaskSender with(CallOptions options) {
        return new TaskSender(connection, Stubs.with(worker, options), calls);
    }

    /** Releases the workspace. */
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

    /** Releases the workspace without waiting, and without an exception if the connection has ended. */
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
        private final LongAdder sent = new LongAdder();
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile boolean opened;
        private volatile boolean gone;

        Calls(CallTarget target, RemoteMethod call, RemoteMethod send, long number, Opening opening) {
            this.target = target;
            this.call = call;
            this.send = send;
            this.number = number;
            this.opening = opening;
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
        public boolean isGone() {
            return gone;
        }
    }
}
