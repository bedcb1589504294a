package dev.wherry.lab.peers.raw;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import java.rmi.server.UID;
import java.util.Collection;

/** A client of the remoting evaluation's, whose server has two methods that take and return objects of any kind. */
public abstract class Session implements Service {
    private final String id = new UID().toString();

    /** Answers with the payload's number. */
    protected abstract Object makeCall(Object sessionId, Object payload) throws Exception;

    /** Answers with the number. The evaluation's server prepares to track so many calls; the lab does that itself. */
    protected abstract Object sendNumberOfCalls(Object sessionId, Object number) throws Exception;

    @Override
    public final int invoke(Payload payload) throws Exception {
        return (Integer) makeCall(id, payload);
    }

    /** No such call: it sends the collection as a number, which comes back whatever it is, and so shows who serializes. */
    @Override
    @SuppressWarnings("unchecked") // what was sent comes back
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
