package dev.wherry.lab.peers.floor;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;

/** The client's end of the hand-written bytes. A subclass sends them to the server and receives the answer. */
public abstract class HandStub implements Service {
    /**
     * Returns "hand-written" if this is such a stub: it calls the codec by name, and the transport of its bytes has
     * none.
     */
    public static String serializer(Service service) {
        return service instanceof HandStub ? "hand-written" : "unknown";
    }

    /** Sends the request, and returns what is made of the answer. */
    protected abstract <A> A call(Consumer<ByteBuffer> request, Function<ByteBuffer, A> answer) throws Exception;

    @Override
    @SuppressWarnings("unchecked") // the operation is for persons, and so is the answer
    public final <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        return (Collection<T>)
                call(out -> HandCodec.putPeople(out.put(HandCodec.PEOPLE), collection), HandCodec::people);
    }

    @Override
    public final byte[] octets(byte[] data) throws Exception {
        return call(out -> HandCodec.putOctets(out.put(HandCodec.OCTETS), data), HandCodec::octets);
    }

    @Override
    public final int invoke(Payload payload) throws Exception {
        return call(
                out -> HandCodec.putOctets(
                        out.put(HandCodec.PAYLOAD).putInt(payload.getCallNumber()), payload.getData()),
                ByteBuffer::getInt);
    }

    @Override
    public final int addOne(int number) throws Exception {
        return call(out -> out.put(HandCodec.ADD_ONE).putInt(number), ByteBuffer::getInt);
    }
}
