package dev.wherry;

import dev.wherry.internal.mobility.Running;

/**
 * Where a task is. All methods are for the thread that runs it, and throw {@link IllegalStateException} on others, such as
 * those that a task has started: what they need, the task hands to them.
 */
public final class Here {
    private Here() {}

    /** Whether this thread runs a task. */
    public static boolean isTask() {
        return Running.current() != null;
    }

    /** Who has sent the task. */
    public static Peer peer() {
        return running().peer();
    }

    /** Where it runs: for what is bound here, and for connections on to others. Not to be closed by a task. */
    public static Endpoint endpoint() {
        return running().endpoint();
    }

    /** Closes the task's workspace, whoever shares it, once the last task in it has ended. */
    public static void release() {
        running().workspace().release();
    }

    private static Running running() {
        Running running = Running.current();
        if (running == null) {
            throw new IllegalStateException("This thread runs no task that a peer has sent");
        }
        return running;
    }
}
