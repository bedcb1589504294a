package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workspace at its host: classes and static fields for tasks, in this process or in a child JVM. It belongs to one connection or, if
 * it has a name, to all connections that use the name. When no connection uses it or it was released, it is closed as soon as its last
 * task has ended. For any thread.
 */
public final class HostedWorkspace {
    private final String name;
    private final boolean kept;
    private final WorkspaceCode code;
    private final @Nullable WorkspaceChild child;
    private final Runnable whenClosed;
    private final Set<WorkspaceClient> clients = new HashSet<>();
    private final OnwardWorkspaces onward = new OnwardWorkspaces(this::gone);
    private @Nullable String lost;
    private int running;
    private boolean used;
    private boolean released;
    private boolean closed;

    /**
     * @param name the name in messages, which connections share unless it is private
     * @param children creates its child JVM, if the policy asks for one
     */
    HostedWorkspace(String name, boolean kept, WorkspaceCode code, Children children, Runnable whenClosed) {
        this.name = name;
        this.kept = kept;
        this.code = code;
        this.whenClosed = whenClosed;
        child = children.next(toString(), this::lost);
    }

    public String name() {
        return name;
    }

    WorkspaceCode code() {
        return code;
    }

    /** Returns the workspaces to which its tasks send themselves or further tasks. */
    OnwardWorkspaces onward() {
        return onward;
    }

    /** Returns null if it is in this process. */
    @Nullable
    WorkspaceChild child() {
        return child;
    }

    /** Adds a client. Returns false if the workspace is closed or closes. */
    synchronized boolean join(WorkspaceClient client) {
        return !released && clients.add(client);
    }

    /** Called when a connection no longer uses it, except for tasks that run. */
    void leave(WorkspaceClient client) {
        synchronized (this) {
            client.left = true;
        }
        settle();
    }

    /** Closes it once its last task has ended, even if others use it. */
    public void release() {
        synchronized (this) {
            released = true;
        }
        settle();
    }

    /**
     * Called when its child JVM has ended, and with it all its classes and static fields.
     *
     * @return the exception for tasks that have not run
     */
    private WorkspaceGone lost(String why) {
        synchronized (this) {
            lost = why;
        }
        release();
        return gone();
    }

    /** Runs a task with the loader of its classes. */
    <T, X extends Throwable> T run(WorkspaceClient client, CurrentTask here, ScopedValue.CallableOp<T, X> task)
            throws WorkspaceGone, X {
        begin(client);
        ThreadState before = ThreadState.now();
        before.thread().setContextClassLoader(code.loader());
        try {
            return here.run(task);
        } finally {
            before.restore();
            end(client);
        }
    }

    /** A task begins. */
    synchronized void begin(WorkspaceClient client) throws WorkspaceGone {
        if (lost != null || !clients.contains(client)) {
            throw gone();
        }
        running++;
        client.running++;
        used = true;
    }

    /** Returns the exception for tasks that are not run because it is closed. */
    private synchronized WorkspaceGone gone() {
        return new WorkspaceGone(
                "Workspace '" + name + "' " + (lost == null ? "was released" : "has ended (" + lost + ")"));
    }

    /** A task has ended. */
    void end(WorkspaceClient client) {
        synchronized (this) {
            running--;
            client.running--;
            if (!released && !client.left) {
                return;
            }
        }
        settle();
    }

    /** Ends clients that have left and run no task, and the workspace if no client is left. */
    private void settle() {
        List<WorkspaceClient> over = new ArrayList<>();
        boolean closes;
        synchronized (this) {
            released |= !(kept && used) && clients.stream().allMatch(client -> client.left);
            closes = released && running == 0 && !closed;
            closed |= closes;
            for (WorkspaceClient client : clients) {
                if (closes || (client.left && client.running == 0)) {
                    over.add(client);
                }
            }
            over.forEach(clients::remove);
        }
        over.forEach(WorkspaceClient::over);
        if (closes) {
            code.close();
            if (child != null) {
                child.close();
            }
            onward.close();
            whenClosed.run();
        }
    }

    synchronized boolean isIdle(WorkspaceClient client) {
        return client.running == 0;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "workspace '" + name + "'";
    }
}
