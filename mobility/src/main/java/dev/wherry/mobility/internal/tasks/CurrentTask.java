package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The task that a thread runs, for those who ask where they are.
 *
 * @param hops how many hosts the tasks of this workspace have come through before
 * @param release closes the workspace
 */
public record CurrentTask(Endpoint endpoint, Peer peer, HostedWorkspace workspace, int hops, Runnable release) {
    /** As {@link dev.wherry.internal.invoke.InboundCall} knows the call that a thread serves. */
    private static final ThreadLocal<@Nullable CurrentTask> CURRENT = new ThreadLocal<>();

    /** Null outside of tasks. */
    public static @Nullable CurrentTask current() {
        return CURRENT.get();
    }

    /** Who has sent the task that this thread runs; null: it runs none. */
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
