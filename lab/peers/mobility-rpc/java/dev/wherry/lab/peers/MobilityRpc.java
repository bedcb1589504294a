package dev.wherry.lab.peers;

import com.googlecode.mobilityrpc.MobilityRPC;
import com.googlecode.mobilityrpc.controller.MobilityController;
import com.googlecode.mobilityrpc.network.ConnectionId;
import com.googlecode.mobilityrpc.network.ConnectionManager;
import com.googlecode.mobilityrpc.protocol.pojo.ExecutionMode;
import com.googlecode.mobilityrpc.session.MobilityContext;
import com.googlecode.mobilityrpc.session.MobilitySession;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.SharedClient;
import dev.wherry.lab.peers.common.TaskClient;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.UUID;
import java.util.concurrent.Callable;

/** Mobility-RPC as its evaluation used it: one session over one connection, which all threads share. */
public final class MobilityRpc extends SharedClient {
    /** The call of the evaluation. */
    private static final class Client extends TaskClient {
        private final MobilityController controller;
        private final MobilitySession session;
        private final ConnectionId server;

        Client(MobilityController controller, ConnectionId server) {
            this.controller = controller;
            this.session = controller.getSession(UUID.randomUUID());
            this.server = server;
        }

        @Override
        public <T> T ship(Callable<T> task) {
            return session.execute(server, ExecutionMode.RETURN_RESPONSE, task);
        }

        @Override
        public <T> T shipAfresh(Callable<T> task) {
            MobilitySession own = controller.newSession();
            try {
                return own.execute(server, ExecutionMode.RETURN_RESPONSE, new Last<>(task));
            } finally {
                own.release();
            }
        }
    }

    /** Is completed when the server has registered the connection: answers to earlier messages are lost. */
    private static final class UntilNoted implements Callable<Boolean> {
        @Override
        public Boolean call() throws InterruptedException {
            ConnectionId here = MobilityContext.getCurrentConnectionId();
            ConnectionManager connections =
                    MobilityContext.getCurrentSession().getMobilityController().getConnectionManager();
            while (!connections.getConnectionIds().contains(here)) {
                Thread.sleep(1);
            }
            return true;
        }
    }

    /** A task by which its session ends at the server. */
    private static final class Last<T> implements Callable<T> {
        private final Callable<T> task;

        Last(Callable<T> task) {
            this.task = task;
        }

        @Override
        public T call() throws Exception {
            try {
                return task.call();
            } finally {
                MobilityContext.getCurrentSession().release();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Program.run(args, new MobilityRpc());
    }

    /** The service is not called: a task has the code with it. */
    @Override
    public String serve(CountingService service) throws Exception {
        int port = Host.freePort();
        ConnectionId listening = new ConnectionId(Host.address().getHostAddress(), port);
        MobilityRPC.newController().getConnectionManager().bindConnectionListener(listening);
        return Host.with(port);
    }

    @Override
    public Service client(String address) throws UnknownHostException {
        InetSocketAddress server = Host.parse(address);
        return newClient(new ConnectionId(server.getAddress().getHostAddress(), server.getPort()));
    }

    /**
     * No answer is lost by it. A process that is timed for its first call includes this, because a program cannot do
     * without it.
     */
    private static Client newClient(ConnectionId server) {
        Client client = new Client(MobilityRPC.newController(), server);
        client.shipAfresh(new UntilNoted());
        return client;
    }

    @Override
    public String serializer(Service service) throws Exception {
        return KryoWitness.serializer(service);
    }
}
