package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.grpc.HandlerGrpc;
import dev.wherry.lab.peers.grpc.WireNumber;
import dev.wherry.lab.peers.grpc.WireOctets;
import dev.wherry.lab.peers.grpc.WirePayload;
import dev.wherry.lab.peers.grpc.WirePeople;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;

/**
 * gRPC with its defaults, but without encryption unless a subclass adds it: a blocking stub, and a channel that all threads share. Persons are
 * converted to the generated messages and back within the call, as in any program that has its own classes.
 */
public class Grpc extends SharedClient {
    public static void main(String[] args) throws Exception {
        Program.run(args, new Grpc());
    }

    @Override
    public final String serve(CountingService service) throws Exception {
        NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(Host.address(), 0));
        String beforeHost = configure(builder);
        Server server = builder.addService(new Served(service)).build().start();
        return beforeHost + Host.with(server.getPort());
    }

    @Override
    public final Service client(String address) throws Exception {
        return new Stub(HandlerGrpc.newBlockingStub(channel(address).build()));
    }

    /** Prepares the server's end, and returns what its addresses begin with. */
    protected String configure(NettyServerBuilder server) throws Exception {
        return "";
    }

    /** Prepares the client's end. */
    protected NettyChannelBuilder channel(String address) throws Exception {
        return NettyChannelBuilder.forAddress(Host.parse(address)).usePlaintext();
    }

    @Override
    public String serializer(Service service) {
        return MessageWitness.serializer(((Stub) service).handler.getChannel());
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return Greeting.http2(address);
    }

    /** The object of the server. */
    private static final class Served extends HandlerGrpc.HandlerImplBase {
        private final CountingService service;

        Served(CountingService service) {
            this.service = service;
        }

        @Override
        public void processRequest(WirePeople people, StreamObserver<WirePeople> caller) {
            answer(caller, Wire.people(service.processRequest(Wire.people(people))));
        }

        @Override
        public void octets(WireOctets data, StreamObserver<WireOctets> caller) {
            answer(caller, Wire.octets(service.octets(Wire.octets(data))));
        }

        @Override
        public void invoke(WirePayload payload, StreamObserver<WireNumber> caller) {
            answer(caller, Wire.number(service.invoke(Wire.payload(payload))));
        }

        @Override
        public void addOne(WireNumber number, StreamObserver<WireNumber> caller) {
            answer(caller, Wire.number(service.addOne(number.getNumber())));
        }

        private static <T> void answer(StreamObserver<T> caller, T answer) {
            caller.onNext(answer);
            caller.onCompleted();
        }
    }

    /** The callers of a channel. */
    private record Stub(HandlerGrpc.HandlerBlockingStub handler) implements Service {
        @Override
        @SuppressWarnings("unchecked") // the operation is for persons, and so is the answer
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            return (Collection<T>) (Collection<?>) Wire.people(handler.processRequest(Wire.people(collection)));
        }

        @Override
        public byte[] octets(byte[] data) {
            return Wire.octets(handler.octets(Wire.octets(data)));
        }

        @Override
        public int invoke(Payload payload) {
            return handler.invoke(Wire.payload(payload)).getNumber();
        }

        @Override
        public int addOne(int number) {
            return handler.addOne(Wire.number(number)).getNumber();
        }
    }
}
