package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.ServerKey;
import dev.wherry.lab.peers.floor.LoopbackFloor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** The floor over TLS: an {@link SSLSocket} at both ends, over TCP with TCP_NODELAY. */
public final class FloorTls extends LoopbackFloor {
    /** An end may have both: a server calls its clients back. */
    private SSLContext asServer;

    private SSLContext asClient;

    private volatile SSLSession session;

    public static void main(String[] args) throws Exception {
        Program.run(args, new FloorTls());
    }

    @Override
    protected String address(ServerSocketChannel listener) throws IOException {
        try {
            return ServerKey.in(super.address(listener));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected SocketChannel open(String address) throws IOException {
        trust(address);
        return super.open(ServerKey.without(address));
    }

    private synchronized void trust(String address) throws IOException {
        try {
            if (asClient == null) {
                asClient = ServerKey.client(address);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private synchronized SSLContext context(boolean server) throws IOException {
        try {
            if (server && asServer == null) {
                asServer = ServerKey.server();
            }
            return server ? asServer : asClient;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected void tune(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    @Override
    protected ByteChannel carrier(SocketChannel channel, boolean accepted) throws IOException {
        SSLSocket socket = (SSLSocket) context(accepted).getSocketFactory().createSocket(channel.socket(), ServerKey.NAME, 0, true);
        socket.setUseClientMode(!accepted);
        socket.startHandshake();
        session = socket.getSession();
        return new Encrypted(socket, socket.getInputStream(), socket.getOutputStream());
    }

    @Override
    public Map<String, String> versions(String address) {
        SSLSession seen = session;
        return seen == null ? Map.of() : Map.of("tls", seen.getProtocol() + " " + seen.getCipherSuite());
    }

    /** Reads and writes arrays, which are what an SSLSocket takes. */
    private record Encrypted(SSLSocket socket, InputStream in, OutputStream out) implements ByteChannel {
        @Override
        public int read(ByteBuffer to) throws IOException {
            int count = in.read(to.array(), to.position(), to.remaining());
            if (count > 0) {
                to.position(to.position() + count);
            }
            return count;
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            int count = from.remaining();
            out.write(from.array(), from.position(), count);
            from.position(from.limit());
            return count;
        }

        @Override
        public boolean isOpen() {
            return !socket.isClosed();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
