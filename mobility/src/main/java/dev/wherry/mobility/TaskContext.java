package dev.wherry.mobility;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.internal.tasks.CurrentTask;

/**
 * The scope of a task. All methods are for the thread that runs the task. They throw {@link IllegalStateException} on other
 * threads, also on those that a task has started: the task passes to them what they need.
 */
public final class TaskContext {
    private TaskContext() {}

    /** Returns whether the calling thread runs a task. */
    public static boolean isTask() {
        return CurrentTask.current() != null;
    }

    /** Returns the sender of the task. In a child JVM this is the host that has started it, whose bound objects can be looked up. */
    public static Peer peer() {
        return running().peer();
    }

    /**
     * Returns the endpoint that runs the task; in a child JVM, the endpoint of that child. It has the objects that are bound here,
     * and connects to others. The thread of a task gets an {@link IllegalStateException} if it closes the endpoint, listens there,
     * or binds or unbinds a name.
     */
    public static Endpoint endpoint() {
        return running().endpoint();
    }

    /** Closes the task's workspace, also for all others who share it, once the last task in it has ended. */
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
