package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Servant;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.Witness;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** Dubbo with one of its protocols, a plain Java interface and a stub that all threads share. */
public final class Dubbo extends SharedClient {
    /** Its server has 200 threads and refuses a call for which none is free. Here the call waits for one. */
    private static final int QUEUE = 20_000;
    /** The usual second would end calls that only wait for others. */
    private static final int TIMEOUT_MILLIS = 20_000;

    private final String protocol;

    private Dubbo(String protocol) {
        this.protocol = protocol;
        // References belong to this application, since they name no other.
        application(DubboBootstrap.getInstance());
    }

    /** An application with no more than calls need: nothing is registered, and no file is written. */
    private static DubboBootstrap application(DubboBootstrap dubbo) {
        ApplicationConfig application = new ApplicationConfig("lab");
        application.setQosEnable(false);
        application.setEnableFileCache(false);
        application.setDumpEnable(false);
        return dubbo.application(application).registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
    }

    public static void main(String[] args) throws Exception {
        Program.run(Arrays.copyOfRange(args, 1, args.length), new Dubbo(args[0]));
    }

    /** The interface of the mobility evaluation, with the methods of the other evaluations. */
    public interface Handler {
        <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection);

        byte[] octets(byte[] data);

        int invoke(Payload payload);

        int addOne(int number);
    }

    @Override
    public String serve(CountingService service) throws Exception {
        int port = Host.freePort();
        ProtocolConfig listening = new ProtocolConfig(protocol, port);
        listening.setHost(host(Host.address()));
        listening.setQueues(QUEUE);
        ServiceConfig<Handler> served = new ServiceConfig<>();
        served.setInterface(Handler.class);
        served.setRef(new Served(service));
        // A separate application: one that has a stub has been started, and starts nothing that is added later.
        application(DubboBootstrap.newInstance()).protocol(listening).service(served).start();
        return Host.with(port);
    }

    /** As one number: for an address that looks like loopback Dubbo uses another address of the machine, or all. */
    private static String host(InetAddress address) {
        return address instanceof Inet6Address
                ? "[" + address.getHostAddress() + "]"
                : new BigInteger(1, address.getAddress()).toString();
    }

    @Override
    public Service client(String address) throws UnknownHostException {
        InetSocketAddress server = Host.parse(address);
        ReferenceConfig<Handler> reference = new ReferenceConfig<>();
        reference.setInterface(Handler.class);
        reference.setUrl(protocol + "://" + host(server.getAddress()) + ":" + server.getPort());
        reference.setTimeout(TIMEOUT_MILLIS);
        // No call is repeated.
        reference.setRetries(0);
        // A separate connection, and not the shared one. Triple has one for each address, whatever this option is.
        reference.setConnections(1);
        return new Stub(reference.get());
    }

    @Override
    public String serializer(Service service) throws Exception {
        return Witness.serializer("hessian2", "com.alibaba.com.caucho.hessian.io.Hessian2", service);
    }

    @Override
    public Map<String, String> versions(String address) throws IOException {
        return protocol.equals("tri") ? Greeting.http2(address) : Greeting.dubbo(address);
    }

    /** The object of the server. */
    private static final class Served extends Servant implements Handler {
        Served(CountingService service) {
            super(service);
        }
    }

    /** The stub as a service: it adds nothing to a call. */
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
}
