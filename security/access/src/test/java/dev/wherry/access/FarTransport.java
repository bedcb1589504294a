package dev.wherry.access;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code far://127.0.0.1:port}: TCP whose links have an identity of another host. The user information of the URI is the kind. */
public final class FarTransport implements Transport {
    static final String ADDRESS = "203.0.113.7";

    @Override
    public String scheme() {
        return "far";
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(to.getHost(), to.getPort()), Math.toIntExact(limit.toMillis()));
        return new FarLink(socket);
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        ServerSocket server = new ServerSocket(at.getPort(), 50, InetAddress.getLoopbackAddress());
        Thread acceptor = Thread.ofPlatform().daemon().start(() -> {
            while (!server.isClosed()) {
                try {
                    accepted.accept(new FarLink(server.accept()));
                } catch (IOException e) {
                    // closed
                }
            }
        });
        return new Listener() {
            @Override
            public URI address() {
                return URI.create("far://127.0.0.1:" + server.getLocalPort());
            }

            @Override
            public void close() {
                try {
                    server.close();
                    acceptor.join();
                } catch (IOException | InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    private record FarLink(Socket socket) implements Link {
        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return socket.getInputStream().read(to, offset, length);
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            socket.getOutputStream().write(from, offset, length);
            return length;
        }

        @Override
        public @Nullable SelectableChannel multiplex() {
            return null;
        }

        @Override
        public boolean virtualThreadsMayWait() {
            return true;
        }

        @Override
        public Identity peer() {
            return new Identity("address", ADDRESS + ":" + socket.getPort(), Map.of(Identity.IP, ADDRESS));
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException e) {
                // both directions have ended
            }
        }
    }
}
