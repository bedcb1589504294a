package dev.wherry.mobility;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.internal.tasks.CurrentTask;

/**
 * Where a task is. All methods are for the thread that runs it, and throw {@link IllegalStateException} on others, such as
 * those that a task has started: what they need, the task hands to them.
 */
public final class TaskContext {
    private TaskContext() {}

    /** Whether this thread runs a task. */
    public static boolean isTask() {
        return CurrentTask.current() != null;
    }

    /** Who has sent the task; in a child JVM the host that has started it, whose bound objects can be looked up there. */
    public static Peer peer() {
        return running().peer();
    }

    /**
     * The endpoint that runs the task; in a child JVM, the endpoint of that child. It has the objects that are bound here, and
     * connects to others. The thread of a task gets an {@link IllegalStateException} if it closes the endpoint, listens there,
     * or binds or unbinds a name.
     */
    public static Endpoint endpoint() {
        return running().endpoint();
    }

    /** Closes the task's workspace, whoever shares it, once the last task in it has ended. */
    public static void release() {
        running().release().run();
    }

    private static CurrentTask running() {
        CurrentTask running = CurrentTask.current();
        if (running == null) {
            throw new IllegalStateException("This thread runs no task that a peer has sent");
        }
        return running;
    }
}
