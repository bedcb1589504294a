package dev.wherry.mobility;

import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A task of a {@link Callable}, which is sent alone. */
record CallableTask<T extends @Nullable Object>(Callable<T> callable) implements Task<T> {
    CallableTask {
        Class<?> type = callable.getClass();
        if (type.isHidden() && type.getName().contains("$$Lambda") && !(callable instanceof Serializable)) {
            throw new IllegalArgumentException("This lambda was written as a plain " + type.getInterfaces()[0].getName()
                    + ", which cannot be sent. Write it where it is passed, as in Tasks.at(peer).call(() ->"
                    + " ...), or declare it as dev.wherry.mobility.Task or dev.wherry.mobility.Action");
        }
    }

    @Override
    public T call() throws Exception {
        return callable.call();
    }

    /** Returns the object that is sent of a task. */
    static Object sent(Task<?> task) {
        return task instanceof CallableTask<?> wrapped ? wrapped.callable : task;
    }
}
