package dev.wherry.guide.extend;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

// @start region=transport
/** {@code socket://host:port}: TCP by blocking sockets. Sockets of another kind, such as TLS, differ in two lines. */
public final class SocketTransport implements Transport {
    @Override
    public String scheme() {
        return "socket";
    }

    @Override
    public Link connect(URI to, Duration limit) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(to.getHost(), to.getPort()), Math.toIntExact(limit.toMillis()));
            return new SocketLink(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public Listener listen(URI at, Consumer<Link> accepted) throws IOException {
        ServerSocket server = new ServerSocket();
        server.bind(new InetSocketAddress(at.getHost(), at.getPort()));
        Thread acceptor = Thread.ofPlatform().name("accept " + at).start(() -> {
            while (!server.isClosed()) {
                try {
                    accepted.accept(new SocketLink(server.accept()));
                } catch (IOException e) {
                    // Closed, or a client that has gone: the condition of the loop decides.
                }
            }
        });
        return new SocketListener(
                server, acceptor, URI.create("socket://" + at.getHost() + ":" + server.getLocalPort()));
    }
}
// @end

// @start region=listener
record SocketListener(ServerSocket server, Thread acceptor, URI address) implements Listener {
    @Override
    public void close() {
        try {
            server.close();
            if (!Thread.currentThread().equals(acceptor)) {
                acceptor.join(); // until it has left accept, the address is not free
            }
        } catch (IOException e) {
            // It accepts no more in any case.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
// @end

// @start region=link
record SocketLink(Socket socket) implements Link {
    SocketLink {
        try {
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            // The other end has closed; reading reports it.
        }
    }

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
        return null; // it can only block: each direction of a main link has a thread
    }

    @Override
    public boolean virtualThreadsMayWait() {
        return true; // these threads may be virtual
    }

    @Override
    public Identity peer() {
        return Identity.of("address", socket.getInetAddress().getHostAddress() + ":" + socket.getPort());
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Both directions have ended in any case.
        }
    }
}
// @end
