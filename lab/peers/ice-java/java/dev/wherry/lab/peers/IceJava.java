package dev.wherry.lab.peers;

import com.zeroc.Ice.Communicator;
import com.zeroc.Ice.Current;
import com.zeroc.Ice.ObjectAdapter;
import com.zeroc.Ice.ObjectPrx;
import com.zeroc.Ice.OutputStream;
import com.zeroc.Ice.TCPEndpointInfo;
import com.zeroc.Ice.Util;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.slices.Handler;
import dev.wherry.lab.peers.slices.HandlerPrx;
import dev.wherry.lab.peers.slices.WirePerson;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ice with its defaults: at either end one thread of a pool handles received messages. Threads share a proxy, and each
 * client has a connection. Persons are converted to the generated structs and back within the call, as in any program
 * that has its own classes.
 */
public final class IceJava extends SharedClient {
    private final Communicator communicator = Util.initialize();
    private final AtomicInteger clients = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Program.run(args, new IceJava());
    }

    @Override
    public String serve(CountingService service) throws UnknownHostException {
        ObjectAdapter adapter = communicator.createObjectAdapterWithEndpoints("lab", "tcp -h " + Host.name());
        adapter.add(new Served(service), Util.stringToIdentity("lab"));
        adapter.activate();
        return Host.with(((TCPEndpointInfo) adapter.getEndpoints()[0].getInfo()).port);
    }

    @Override
    public Service client(String address) throws UnknownHostException {
        InetSocketAddress server = Host.parse(address);
        ObjectPrx proxy = communicator
                .stringToProxy("lab:tcp -h " + server.getAddress().getHostAddress() + " -p " + server.getPort())
                .ice_connectionId("client " + clients.incrementAndGet());
        return new Stub(HandlerPrx.uncheckedCast(proxy));
    }

    @Override
    public String serializer(Service service) {
        return Witness.wasWritten(((Stub) service).handler) ? "ice" : "not ice";
    }

    @Override
    public Map<String, String> versions(String address) {
        return Map.of("ice", Util.stringVersion());
    }

    /** A person that notices when the generated code writes it into a stream of Ice. */
    private static final class Witness extends WirePerson {
        private static final long serialVersionUID = 1L;

        private boolean written;

        @Override
        public void ice_writeMembers(OutputStream stream) {
            written = true;
            super.ice_writeMembers(stream);
        }

        static boolean wasWritten(HandlerPrx handler) {
            Witness sent = new Witness();
            WirePerson[] answer = handler.processRequest(new WirePerson[] {sent});
            return answer.length == 1 && sent.written;
        }
    }

    private static WirePerson[] toWire(Collection<?> people) {
        WirePerson[] wire = new WirePerson[people.size()];
        int next = 0;
        for (Object each : people) {
            Person person = (Person) each;
            wire[next++] = new WirePerson(
                    person.getPersonId(),
                    person.getFirstName(),
                    person.getLastName(),
                    person.getPhoneNumbers().toArray(new String[0]),
                    person.getHouseNumber(),
                    person.getStreet(),
                    person.getCity(),
                    person.getCountry());
        }
        return wire;
    }

    private static List<Person> fromWire(WirePerson[] wire) {
        List<Person> people = new ArrayList<>(wire.length);
        for (WirePerson each : wire) {
            people.add(new Person(
                    each.personId,
                    each.firstName,
                    each.lastName,
                    Arrays.asList(each.phoneNumbers),
                    each.houseNumber,
                    each.street,
                    each.city,
                    each.country));
        }
        return people;
    }

    /** The object of the server. */
    private record Served(CountingService service) implements Handler {
        @Override
        public WirePerson[] processRequest(WirePerson[] people, Current current) {
            return toWire(service.processRequest(fromWire(people)));
        }

        @Override
        public byte[] octets(byte[] data, Current current) {
            return service.octets(data);
        }

        @Override
        public int invoke(int callNumber, byte[] data, Current current) {
            return service.invoke(new Payload(callNumber, data));
        }

        @Override
        public int addOne(int number, Current current) {
            return service.addOne(number);
        }
    }

    /** The proxy of a client. */
    private record Stub(HandlerPrx handler) implements Service {
        @Override
        @SuppressWarnings("unchecked") // the operation is for persons, and so is the answer
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            return (Collection<T>) (Collection<?>) fromWire(handler.processRequest(toWire(collection)));
        }

        @Override
        public byte[] octets(byte[] data) {
            return handler.octets(data);
        }

        @Override
        public int invoke(Payload payload) {
            return handler.invoke(payload.getCallNumber(), payload.getData());
        }

        @Override
        public int addOne(int number) {
            return handler.addOne(number);
        }
    }
}
