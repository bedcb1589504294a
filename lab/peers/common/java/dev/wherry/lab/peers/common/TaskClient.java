package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.concurrent.Callable;

/** A client that does everything by tasks. The classes of the call with persons are known at both sides. */
public abstract class TaskClient implements Service {
    @Override
    public abstract <T> T ship(Callable<T> task) throws Exception;

    @Override
    public final <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        return ship(Errands.errand(collection));
    }

    @Override
    public final byte[] octets(byte[] data) {
        throw noTask();
    }

    @Override
    public final int invoke(Payload payload) {
        throw noTask();
    }

    @Override
    public final int addOne(int number) {
        throw noTask();
    }

    private static UnsupportedOperationException noTask() {
        return new UnsupportedOperationException("no task does this");
    }
}
