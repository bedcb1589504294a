package dev.wherry.lab.peers.wherry;

import dev.wherry.Delivery;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Timing;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Wherry with its defaults over one transport: one endpoint at each end, and one stub that all threads share. */
public class Wherry extends SharedClient {
    private static final String NAME = "handler";
    private static final EndpointOptions DEFAULTS =
            EndpointOptions.builder().register(Person.class, Payload.class, CodecWitness.class).build();

    /** The interface of the mobility evaluation, with the methods of the other evaluations. */
    public interface Handler {
        <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection);

        byte[] octets(byte[] data);

        int invoke(Payload payload);

        int addOne(int number);

        void remoteCall();

        int hashtable(Hashtable<String, String> items);

        int string(String text);

        byte[] md5(int bytes);

        @OneWay(Delivery.QUEUED)
        void queue(Payload payload);

        @OneWay(Delivery.ACCEPTED)
        void accept(Payload payload);
    }

    /** The object of the server. */
    private static final class Served extends Servant implements Handler {
        Served(CountingService service) {
            super(service);
        }

        @Override
        public void queue(Payload payload) {
            invoke(payload);
        }

        @Override
        public void accept(Payload payload) {
            invoke(payload);
        }
    }

    /** The stub as a service: it adds nothing to a call. */
    private record Stub(Handler handler, Timing timing) implements Service {
        @Override
        public void invokeOnewayAtClient(Payload payload) {
            handler.queue(payload);
        }

        @Override
        public void invokeOnewayAtServer(Payload payload) {
            handler.accept(payload);
        }

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

    private final Way way;
    private final List<Endpoint> clients = new CopyOnWriteArrayList<>();
    private Endpoint looking;

    protected Wherry(Way way) {
        this.way = way;
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new Wherry(Way.of(args[0])));
    }

    /** The options of both ends. */
    protected EndpointOptions options(EndpointOptions defaults) {
        return way.options(defaults);
    }

    /** Returns the URI of a name at an address. */
    final String uri(String address, String name) {
        return way.uri(address, name);
    }

    @Override
    public String serve(CountingService service) throws Exception {
        // Never closed: it serves until the process ends.
        Endpoint server = listen();
        server.bind(NAME, Handler.class, new Served(service));
        return server.address().toString();
    }

    @Override
    public Service client(String address) throws Exception {
        Endpoint client = Endpoint.create(options(DEFAULTS));
        clients.add(client);
        return service(client, address);
    }

    /** The endpoint by which a client calls. */
    protected Service service(Endpoint client, String address) {
        Handler handler = client.lookup(uri(address, NAME), Handler.class);
        return new Stub(handler, new WherryTiming(this, handler, client));
    }

    /** The endpoint at which a client serves its own objects. */
    final Endpoint listen() throws Exception {
        return Endpoint.listen(listenAt(), options(DEFAULTS));
    }

    /** Returns where to listen, such as {@code tcp://127.0.0.1:0}. */
    protected String listenAt() throws IOException {
        return way.listenAt();
    }

    /** Looks up at the endpoint that all clients of the process share. */
    @Override
    public Service lookUp(String address) throws Exception {
        return service(shared(), address);
    }

    private synchronized Endpoint shared() {
        if (looking == null) {
            looking = Endpoint.create(options(DEFAULTS));
            clients.add(looking);
        }
        return looking;
    }

    @Override
    public Map<String, Long> carried() {
        Map<String, Long> all = new TreeMap<>();
        clients.forEach(client ->
                client.statistics().carried().forEach((by, calls) -> all.merge(by, calls, Long::sum)));
        return all;
    }

    @Override
    public final boolean byReference() {
        return way == Way.REFERENCE;
    }

    @Override
    public String serializer(Service service) throws Exception {
        return CodecWitness.serializer(service);
    }
}
