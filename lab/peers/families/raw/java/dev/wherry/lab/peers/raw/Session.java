package dev.wherry.lab.peers.raw;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import java.rmi.server.UID;
import java.util.Collection;

/** A client of the remoting evaluation, whose server has two methods that take and return objects of any kind. */
public abstract class Session implements Service {
    private final String id = new UID().toString();

    /** Returns the number of the payload. */
    protected abstract Object makeCall(Object sessionId, Object payload) throws Exception;

    /** Returns the number. The server of the evaluation prepares to track so many calls; the lab does that itself. */
    protected abstract Object sendNumberOfCalls(Object sessionId, Object number) throws Exception;

    @Override
    public final int invoke(Payload payload) throws Exception {
        return (Integer) makeCall(id, payload);
    }

    /**
     * The evaluation has no such call. This sends the collection as a number. It is returned whatever it is, and so
     * shows which serializer is used.
     */
    @Override
    @SuppressWarnings("unchecked") // the same object is returned
    public final <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        return (Collection<T>) sendNumberOfCalls(id, collection);
    }

    @Override
    public final byte[] octets(byte[] data) {
        throw new UnsupportedOperationException("the evaluation has no such call");
    }

    @Override
    public final int addOne(int number) {
        throw new UnsupportedOperationException("the evaluation has no such call");
    }
}
