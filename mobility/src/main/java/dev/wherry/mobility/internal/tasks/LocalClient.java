package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.parcels.Channel;
import dev.wherry.mobility.internal.parcels.ChannelServer;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.Route;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Worker;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A workspace in this process. */
final class LocalClient extends WorkspaceClient {
    private static final Worker WORKER = new Worker() {
        @Override
        public @Nullable Object call(Object task) throws Exception {
            return TaskForms.run(task);
        }

        @Override
        public void fire(Object task) {
            try {
                TaskForms.run(task);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        }
    };

    private final CurrentTask here;
    private final @Nullable RunningTasks watched;
    private final Channel channel;
    private final ChannelServer server;
    private final RemoteMethod call;
    private final RemoteMethod fire;

    /**
     * @param here the surroundings of its tasks
     * @param watched notes its tasks for the parent of this child JVM; null if this is not a child
     */
    LocalClient(
            HostedWorkspace workspace,
            Connection connection,
            CurrentTask here,
            @Nullable RunningTasks watched,
            Consumer<WorkspaceClient> over) {
        super(workspace, over);
        this.here = here;
        this.watched = watched;
        channel = new Channel(connection, new ChannelCode(connection, workspace.code()), call -> run(call::get));
        server = new ChannelServer(channel);
        RemoteInterface type = channel.parsed(Worker.class);
        call = Route.method(type, "call");
        fire = Route.method(type, "fire");
    }

    @Override
    Reply call(Parcel arguments) throws WorkspaceGone {
        channel.admit(arguments);
        return run(() -> server.serve(WORKER, call, task(call, arguments)));
    }

    @Override
    void send(Parcel arguments) throws WorkspaceGone {
        channel.admit(arguments);
        run(() -> {
            server.serveOneWay(WORKER, fire, task(fire, arguments));
            return arguments;
        });
    }

    private @Nullable Object[] task(RemoteMethod method, Parcel arguments) {
        @Nullable Object[] task = server.read(method, arguments);
        if (!TaskForms.isTask(task[0])) {
            throw new CallException(Code.INVALID_CALL, TaskForms.refusal(task[0]));
        }
        return task;
    }

    private <T> T run(ScopedValue.CallableOp<T, RuntimeException> task) throws WorkspaceGone {
        return watched == null ? workspace.run(this, here, task) : workspace.run(this, here, () -> watched.run(task));
    }

    @Override
    void over() {
        super.over();
        channel.end();
    }
}
