package dev.wherry.lab.peers.raw;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.NoDelay;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.common.Tcp;
import dev.wherry.lab.peers.common.Witness;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

/** Java serialization over plain sockets: one connection and one server thread for each calling thread. */
public abstract class ObjectSockets implements Adapter {
    private final boolean noDelay;

    protected ObjectSockets(boolean noDelay) {
        this.noDelay = noDelay;
    }

    /** Answers the requests of a connection until its end, which reading reports. */
    protected abstract void answer(ObjectInputStream in, ObjectOutputStream out, CountingService service)
            throws IOException, ClassNotFoundException;

    /** The client's end of a connection. */
    protected abstract Service service(ObjectInputStream in, ObjectOutputStream out);

    @Override
    public final String serve(CountingService service) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, Host.address());
        daemon(() -> accept(listener, service));
        return Host.with(listener.getLocalPort());
    }

    private void accept(ServerSocket listener, CountingService service) {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> answer(socket, service));
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private void answer(Socket socket, CountingService service) {
        try (socket) {
            ObjectOutputStream out = out(socket);
            answer(in(socket), out, service);
        } catch (EOFException clientHasLeft) {
            return;
        } catch (IOException | ClassNotFoundException thrown) {
            thrown.printStackTrace();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-socket");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public final Service connect(String address) throws IOException {
        InetSocketAddress server = Host.parse(address);
        Socket socket = new Socket(server.getAddress(), server.getPort());
        ObjectOutputStream out = out(socket);
        return service(in(socket), out);
    }

    /** Made first: the other end waits for the bytes that it sends at once. */
    private ObjectOutputStream out(Socket socket) throws IOException {
        socket.setTcpNoDelay(noDelay);
        ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        out.flush();
        return out;
    }

    private static ObjectInputStream in(Socket socket) throws IOException {
        return new ObjectInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    @Override
    public final String serializer(Service service) throws Exception {
        return Witness.java(service);
    }

    /** An answer is a segment, and so is the message before it. */
    @Override
    public final Map<String, String> seen(Service service) throws Exception {
        Map<String, String> seen = new HashMap<>(NoDelay.seen(service));
        long segments = Tcp.segmentsReceivedFor(() -> service.processRequest(new ArrayList<Integer>()));
        seen.put("segments received for a call", String.valueOf(segments));
        return seen;
    }
}
