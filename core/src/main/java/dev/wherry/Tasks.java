package dev.wherry;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where tasks can be sent: a {@link Peer}, or a {@link dev.wherry.mobility.Workspace} there. The classes that a task
 * needs and the other side lacks travel with it, once. The other side must let code in, see
 * {@link EndpointOptions.Builder#mobility}; and this side too, if results or exceptions are of classes that it lacks. For
 * any thread.
 *
 * <p>All methods take a lambda as it stands. One that was made before as a plain {@code Callable} or {@code Runnable} is
 * refused with {@link IllegalArgumentException}: nothing can take it apart.
 *
 * <p>A task has as long as a call: the endpoint's timeout, or what {@link #with} says. Then its thread is interrupted.
 */
public interface Tasks {
    /**
     * Runs a task there and waits for what it answers.
     *
     * @throws Exception what the task threw, as itself; or a {@link CallException}: {@code REFUSED} naming the rule of
     *     the other side's policy, or as for every call
     */
    default <T extends @Nullable Object> T call(Task<T> task) throws Exception {
        return call((Callable<T>) task);
    }

    /** As {@link #call(Task)}. */
    <T extends @Nullable Object> T call(Callable<T> task) throws Exception;

    /** Runs an action there and waits until it has ended. */
    default void run(Action action) {
        run((Runnable) action);
    }

    /** As {@link #run(Action)}. */
    void run(Runnable action);

    /** As {@link #call(Task)}, without waiting. Cancelling the future interrupts the task. */
    default <T extends @Nullable Object> CompletableFuture<T> submit(Task<T> task) {
        return submit((Callable<T>) task);
    }

    /** As {@link #submit(Task)}. */
    <T extends @Nullable Object> CompletableFuture<T> submit(Callable<T> task);

    /**
     * As {@link #run(Action)}, without waiting. Cancelling the future interrupts the action. A lambda that could be either is
     * taken for a {@link Task}; a reference to a method that has overloads is to be written as a lambda.
     */
    default CompletableFuture<@Nullable Void> submit(Action action) {
        return submit((Runnable) action);
    }

    /** As {@link #submit(Action)}. */
    CompletableFuture<@Nullable Void> submit(Runnable action);

    /**
     * Sends an action and learns nothing of it; the other side logs if it fails. Returns once it is written. It is lost if its
     * workspace has ended and no call has found that out yet.
     */
    default void fireAndForget(Action action) {
        fireAndForget((Runnable) action);
    }

    /** As {@link #fireAndForget(Action)}. */
    void fireAndForget(Runnable action);

    /** The same place, to which tasks are sent with these options. */
    Tasks with(CallOptions options);
}
