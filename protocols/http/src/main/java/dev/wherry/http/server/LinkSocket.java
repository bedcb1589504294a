package dev.wherry.http.server;

import dev.wherry.Identity;
import dev.wherry.http.websocket.WebSocketLink;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.CloseConnectionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A link as Helidon reads and writes it. One thread reads; writers take turns. */
final class LinkSocket implements HelidonSocket, PeerInfo {
    private static final int BUFFER = 16 << 10;
    private static final int LARGEST_WRITE = 64 << 10;

    private final Link link;
    private final Protocol.Objects objects;
    private final String id;
    private final byte[] buffer = new byte[BUFFER];
    private final HeaderFrames headers = new HeaderFrames(HttpServer.HEADER_BYTES);
    private final PeerProgress progress = new PeerProgress();
    private volatile boolean connected = true;
    private volatile boolean handedOver;

    LinkSocket(Link link, Protocol.Objects objects) {
        this.link = link;
        this.objects = objects;
        id = Integer.toHexString(System.identityHashCode(link));
    }

    Identity identity() {
        return link.peer();
    }

    Protocol.Objects objects() {
        return objects;
    }

    /** Returns how fast the peer sends and reads. */
    PeerProgress progress() {
        return progress;
    }

    /** Lets the native protocol have the link, within a WebSocket. Nothing here reads, writes or closes it from now on. */
    void handOver(Identity peer) {
        handedOver = true;
        objects.accept(WebSocketLink.ofServer(link, peer));
    }

    @Override
    public byte @Nullable [] get() {
        try {
            while (true) {
                progress.reading();
                link.expect();
                int count = link.read(buffer, 0, BUFFER);
                if (count < 0 && headers.areIncomplete()) {
                    throw new EOFException("The connection ended within a request, or before one");
                }
                HeaderFrames.Verdict verdict = count < 0 ? HeaderFrames.Verdict.REFUSED : headers.look(buffer, count);
                if (verdict == HeaderFrames.Verdict.TOO_LARGE) {
                    write(BufferData.create(headers.refusal()));
                }
                if (verdict == HeaderFrames.Verdict.TOO_LARGE || verdict == HeaderFrames.Verdict.REFUSED) {
                    connected = false;
                    return null;
                }
                progress.received(count, headers.areIncomplete());
                if (verdict == HeaderFrames.Verdict.FINE) {
                    return Arrays.copyOf(buffer, count);
                }
            }
        } catch (IOException e) {
            connected = false;
            throw new CloseConnectionException("The peer has gone", e); // Helidon would log another one with its stack
        } finally {
            progress.endReading();
        }
    }

    @Override
    @SuppressWarnings("removal") // Helidon asks for it as long as it is there
    public int read(BufferData to) {
        byte[] bytes = get();
        if (bytes == null) {
            return -1;
        }
        to.write(bytes);
        return bytes.length;
    }

    @Override
    public synchronized void write(BufferData from) {
        byte[] bytes = new byte[Math.min(from.available(), LARGEST_WRITE)];
        try {
            while (from.available() > 0) {
                int length = from.read(bytes, 0, bytes.length);
                int done = 0;
                while (done < length) {
                    progress.writing();
                    int count = link.write(bytes, done, length - done);
                    done += count;
                    progress.wrote(count);
                }
            }
        } catch (IOException e) {
            connected = false;
            throw new UncheckedIOException(e);
        } finally {
            progress.endWriting();
        }
    }

    @Override
    public void close() {
        connected = false;
        if (!handedOver) {
            link.close();
        }
    }

    @Override
    public void idle() {
        // the link has no other use for the time
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public PeerInfo remotePeer() {
        return this;
    }

    @Override
    public PeerInfo localPeer() {
        return this;
    }

    @Override
    public boolean isSecure() {
        return link.peer().kind().equals("tls");
    }

    @Override
    public String socketId() {
        return id;
    }

    @Override
    public String childSocketId() {
        return id;
    }

    /** Helidon shows it in its own log. */
    @Override
    public SocketAddress address() {
        return InetSocketAddress.createUnresolved(host(), port());
    }

    @Override
    public String host() {
        return link.peer().toString();
    }

    @Override
    public int port() {
        return 0;
    }

    @Override
    public Optional<Principal> tlsPrincipal() {
        return Optional.empty();
    }

    @Override
    public Optional<Certificate[]> tlsCertificates() {
        return Optional.empty();
    }
}
