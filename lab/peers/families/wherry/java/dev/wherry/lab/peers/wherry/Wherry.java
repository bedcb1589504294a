package dev.wherry.lab.peers.wherry;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Wherry with its defaults: one endpoint at each end, one stub that all threads share. */
public abstract class Wherry extends SharedClient {
    private static final String NAME = "handler";
    private static final EndpointOptions DEFAULTS =
            EndpointOptions.defaults().register(Person.class, Payload.class, CodecWitness.class);

    /** The mobility evaluation's interface, and the other evaluations' methods beside it. */
    public interface Handler {
        <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection);

        byte[] octets(byte[] data);

        int invoke(Payload payload);

        int addOne(int number);
    }

    /** The server's object. */
    private record Served(CountingService service) implements Handler {
        @Override
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            return service.processRequest(collection);
        }

        @Override
        public byte[] octets(byte[] data) {
            return service.octets(data);
        }

        @Override
        public int invoke(Payload payload) {
            return service.invoke(payload);
        }

        @Override
        public int addOne(int number) {
            return service.addOne(number);
        }
    }

    /** The stub as a service: nothing is added to a call. */
    private record Stub(Handler handler) implements Service {
        @Override
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            return handler.processRequest(collection);
        }

        @Override
        public byte[] octets(byte[] data) {
            return handler.octets(data);
        }

        @Override
        public int invoke(Payload payload) {
            return handler.invoke(payload);
        }

        @Override
        public int addOne(int number) {
            return handler.addOne(number);
        }
    }

    private final List<Endpoint> clients = new CopyOnWriteArrayList<>();
    private final Map<String, Long> carriedByThoseGone = new ConcurrentHashMap<>();

    /** Both ends'. */
    protected EndpointOptions options(EndpointOptions defaults) {
        return defaults;
    }

    /** Where to listen, such as {@code tcp://127.0.0.1:0}. */
    protected abstract String listenAt() throws Exception;

    /** The URI of a name at an address. */
    protected String uri(String address, String name) {
        return address + "/" + name;
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // Never closed: it serves until the process ends.
        Endpoint server = Endpoint.listen(listenAt(), options(DEFAULTS));
        server.bind(NAME, Handler.class, new Served(service));
        return server.address().toString();
    }

    @Override
    public Service client(String address) {
        Endpoint client = Endpoint.create(options(DEFAULTS));
        clients.add(client);
        return service(client, address);
    }

    /** What a client calls. */
    protected Service service(Endpoint client, String address) {
        return new Stub(client.lookup(uri(address, NAME), Handler.class));
    }

    @Override
    public Map<String, Long> carried() {
        Map<String, Long> all = new TreeMap<>(carriedByThoseGone);
        clients.forEach(client -> count(client, all));
        return all;
    }

    private static void count(Endpoint client, Map<String, Long> into) {
        client.statistics().carried().forEach((by, calls) -> into.merge(by, calls, Long::sum));
    }

    /** Ends a client that nobody calls any more; what it carried counts on. */
    protected final void end(Endpoint client) {
        count(client, carriedByThoseGone);
        clients.remove(client);
        client.close();
    }

    @Override
    public String serializer(Service service) throws Exception {
        return CodecWitness.serializer(service);
    }
}
