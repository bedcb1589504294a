package dev.wherry.mobility.internal.tasks;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jspecify.annotations.Nullable;

/** The state of a thread that a task may change. It is restored after the task, since the thread serves others, too. */
record ThreadState(
        Thread thread,
        @Nullable ClassLoader context,
        String name,
        int priority,
        @Nullable UncaughtExceptionHandler handler) {
    static ThreadState now() {
        Thread thread = Thread.currentThread();
        return new ThreadState(
                thread,
                thread.getContextClassLoader(),
                thread.getName(),
                thread.getPriority(),
                thread.getUncaughtExceptionHandler());
    }

    @SuppressWarnings({"ReferenceEquality", "ThreadPriorityCheck"}) // whether they were set meanwhile, if only to this
    void restore() {
        thread.setContextClassLoader(context);
        if (thread.getName() != name) {
            thread.setName(name);
        }
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (thread.getUncaughtExceptionHandler() != handler) {
            thread.setUncaughtExceptionHandler(handler instanceof ThreadGroup ? null : handler); // else it had none
        }
    }
}
