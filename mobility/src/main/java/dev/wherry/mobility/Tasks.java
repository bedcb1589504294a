package dev.wherry.mobility;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.internal.tasks.SessionTasks;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks can be sent: {@link #at a peer}, or a {@link Workspace} there. The classes that a task needs and the other side
 * lacks are sent with it, once. The other side must accept code, see {@link MobilityPolicy}. So must this side if results or
 * exceptions are of classes that it lacks. For any thread.
 *
 * {@snippet :
 * int processors = Tasks.at(peer).call(() -> Runtime.getRuntime().availableProcessors());
 * }
 *
 * <p>A task may run as long as a call may: for the endpoint's timeout, or for what {@link #with} sets. Then its thread is
 * interrupted.
 */
public interface Tasks {
    /** Returns the tasks of a peer. They run in a private {@link Workspace} of the connection. */
    static Tasks at(Peer peer) {
        return new PeerWorkspace(SessionTasks.of(peer).own());
    }

    /**
     * Runs a task there and waits for its result.
     *
     * @throws Exception the exception of the task, as itself; or a {@link CallException}: {@code REFUSED} naming the rule of
     *     the other side's policy, or as for every call
     */
    <T extends @Nullable Object> T call(Task<T> task) throws Exception;

    /** Runs an action there and waits until it has ended. */
    void run(Action action);

    /** As {@link #call}, without waiting. Cancelling the future interrupts the task. */
    <T extends @Nullable Object> CompletableFuture<T> submit(Task<T> task);

    /**
     * As {@link #run}, without waiting. Cancelling the future interrupts the action. The compiler takes a lambda that could be
     * either for a {@link Task}. A reference to a method that has overloads must be written as a lambda.
     */
    CompletableFuture<@Nullable Void> submit(Action action);

    /**
     * Sends an action and returns once it is written. The other side logs if the action fails. It is lost if its workspace has
     * ended and no call has found that out yet.
     */
    void fireAndForget(Action action);

    /** Returns the same workspace, to which tasks are sent with these options. */
    Tasks with(CallOptions options);
}
