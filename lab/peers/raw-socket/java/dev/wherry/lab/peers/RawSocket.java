package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.JavaWitness;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collection;

/**
 * Java serialization over a plain socket: one round trip a call, buffered object streams that are reset after each
 * message, TCP_NODELAY, one connection and one server thread for each calling thread.
 */
public final class RawSocket implements Adapter {
    public static void main(String[] args) throws Exception {
        Program.run(args, new RawSocket());
    }

    @Override
    public String serve(CountingService service) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(() -> accept(listener, service));
        return String.valueOf(listener.getLocalPort());
    }

    private static void accept(ServerSocket listener, CountingService service) {
        try {
            while (true) {
                Socket socket = listener.accept();
                daemon(() -> answer(socket, service));
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private static void answer(Socket socket, CountingService service) {
        try (socket) {
            Connection connection = new Connection(socket);
            while (true) {
                connection.send(answer(connection.in.readObject(), service));
            }
        } catch (EOFException clientHasLeft) {
            return;
        } catch (IOException | ClassNotFoundException thrown) {
            thrown.printStackTrace();
        }
    }

    /** A request is its argument alone, whose class says which operation it is for. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the static type of what was read is lost on the wire
    private static Object answer(Object argument, CountingService service) {
        if (argument instanceof byte[]) {
            return service.octets((byte[]) argument);
        }
        if (argument instanceof Payload) {
            return service.invoke((Payload) argument);
        }
        if (argument instanceof Integer) {
            return service.addOne((Integer) argument);
        }
        return service.processRequest((Collection) argument);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-socket");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Service connect(String address) throws IOException {
        return new Connection(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address)));
    }

    @Override
    public String serializer(Service service) throws Exception {
        return JavaWitness.serializer(service);
    }

    /** Either end. */
    private static final class Connection implements Service {
        private final ObjectOutputStream out;
        private final ObjectInputStream in;

        Connection(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            out = new ObjectOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            out.flush();
            in = new ObjectInputStream(new BufferedInputStream(socket.getInputStream()));
        }

        void send(Object message) throws IOException {
            out.writeObject(message);
            out.reset();
            out.flush();
        }

        @Override
        @SuppressWarnings("unchecked") // the server answers with the elements that it got
        public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
            send(collection);
            return (Collection<T>) in.readObject();
        }

        @Override
        public byte[] octets(byte[] data) throws Exception {
            send(data);
            return (byte[]) in.readObject();
        }

        @Override
        public int invoke(Payload payload) throws Exception {
            send(payload);
            return (Integer) in.readObject();
        }

        @Override
        public int addOne(int number) throws Exception {
            send(number);
            return (Integer) in.readObject();
        }
    }
}
