package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.internal.types.RemoteNames;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.text.OneLine;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The tasks that the peer of one session sends. For any thread. */
public final class HostedTasks implements TaskHost, ChildTaskHost {
    /** A child has no limit, since its parent has checked its own. */
    private static final int MOST = ChildHost.isHere() ? Integer.MAX_VALUE : 256;

    private final Connection connection;
    private final Workspaces workspaces;
    private final Endpoint endpoint;
    private final RunningTasks watched = new RunningTasks();
    private final Map<Long, WorkspaceClient> clients = new ConcurrentHashMap<>();

    private final PendingReleases releases;

    private boolean ended;

    public HostedTasks(Connection connection, Workspaces workspaces, Endpoint endpoint) {
        this.connection = connection;
        this.workspaces = workspaces;
        this.endpoint = endpoint;
        releases = new PendingReleases(
                clients::get,
                this::leave,
                CompletableFuture.delayedExecutor(PendingReleases.PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Override
    public Reply call(long workspace, @Nullable Opening opening, Parcel arguments) throws WorkspaceGone {
        return client(workspace, opening, arguments).call(arguments);
    }

    @Override
    public void send(long workspace, @Nullable Opening opening, Parcel arguments) {
        try {
            WorkspaceClient client = client(workspace, opening, arguments);
            try {
                client.send(arguments);
            } finally {
                client.sent.increment();
                releases.settle(workspace, client);
            }
        } catch (WorkspaceGone e) {
            throw e.toCallException();
        }
    }

    private WorkspaceClient client(long number, @Nullable Opening opening, Parcel first) throws WorkspaceGone {
        if (first == null) {
            throw new CallException(Code.INVALID_CALL, "A task has no parcel");
        }
        WorkspaceClient known = clients.get(number);
        if (known != null) {
            return known;
        }
        if (opening == null) {
            throw new WorkspaceGone(
                    "Workspace " + number + " of this connection was released, or its child JVM has ended");
        }
        String name = opening.name() == null ? "private" : opening.name();
        workspaces.gate().checkShips(first.code(), connection, name);
        workspaces.gate().checkHops(opening.hops());
        return open(number, opening);
    }

    private synchronized WorkspaceClient open(long number, Opening opening) {
        WorkspaceClient known = clients.get(number);
        if (known != null) {
            return known;
        }
        if (ended) {
            throw new CallException(Code.UNAVAILABLE, "The connection has ended");
        }
        if (clients.size() >= MOST) {
            throw new CallException(
                    Code.REFUSED, "A connection uses at most " + MOST + " workspaces at a time; release some");
        }
        WorkspaceClient client = workspaces.join(opening, workspace -> client(workspace, opening));
        clients.put(number, client);
        if (client.workspace.isClosed()) {
            clients.remove(number, client);
        }
        return client;
    }

    private void over(WorkspaceClient client) {
        clients.values().remove(client);
    }

    private WorkspaceClient client(HostedWorkspace workspace, Opening opening) {
        WorkspaceChild child = workspace.child();
        if (child != null) {
            return new ChildClient(workspace, child, connection, opening, this::over);
        }
        Owner owner = opening.owner();
        CurrentTask here = new CurrentTask(
                endpoint,
                connection.peer(),
                workspace.onward(),
                opening.hops(),
                owner == null ? workspace::release : owner::release);
        return new LocalClient(workspace, connection, here, owner == null ? null : watched, this::over);
    }

    @Override
    public void release(long workspace, long sent) {
        releases.released(workspace, sent);
    }

    private void leave(long number, WorkspaceClient client) {
        if (clients.remove(number, client)) {
            client.workspace.leave(client);
        }
    }

    @Override
    public void expect(List<String> interfaces) {
        workspaces.gate().checkTrusted(connection.identity());
        for (String name : interfaces) {
            Class<?> type = name == null
                    ? null
                    : RemoteNames.loadInterface(workspaces.gate().host(), name);
            if (type == null) {
                throw new CallException(
                        Code.CODEC,
                        "The interface " + (name == null ? null : OneLine.of(name))
                                + " cannot be loaded here: the class path has no interface of that name");
            }
            try {
                connection.own(type);
            } catch (LinkageError | IllegalArgumentException e) {
                throw new CallException(Code.CODEC, "The interface " + name + " cannot be called here: " + e, e);
            }
        }
    }

    @Override
    public Set<Long> givenUp() {
        return watched.givenUp();
    }

    /** Returns the interfaces that the peer may call. */
    public List<Class<?>> types() {
        return ChildHost.isHere() ? List.of(TaskHost.class, ChildTaskHost.class) : List.of(TaskHost.class);
    }

    /** The session has ended. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        clients.forEach(this::leave);
    }
}
