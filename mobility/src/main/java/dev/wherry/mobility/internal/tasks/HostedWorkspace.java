package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
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
    private final Set<WorkspaceClient> places = new HashSet<>();
    private final Map<Onward, ShippedWorkspace> onward = new HashMap<>();
    private @Nullable String lost;
    private int running;
    private boolean used;
    private boolean released;
    private boolean closed;

    /** @param hops of those who go on, which differ where senders share a workspace */
    private record Onward(Connection to, int hops) {}

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
    synchronized boolean join(WorkspaceClient place) {
        return !released && places.add(place);
    }

    /** A connection uses it no more, but for what runs. */
    void leave(WorkspaceClient place) {
        synchronized (this) {
            place.left = true;
        }
        settle();
    }

    /** Lets it go once its last task has ended, whoever else uses it. */
    public void release() {
        synchronized (this) {
            released = true;
        }
        settle();
    }

    /** Its child has ended, and with it all that it has kept. */
    void lost(String why) {
        synchronized (this) {
            lost = why;
        }
        release();
    }

    /** Runs a task among its classes. */
    <T, X extends Throwable> T run(WorkspaceClient place, CurrentTask here, ScopedValue.CallableOp<T, X> task)
            throws WorkspaceGone, X {
        begin(place);
        ThreadState before = ThreadState.now();
        before.thread().setContextClassLoader(code.loader());
        try {
            return here.run(task);
        } finally {
            before.restore();
            end(place);
        }
    }

    /**
     * Where its tasks send others, or themselves: what has its classes there lasts as long as it does here.
     *
     * @param number of the session's next workspace
     */
    public synchronized ShippedWorkspace onward(Connection to, int hops, LongSupplier number) {
        if (closed) {
            throw gone().told();
        }
        onward.entrySet()
                .removeIf(each ->
                        each.getValue().isGone() || !each.getKey().to().peer().isOpen());
        return onward.computeIfAbsent(
                new Onward(to, hops),
                _ -> ShippedWorkspace.own(to, number.getAsLong(), hops, () -> onward(to, hops, number)));
    }

    /** A task begins. */
    synchronized void begin(WorkspaceClient place) throws WorkspaceGone {
        if (lost != null || !places.contains(place)) {
            throw gone();
        }
        running++;
        place.running++;
        used = true;
    }

    /** What is told to those whose tasks are not run here any more. */
    synchronized WorkspaceGone gone() {
        return new WorkspaceGone(
                "Workspace '" + name + "' " + (lost == null ? "was released" : "has ended (" + lost + ")"));
    }

    /** A task has ended. */
    void end(WorkspaceClient place) {
        synchronized (this) {
            running--;
            place.running--;
            if (!released && !place.left) {
                return;
            }
        }
        settle();
    }

    /** Ends what nobody uses any more: places, and the whole. */
    private void settle() {
        List<WorkspaceClient> over = new ArrayList<>();
        boolean closes;
        synchronized (this) {
            released |= !(kept && used) && places.stream().allMatch(place -> place.left);
            closes = released && running == 0 && !closed;
            closed |= closes;
            for (WorkspaceClient place : places) {
                if (closes || (place.left && place.running == 0)) {
                    over.add(place);
                }
            }
            over.forEach(places::remove);
        }
        over.forEach(WorkspaceClient::over);
        if (closes) {
            code.close();
            if (child != null) {
                child.close();
            }
            onward.values().forEach(ShippedWorkspace::letGo);
            whenClosed.run();
        }
    }

    synchronized boolean isIdle(WorkspaceClient place) {
        return place.running == 0;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public String toString() {
        return "workspace '" + name + "'";
    }
}
