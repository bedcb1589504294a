package dev.wherry.lab.peers;

import java.util.concurrent.Callable;
import org.apache.ignite.internal.util.lang.GridPeerDeployAware;
import org.apache.ignite.lang.IgniteCallable;

/** A task as Ignite needs it. It names the class whose loader has the classes to send, which a wrapper must do. */
final class Errand<T> implements IgniteCallable<T>, GridPeerDeployAware {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Ignite's marshaller does not need the class to be serializable
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
