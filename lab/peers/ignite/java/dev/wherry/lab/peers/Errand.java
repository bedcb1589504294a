package dev.wherry.lab.peers;

import java.util.concurrent.Callable;
import org.apache.ignite.internal.util.lang.GridPeerDeployAware;
import org.apache.ignite.lang.IgniteCallable;

/** A task as Ignite wants it, and the one whose classes travel, which a wrapper has to say. */
final class Errand<T> implements IgniteCallable<T>, GridPeerDeployAware {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Ignite's marshaller needs no mark
    private final Callable<T> task;

    Errand(Callable<T> task) {
        this.task = task;
    }

    @Override
    public T call() throws Exception {
        return task.call();
    }

    @Override
    public Class<?> deployClass() {
        return task.getClass();
    }

    @Override
    public ClassLoader classLoader() {
        return task.getClass().getClassLoader();
    }
}
