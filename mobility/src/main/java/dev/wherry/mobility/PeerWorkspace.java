package dev.wherry.mobility;

import dev.wherry.CallOptions;
import dev.wherry.mobility.internal.tasks.TaskSender;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A workspace at a peer, at the sender of tasks. A {@link TaskSender} sends them. */
record PeerWorkspace(TaskSender sender) implements Workspace {
    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // it returns the result of the task
    public <T extends @Nullable Object> T call(Task<T> task) throws Exception {
        return (T) sender.call(CallableTask.sent(task));
    }

    @Override
    public void run(Action action) {
        try {
            sender.call(action);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("An action throws no checked exception", e);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public <T extends @Nullable Object> CompletableFuture<T> submit(Task<T> task) {
        return (CompletableFuture<T>) sender.submit(CallableTask.sent(task));
    }

    @Override
    @SuppressWarnings("unchecked") // the result of an action is null
    public CompletableFuture<@Nullable Void> submit(Action action) {
        return (CompletableFuture<@Nullable Void>) sender.submit(action);
    }

    @Override
    public void fireAndForget(Action action) {
        sender.fire(action);
    }

    @Override
    public PeerWorkspace with(CallOptions options) {
        return new PeerWorkspace(sender.with(options));
    }

    @Override
    public void close() {
        sender.close();
    }

    @Override
    public String toString() {
        return sender.toString();
    }
}
