package dev.wherry.http.server;

import dev.wherry.Identity;
import dev.wherry.http.rest.HttpError;
import dev.wherry.http.websocket.WebSocketLink;
import dev.wherry.spi.Link;
import dev.wherry.spi.Protocol;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A link as Helidon reads and writes it. It records since when it waits for the peer, so that slow peers can be given up. One thread
 * reads; writers take turns.
 */
final class LinkSocket implements HelidonSocket, PeerInfo {
    private static final int BUFFER = 16 << 10;
    private static final int LARGEST_WRITE = 64 << 10;

    private final Link link;
    private final Protocol.Objects objects;
    private final String id;
    private final byte[] buffer = new byte[BUFFER];
    private final HeaderFrames headers = new HeaderFrames(HttpServer.HEADER_BYTES);

    /** When the wait for bytes began; 0: none is awaited. */
    private volatile long readingSince;

    private volatile long writingSince;
    /** When the first byte of the request was received; 0 between requests. */
    private volatile long requestSince;

    private final AtomicLong requestBytes = new AtomicLong();
    private volatile boolean connected = true;
    private volatile boolean anyRequest;
    private volatile boolean inBody;
    private volatile boolean opened;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    /** Since when there is an answer that the peer has not read; 0 if there is none. */
    private volatile long unreadSince;

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

    /** Lets the native protocol have the link, within a WebSocket. Nothing here reads, writes or closes it from now on. */
    void open(Identity peer) {
        opened = true;
        objects.accept(WebSocketLink.ofServer(link, peer));
    }

    /** A request is complete but for its body, and is handled. */
    void begin() {
        anyRequest = true;
        inFlight.incrementAndGet();
    }

    /** The request was answered. */
    void end() {
        requestSince = 0;
        requestBytes.set(0);
        inFlight.decrementAndGet();
    }

    /** An answer of so many bytes waits for the peer. Returns how many bytes of others do. */
    long beginAnswer(long bytes) {
        long before = unread.getAndAdd(bytes);
        if (before == 0) {
            written.set(0);
            unreadSince = System.nanoTime() | 1;
        }
        return before;
    }

    /** An answer was sent, or cannot be. */
    void endAnswer(long bytes) {
        if (unread.addAndGet(-bytes) == 0) {
            unreadSince = 0;
        }
    }

    private static boolean isLess(long bytes, long nanos, long bytesPerSecond) {
        return nanos > 0 && bytes < nanos / 1_000_000_000.0 * bytesPerSecond;
    }

    /**
     * Returns why the peer is given up; null if it is not.
     *
     * @param idle nanoseconds that a connection may wait for a request
     * @param first nanoseconds that it may wait for the first one
     */
    @Nullable
    String tooSlow(long now, long idle, long first, long step, long bytesPerSecond) {
        long writing = writingSince;
        if (writing != 0 && now - writing > step) {
            return "it does not read its answers";
        }
        long answering = unreadSince;
        if (answering != 0 && isLess(written.get(), now - answering - step, bytesPerSecond)) {
            return "it reads its answers too slowly";
        }
        long reading = readingSince;
        if (reading == 0) {
            return null;
        }
        long since = requestSince;
        if (since == 0) {
            return inFlight.get() == 0 && now - reading > (anyRequest ? idle : first) ? "it sends no request" : null;
        }
        if (now - reading > step && (inFlight.get() == 0 || inBody)) {
            return "it does not go on with its request";
        }
        long late = now - since - step;
        return isLess(requestBytes.get(), late, bytesPerSecond) && (inFlight.get() == 0 || inBody)
                ? "it sends its request too slowly"
                : null;
    }

    /** Returns a body whose reader is known to wait for the peer. */
    InputStream watched(InputStream body) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                inBody = true;
                try {
                    return body.read(to, offset, length);
                } catch (HttpError e) {
                    throw e;
                } catch (RuntimeException e) { // of Helidon, for input that is incomplete or malformed
                    throw new IOException(e);
                } finally {
                    inBody = false;
                }
            }
        };
    }

    @Override
    public byte @Nullable [] get() {
        try {
            while (true) {
                readingSince = System.nanoTime() | 1;
                link.expect();
                int count = link.read(buffer, 0, BUFFER);
                HeaderFrames.Verdict verdict = count < 0 ? HeaderFrames.Verdict.REFUSED : headers.look(buffer, count);
                if (verdict == HeaderFrames.Verdict.TOO_LARGE) {
                    write(BufferData.create(headers.refusal()));
                }
                if (verdict == HeaderFrames.Verdict.TOO_LARGE || verdict == HeaderFrames.Verdict.REFUSED) {
                    connected = false;
                    return null;
                }
                if (requestSince == 0) {
                    requestSince = System.nanoTime() | 1;
                }
                requestBytes.addAndGet(count);
                if (verdict == HeaderFrames.Verdict.FINE) {
                    return Arrays.copyOf(buffer, count);
                }
            }
        } catch (IOException e) {
            connected = false;
            throw new UncheckedIOException(e);
        } finally {
            readingSince = 0;
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
                    writingSince = System.nanoTime() | 1;
                    int count = link.write(bytes, done, length - done);
                    done += count;
                    written.addAndGet(count);
                }
            }
        } catch (IOException e) {
            connected = false;
            throw new UncheckedIOException(e);
        } finally {
            writingSince = 0;
        }
    }

    @Override
    public void close() {
        connected = false;
        if (!opened) {
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
