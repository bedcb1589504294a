package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of the task that a thread runs.
 *
 * @param onward the workspaces to which it may send itself or further tasks
 * @param hops how many hosts the task has passed through before
 * @param release closes the workspace
 */
public record CurrentTask(Endpoint endpoint, Peer peer, OnwardWorkspaces onward, int hops, Runnable release) {
    /** A thread-local, as for the call that a thread serves, {@link dev.wherry.internal.invoke.InboundCall}. */
    private static final ThreadLocal<@Nullable CurrentTask> CURRENT = new ThreadLocal<>();

    /** Returns null if the calling thread runs no task. */
    public static @Nullable CurrentTask current() {
        return CURRENT.get();
    }

    /** Returns the sender of the task that the calling thread runs; null if it runs none. */
    static @Nullable Peer sender() {
        CurrentTask current = current();
        return current == null ? null : current.peer;
    }

    <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> task) throws X {
        CurrentTask outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return task.call();
        } finally {
            CURRENT.set(outer);
        }
    }
}
