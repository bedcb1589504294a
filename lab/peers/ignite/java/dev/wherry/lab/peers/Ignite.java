package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Errands;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ignite.IgniteCompute;
import org.apache.ignite.Ignition;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.lang.IgniteCallable;
import org.apache.ignite.logger.java.JavaLogger;
import org.apache.ignite.spi.communication.tcp.TcpCommunicationSpi;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.spi.discovery.tcp.ipfinder.vm.TcpDiscoveryVmIpFinder;

/**
 * Ignite's compute grid with peer class loading. The server is a node, and the client's process has a client node that
 * all callers share, as is usual. Tasks can be sent to either, and the server calls back by them.
 */
public final class Ignite implements Adapter {
    /** Held, because the JDK forgets the level of a logger that is not referenced. */
    private static final Logger LOG = Logger.getLogger("org.apache.ignite");

    private static final int BUFFER = 256 * 1024;

    /** Does the work that is sent to this process: a task finds only static fields there. */
    private static volatile CountingService served;

    /** The node of the process. */
    private org.apache.ignite.Ignite node;

    private Service shared;

    public static void main(String[] args) throws Exception {
        Program.run(args, new Ignite());
    }

    @Override
    public synchronized String serve(CountingService service) throws Exception {
        served = service;
        if (node != null) {
            // The node of a client, which the grid knows already.
            return node.cluster().localNode().id().toString();
        }
        int port = Host.freePort();
        TcpDiscoverySpi discovery = new TcpDiscoverySpi();
        discovery.setLocalPort(port);
        discovery.setLocalPortRange(0);
        node = start(discovery, Host.with(port), new IgniteConfiguration());
        return Host.with(port);
    }

    @Override
    public synchronized Service connect(String address) throws Exception {
        if (node != null && shared == null) {
            // The server, and one of the grid's clients has to be called back.
            return new Client(node.compute(node.cluster().forNodeId(UUID.fromString(address))));
        }
        if (shared == null) {
            node = start(new TcpDiscoverySpi(), address, new IgniteConfiguration().setClientMode(true));
            shared = new Client(node.compute(node.cluster().forServers()));
        }
        return shared;
    }

    /** Starts a node that knows the server's discovery address, and nothing else of the network. */
    private static org.apache.ignite.Ignite start(TcpDiscoverySpi discovery, String server, IgniteConfiguration node)
            throws IOException {
        TcpDiscoveryVmIpFinder addresses = new TcpDiscoveryVmIpFinder();
        addresses.setAddresses(List.of(server));
        TcpCommunicationSpi communication = new TcpCommunicationSpi();
        communication.setLocalPort(Host.freePort());
        communication.setLocalPortRange(0);
        // The usual 32 KiB are less than a segment on loopback may have: a burst of large messages blocked, with both
        // ends waiting.
        communication.setSocketReceiveBuffer(BUFFER);
        communication.setSocketSendBuffer(BUFFER);
        LOG.setLevel(Level.SEVERE);
        Path work = Files.createTempDirectory("node");
        // It leaves the grid, so that no node waits for it.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Ignition.stopAll(true)));
        return Ignition.start(node.setPeerClassLoadingEnabled(true)
                .setLocalHost(Host.address().getHostAddress())
                .setDiscoverySpi(discovery.setIpFinder(addresses))
                .setCommunicationSpi(communication)
                .setWorkDirectory(work.toString())
                .setGridLogger(new JavaLogger(LOG, false))
                // Two more servers, for clients of other kinds.
                .setConnectorConfiguration(null)
                .setClientConnectorConfiguration(null));
    }

    @Override
    public String serializer(Service service) throws Exception {
        return BinaryWitness.serializer(service);
    }

    /** The tasks. That of the persons is the evaluation's: it does the work itself, and nobody counts it. */
    private record Client(IgniteCompute servers) implements Service {
        @Override
        public <T> T ship(Callable<T> task) {
            return servers.call(new Errand<>(task));
        }

        @Override
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
            return ship(Errands.errand(collection));
        }

        @Override
        public byte[] octets(byte[] data) {
            return servers.call(new Octets(data));
        }

        @Override
        public int invoke(Payload payload) {
            return servers.call(new Invocation(payload));
        }

        @Override
        public int addOne(int number) {
            return servers.call(new AddOne(number));
        }
    }

    // Classes and not lambdas, which would be created for each call by the JDK's SerializedLambda.

    /** The work of the latency evaluation. */
    private static final class Octets implements IgniteCallable<byte[]> {
        private static final long serialVersionUID = 1L;

        private final byte[] data;

        Octets(byte[] data) {
            this.data = data;
        }

        @Override
        public byte[] call() {
            return served.octets(data);
        }
    }

    /** The work of the remoting evaluation. */
    private static final class Invocation implements IgniteCallable<Integer> {
        private static final long serialVersionUID = 1L;

        private final Payload payload;

        Invocation(Payload payload) {
            this.payload = payload;
        }

        @Override
        public Integer call() {
            return served.invoke(payload);
        }
    }

    /** The work of the EJB evaluation. */
    private static final class AddOne implements IgniteCallable<Integer> {
        private static final long serialVersionUID = 1L;

        private final int number;

        AddOne(int number) {
            this.number = number;
        }

        @Override
        public Integer call() {
            return served.addOne(number);
        }
    }
}
