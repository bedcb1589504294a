package dev.wherry.mobility.internal.tasks;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The forms of a task: a {@link Callable} and a {@link Runnable}. */
public final class TaskForms {
    private TaskForms() {}

    /** Returns whether an object can be run as a task. */
    public static boolean isTask(@Nullable Object given) {
        return given instanceof Callable<?> || given instanceof Runnable;
    }

    /** Returns the message for an object that is not a task. */
    public static String refusal(@Nullable Object given) {
        return (given == null ? "null" : "A " + given.getClass().getName())
                + " is not a task: it is neither Callable nor Runnable";
    }

    /** Runs a task in the calling thread, and returns its result. That of a {@link Runnable} is null. */
    static @Nullable Object run(Object task) throws Exception {
        if (task instanceof Callable<?> callable) {
            return callable.call();
        }
        ((Runnable) task).run();
        return null;
    }
}
