package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.mobility.Parcel.Reply;
import dev.wherry.internal.mobility.TaskHost.Worker;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** In this process. */
final class LocalPlace implements Place {
    private final HostedWorkspace workspace;
    private final Channel channel;
    private final Worker worker;
    private final RemoteMethod call;
    private final RemoteMethod fire;

    /** @param here what its tasks are told */
    LocalPlace(HostedWorkspace workspace, Connection connection, Running here, RunningTasks tasks) {
        this.workspace = workspace;
        channel = new Channel(connection, new ChannelCode(connection, workspace.code()));
        worker = worker(workspace, here, tasks);
        RemoteInterface type = channel.parsed(Worker.class);
        call = Carrier.method(type, "call");
        fire = Carrier.method(type, "fire");
    }

    @Override
    public Reply call(Parcel arguments) {
        channel.checkAccepted(arguments);
        return channel.serve(worker, call, arguments);
    }

    @Override
    public void send(Parcel arguments) {
        channel.checkAccepted(arguments);
        channel.serveUnheard(worker, fire, arguments);
    }

    @Override
    public void leave() {
        workspace.leave(channel::end);
    }

    @Override
    public boolean isGone() {
        return workspace.isClosed();
    }

    private static Worker worker(HostedWorkspace workspace, Running here, RunningTasks tasks) {
        return new Worker() {
            @Override
            public @Nullable Object call(Object task) throws Throwable {
                return tasks.run(() -> workspace.run(here, () -> perform(task)));
            }

            @Override
            public void fire(Object task) {
                try {
                    call(task);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new CompletionException(e);
                }
            }
        };
    }

    static @Nullable Object perform(@Nullable Object task) throws Exception {
        return switch (task) {
            case Callable<?> callable -> callable.call();
            case Runnable runnable -> {
                runnable.run();
                yield null;
            }
            case null, default ->
                throw new WorkspaceFailure(new RemoteException(
                        Code.INVALID_CALL,
                        (task == null ? "null" : "A " + task.getClass().getName())
                                + " is no task: it is neither Callable nor Runnable"));
        };
    }
}
