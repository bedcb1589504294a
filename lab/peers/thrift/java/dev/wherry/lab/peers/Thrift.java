package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.thrift.Handler;
import dev.wherry.lab.peers.thrift.WirePerson;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;

/**
 * Thrift as in its tutorial: a server with a thread pool, framed messages, the binary protocol, and a connection for
 * each caller, because its clients must not be shared. Persons are converted to the generated structs and back within
 * the call, as in any program that has its own classes.
 */
public final class Thrift implements Adapter {
    public static void main(String[] args) throws Exception {
        Program.run(args, new Thrift());
    }

    @Override
    public String serve(CountingService service) throws Exception {
        TServerSocket listener = new Listener();
        TThreadPoolServer server = new TThreadPoolServer(new TThreadPoolServer.Args(listener)
                .processor(new Handler.Processor<>(new Served(service)))
                .transportFactory(new TFramedTransport.Factory())
                .protocolFactory(new TBinaryProtocol.Factory()));
        Thread thread = new Thread(server::serve, "thrift");
        thread.setDaemon(true);
        thread.start();
        return Host.with(listener.getServerSocket().getLocalPort());
    }

    /** Sets TCP_NODELAY, which Thrift does for its clients' sockets only. */
    private static final class Listener extends TServerSocket {
        Listener() throws TTransportException, UnknownHostException {
            super(new InetSocketAddress(Host.address(), 0));
        }

        @Override
        public TSocket accept() throws TTransportException {
            TSocket accepted = super.accept();
            try {
                accepted.getSocket().setTcpNoDelay(true);
            } catch (SocketException gone) {
                throw new TTransportException(gone);
            }
            return accepted;
        }
    }

    @Override
    public Service connect(String address) throws Exception {
        InetSocketAddress server = Host.parse(address);
        TTransport transport =
                new TFramedTransport(new TSocket(server.getAddress().getHostAddress(), server.getPort()));
        transport.open();
        return new Stub(new Handler.Client(new TBinaryProtocol(transport)));
    }

    @Override
    public String serializer(Service service) {
        // The generated code writes through the protocol of the stub's client.
        return ((Stub) service).client.getOutputProtocol() instanceof TBinaryProtocol ? "thrift binary" : "unknown";
    }

    private static List<WirePerson> toWire(Collection<?> people) {
        List<WirePerson> wire = new ArrayList<>(people.size());
        for (Object each : people) {
            Person person = (Person) each;
            wire.add(new WirePerson(
                    person.getPersonId(),
                    person.getFirstName(),
                    person.getLastName(),
                    person.getPhoneNumbers(),
                    person.getHouseNumber(),
                    person.getStreet(),
                    person.getCity(),
                    person.getCountry()));
        }
        return wire;
    }

    private static List<Person> fromWire(List<WirePerson> wire) {
        List<Person> people = new ArrayList<>(wire.size());
        for (WirePerson each : wire) {
            people.add(new Person(
                    each.getPersonId(),
                    each.getFirstName(),
                    each.getLastName(),
                    each.getPhoneNumbers(),
                    each.getHouseNumber(),
                    each.getStreet(),
                    each.getCity(),
                    each.getCountry()));
        }
        return people;
    }

    private static byte[] bytes(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        return bytes;
    }

    /** The object of the server. */
    private record Served(CountingService service) implements Handler.Iface {
        @Override
        public List<WirePerson> processRequest(List<WirePerson> people) {
            return toWire(service.processRequest(fromWire(people)));
        }

        @Override
        public ByteBuffer octets(ByteBuffer data) {
            return ByteBuffer.wrap(service.octets(bytes(data)));
        }

        @Override
        public int invoke(int callNumber, ByteBuffer data) {
            return service.invoke(new Payload(callNumber, bytes(data)));
        }

        @Override
        public int addOne(int number) {
            return service.addOne(number);
        }
    }

    /** The client of one caller. */
    private record Stub(Handler.Client client) implements Service {
        @Override
        @SuppressWarnings("unchecked") // the operation is for persons, and so is the answer
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws TException {
            return (Collection<T>) (Collection<?>) fromWire(client.processRequest(toWire(collection)));
        }

        @Override
        public byte[] octets(byte[] data) throws TException {
            return bytes(client.octets(ByteBuffer.wrap(data)));
        }

        @Override
        public int invoke(Payload payload) throws TException {
            return client.invoke(payload.getCallNumber(), ByteBuffer.wrap(payload.getData()));
        }

        @Override
        public int addOne(int number) throws TException {
            return client.addOne(number);
        }
    }
}
