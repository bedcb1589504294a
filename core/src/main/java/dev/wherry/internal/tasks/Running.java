package dev.wherry.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import org.jspecify.annotations.Nullable;

/**
 * The task that a thread runs, for those who ask where they are.
 *
 * @param hops how many hosts the tasks of this workspace have come through before
 * @param release closes the workspace
 */
public record Running(Endpoint endpoint, Peer peer, HostedWorkspace workspace, int hops, Runnable release) {
    private static final ScopedValue<Running> CURRENT = ScopedValue.newInstance();

    /** Null outside of tasks. */
    public static @Nullable Running current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Who has sent the task that this thread runs; null: it runs none. */
    static @Nullable Peer sender() {
        Running current = current();
        return current == null ? null : current.peer;
    }

    <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> task) throws X {
        return ScopedValue.where(CURRENT, this).call(task);
    }
}
