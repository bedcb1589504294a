package dev.wherry.internal.mobility;

import dev.wherry.Endpoint;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.mobility.Parcel.Reply;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tasks that the peer of one session sends. For any thread. */
public final class HostedTasks implements TaskHost {
    private static final int MOST = 256;

    private final Connection connection;
    private final Workspaces workspaces;
    private final Endpoint endpoint;
    private final RunningTasks tasks = new RunningTasks();
    private final Map<Long, Place> places = new ConcurrentHashMap<>();
    private boolean ended;

    public HostedTasks(Connection connection, Workspaces workspaces, Endpoint endpoint) {
        this.connection = connection;
        this.workspaces = workspaces;
        this.endpoint = endpoint;
    }

    @Override
    public Reply call(long workspace, @Nullable Opening opening, Parcel arguments) {
        Place place = place(workspace, opening);
        try {
            return place.call(arguments);
        } finally {
            forget(workspace, place);
        }
    }

    @Override
    public void send(long workspace, @Nullable Opening opening, Parcel arguments) {
        Place place = place(workspace, opening);
        try {
            place.send(arguments);
        } finally {
            forget(workspace, place);
        }
    }

    /** One that its own task has released would keep its classes. */
    private void forget(long number, Place place) {
        if (place.isGone()) {
            places.remove(number, place);
        }
    }

    private Place place(long number, @Nullable Opening opening) {
        Place known = places.get(number);
        if (known != null) {
            return known;
        }
        if (opening == null) {
            throw new RemoteException(
                    Code.NOT_FOUND,
                    "Workspace " + number + " of this connection was released, or its child JVM has ended; open another"
                            + " one: peer.workspace(...)");
        }
        return open(number, opening);
    }

    private synchronized Place open(long number, Opening opening) {
        Place known = places.get(number);
        if (known != null) {
            return known;
        }
        workspaces.gate().checkOpen();
        workspaces.gate().checkHops(opening.hops());
        if (ended) {
            throw new RemoteException(Code.UNAVAILABLE, "The connection has ended");
        }
        places.values().removeIf(Place::isGone);
        if (places.size() == MOST) {
            throw new RemoteException(
                    Code.REFUSED, "A connection uses at most " + MOST + " workspaces at a time; release some");
        }
        Place place = place(workspaces.join(opening), opening);
        places.put(number, place);
        return place;
    }

    private Place place(HostedWorkspace workspace, Opening opening) {
        WorkspaceChild child = workspace.child();
        if (child != null) {
            return new ChildPlace(workspace, child, connection, opening);
        }
        Owner owner = opening.owner();
        Running here = new Running(
                endpoint,
                connection.peer(),
                workspace,
                opening.hops(),
                owner == null ? workspace::release : owner::release);
        return new LocalPlace(workspace, connection, here, tasks);
    }

    @Override
    public void release(long workspace) {
        Place place = places.remove(workspace);
        if (place != null) {
            place.leave();
        }
    }

    @Override
    public void expect(List<String> interfaces) {
        workspaces.gate().checkTrusted(connection.identity());
        for (String name : interfaces) {
            try {
                connection.own(Class.forName(name, false, workspaces.gate().host()));
            } catch (ClassNotFoundException | LinkageError e) {
                throw new RemoteException(Code.CODEC, "The interface " + name + " cannot be loaded here: " + e, e);
            }
        }
    }

    @Override
    public Set<Long> givenUp() {
        return tasks.givenUp();
    }

    /** The session has ended. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        places.keySet().forEach(this::release);
    }
}
