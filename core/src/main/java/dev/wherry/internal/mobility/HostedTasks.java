package dev.wherry.internal.mobility;

import dev.wherry.Endpoint;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.mobility.Parcel.Reply;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tasks that the peer of one session sends. For any thread. */
public final class HostedTasks implements TaskHost {
    private static final int MOST = 256;

    private final Connection connection;
    private final Workspaces workspaces;
    private final Endpoint endpoint;
    private final Map<Long, Place> places = new ConcurrentHashMap<>();
    private boolean ended;

    /** A workspace as this peer uses it. */
    private record Place(
            HostedWorkspace workspace, Channel channel, Worker worker, RemoteMethod call, RemoteMethod fire) {}

    public HostedTasks(Connection connection, Workspaces workspaces, Endpoint endpoint) {
        this.connection = connection;
        this.workspaces = workspaces;
        this.endpoint = endpoint;
    }

    @Override
    public Reply call(long workspace, @Nullable Opening opening, Parcel arguments) {
        Place place = place(workspace, opening);
        place.channel.checkAccepted(arguments);
        return place.channel.serve(place.worker, place.call, arguments);
    }

    @Override
    public void send(long workspace, @Nullable Opening opening, Parcel arguments) {
        Place place = place(workspace, opening);
        place.channel.checkAccepted(arguments);
        place.channel.serveUnheard(place.worker, place.fire, arguments);
    }

    private Place place(long number, @Nullable Opening opening) {
        Place known = places.get(number);
        if (known != null) {
            return known;
        }
        if (opening == null) {
            throw new RemoteException(Code.NOT_FOUND, "Workspace " + number + " of this connection was released");
        }
        return open(number, opening);
    }

    private synchronized Place open(long number, Opening opening) {
        Place known = places.get(number);
        if (known != null) {
            return known;
        }
        workspaces.gate().checkOpen();
        if (ended) {
            throw new RemoteException(Code.UNAVAILABLE, "The connection has ended");
        }
        if (places.size() == MOST) {
            throw new RemoteException(
                    Code.REFUSED, "A connection uses at most " + MOST + " workspaces at a time; release some");
        }
        HostedWorkspace workspace = workspaces.join(opening);
        Channel channel = new Channel(connection, new ChannelCode(connection, workspace.code()));
        RemoteInterface type = channel.parsed(Worker.class);
        Place place = new Place(
                workspace, channel, worker(workspace), Carrier.method(type, "call"), Carrier.method(type, "fire"));
        places.put(number, place);
        return place;
    }

    private Worker worker(HostedWorkspace workspace) {
        Running here = new Running(endpoint, connection.peer(), workspace);
        return new Worker() {
            @Override
            public @Nullable Object call(Object task) throws Throwable {
                return workspace.run(here, () -> perform(task));
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

    @Override
    public void release(long workspace) {
        Place place = places.remove(workspace);
        if (place != null) {
            place.workspace.leave(place.channel::end);
        }
    }

    /** The session has ended. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        places.keySet().forEach(this::release);
    }
}
