package dev.wherry.lab.peers.floor;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Service;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The limit of the machine: hand-written bytes over a blocking connection, with one connection and one server thread for
 * each calling thread. A framework that works in the same way cannot be faster. The distance between the two is the
 * cost of the framework.
 */
public abstract class Floor implements Adapter {
    /** Starts to accept connections. */
    protected abstract ServerSocketChannel listen() throws IOException;

    /** Returns what a client needs to reach this listener. */
    protected abstract String address(ServerSocketChannel listener) throws IOException;

    /** Connects to such an address. */
    protected abstract SocketChannel open(String address) throws IOException;

    /** Sets the options of this family of sockets. */
    protected abstract void tune(SocketChannel channel) throws IOException;

    /** Returns what carries the messages. By default it is the connection itself. */
    protected ByteChannel carrier(SocketChannel channel, boolean accepted) throws IOException {
        return channel;
    }

    @Override
    public String serve(CountingService service) throws IOException {
        ServerSocketChannel listener = listen();
        daemon(() -> accept(listener, service));
        return address(listener);
    }

    private void accept(ServerSocketChannel listener, Service service) {
        try {
            while (true) {
                SocketChannel channel = listener.accept();
                tune(channel);
                daemon(() -> answer(channel, service));
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private void answer(SocketChannel channel, Service service) {
        try (channel) {
            Wire wire = new Wire(carrier(channel, true));
            while (true) {
                wire.send(HandCodec.answer(wire.receive(), service));
            }
        } catch (EOFException clientHasLeft) {
            return;
        } catch (Exception thrown) {
            thrown.printStackTrace();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "floor");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Service connect(String address) throws IOException {
        SocketChannel channel = open(address);
        tune(channel);
        return new Connection(new Wire(carrier(channel, false)));
    }

    @Override
    public String serializer(Service service) {
        return HandStub.serializer(service);
    }

    /** The client's end. */
    private static final class Connection extends HandStub {
        private final Wire wire;

        Connection(Wire wire) {
            this.wire = wire;
        }

        @Override
        protected <A> A call(Consumer<ByteBuffer> request, Function<ByteBuffer, A> answer) throws IOException {
            wire.send(request);
            return answer.apply(wire.receive());
        }
    }
}
