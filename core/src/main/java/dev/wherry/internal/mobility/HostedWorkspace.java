package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks run: classes and statics of their own, in this process or in a child, for one connection or, by name, for
 * all that name it. Once nobody uses it, or it was released, it is closed as soon as the last task in it has ended. For any thread.
 */
public final class HostedWorkspace {
    private final String name;
    private final boolean kept;
    private final WorkspaceCode code;
    private final @Nullable WorkspaceChild child;
    private final Runnable whenClosed;
    private final List<Runnable> leaving = new ArrayList<>();
    private final Map<Connection, ShippedWorkspace> onward = new HashMap<>();
    private @Nullable String lost;
    private int users;
    private int running;
    private boolean used;
    private boolean released;
    private boolean closed;

    /**
     * @param name in messages, and, unless it is private, for those who share it
     * @param children one of which it is in, if the policy says so
     */
    HostedWorkspace(String name, boolean kept, WorkspaceCode code, Children children, Runnable whenClosed) {
        this.name = name;
        this.kept = kept;
        this.code = code;
        this.whenClosed = whenClosed;
        child = children.next(this);
    }

    public String name() {
        return name;
    }

    WorkspaceCode code() {
        return code;
    }

    /** Null: it is in this process. */
    @Nullable
    WorkspaceChild child() {
        return child;
    }

    /** False if it is closed, or about to be: then another one takes its place. */
    synchronized boolean join() {
        if (released) {
            return false;
        }
        users++;
        return true;
    }

    /**
     * A connection uses it no more.
     *
     * @param left what is to be done once no task runs that may be the connection's
     */
    void leave(Runnable left) {
        synchronized (this) {
            users--;
            leaving.add(left);
        }
        closeIfUnused();
    }

    /** Lets it go once its last task has ended, whoever else uses it. */
    public void release() {
        synchronized (this) {
            released = true;
        }
        closeIfUnused();
    }

    /** Its child has ended, and with it all that it has kept. */
    void lost(String why) {
        synchronized (this) {
            lost = why;
        }
        release();
    }

    /** Runs a task among its classes. */
    @Nullable
    Object run(Running here, ScopedValue.CallableOp<@Nullable Object, Throwable> task) throws Throwable {
        begin();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(code.loader());
        try {
            return here.run(task);
        } finally {
            thread.setContextClassLoader(before);
            end();
        }
    }

    /** Where its tasks send others, or themselves: what has its classes there lasts as long as it does here. */
    public synchronized ShippedWorkspace onward(Connection connection, Supplier<ShippedWorkspace> opened) {
        onward.keySet().removeIf(each -> !each.peer().isOpen());
        return onward.computeIfAbsent(connection, _ -> opened.get());
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** A task begins. */
    synchronized void begin() {
        if (closed || lost != null) {
            throw new WorkspaceFailure(gone());
        }
        running++;
        used = true;
    }

    /** A task has ended. */
    void end() {
        synchronized (this) {
            running--;
            if (running > 0 || (leaving.isEmpty() && !released && users > 0)) {
                return;
            }
        }
        closeIfUnused();
    }

    private void closeIfUnused() {
        List<Runnable> left;
        boolean closes;
        synchronized (this) {
            released |= users == 0 && !(kept && used);
            if (running > 0) {
                return;
            }
            left = List.copyOf(leaving);
            leaving.clear();
            closes = released && !closed;
            closed |= closes;
        }
        left.forEach(Runnable::run);
        if (closes) {
            code.close();
            if (child != null) {
                child.close();
            }
            onward.values().forEach(ShippedWorkspace::letGo);
            whenClosed.run();
        }
    }

    private RemoteException gone() {
        return new RemoteException(
                Code.NOT_FOUND,
                "Workspace '" + name + "' " + (lost == null ? "was released" : "has ended (" + lost + ")")
                        + "; open another one: peer.workspace(...)");
    }

    @Override
    public String toString() {
        return "workspace '" + name + "'";
    }
}
