package dev.wherry.lab.peers.jboss;

import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Service;
import java.util.Collection;
import java.util.TreeMap;
import org.jboss.remoting.Client;
import org.jboss.remoting.invocation.NameBasedInvocation;

/** A client as a service: each call is an invocation by the method's name, as in the remoting evaluation. */
public final class Stub implements Service {
    private static final String[] COLLECTION = {Collection.class.getName()};
    private static final String[] BYTES = {byte[].class.getName()};
    private static final String[] PAYLOAD = {Payload.class.getName()};
    private static final String[] NUMBER = {int.class.getName()};

    private final Client client;

    public Stub(Client client) {
        this.client = client;
    }

    private static NameBasedInvocation invocation(String method, String[] signature, Object argument) {
        return new NameBasedInvocation(method, new Object[] {argument}, signature);
    }

    private Object call(String method, String[] signature, Object argument) throws Exception {
        try {
            return client.invoke(invocation(method, signature, argument));
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new Exception(thrown);
        }
    }

    private void callOneway(Payload payload, boolean clientSide) throws Exception {
        try {
            // By default it would send a HashMap. The JDK's HashMap writes its fields in order and reads them by name,
            // and JBoss serialization has a format for each. So its reader takes another number for a length, and waits
            // without end.
            client.invokeOneway(invocation("invoke", PAYLOAD, payload), new TreeMap<>(), clientSide);
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new Exception(thrown);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the server answers with the elements that it got
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        return (Collection<T>) call("processRequest", COLLECTION, collection);
    }

    @Override
    public byte[] octets(byte[] data) throws Exception {
        return (byte[]) call("octets", BYTES, data);
    }

    @Override
    public int invoke(Payload payload) throws Exception {
        return (Integer) call("invoke", PAYLOAD, payload);
    }

    @Override
    public int addOne(int number) throws Exception {
        return (Integer) call("addOne", NUMBER, number);
    }

    @Override
    public void invokeOnewayAtClient(Payload payload) throws Exception {
        callOneway(payload, true);
    }

    @Override
    public void invokeOnewayAtServer(Payload payload) throws Exception {
        callOneway(payload, false);
    }
}
