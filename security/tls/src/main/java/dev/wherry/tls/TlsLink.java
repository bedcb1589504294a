package dev.wherry.tls;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.transport.ForwardingLink;
import dev.wherry.transport.LinkTimeout;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A link whose bytes TLS encrypts, over any other link. The first read or write waits for the handshake; the link must not be
 * multiplexed before. A reader and a writer may use it at the same time.
 */
final class TlsLink extends ForwardingLink {
    /** Messages of the handshake that may have been made before it failed, and the alert behind them. */
    private static final int MOST_LAST = 8;

    private final TlsRole role;
    private final @Nullable URI address;
    private final boolean checksContent;
    private volatile Identity peer;
    private volatile boolean closed;
    private volatile boolean multiplexed;
    private volatile @Nullable Established established;
    /** Whether the peer has sent something after the handshake: only then has it accepted this side. The reader's. */
    private boolean heard;
    /** Whether a read was begun. Tickets and the like, which the peer sends after the handshake, are read with its first bytes. */
    private volatile boolean reads;
    /** Whether refusals are sent as they are, since the peer does not speak TLS. */
    private volatile boolean plaintext;

    /** The parts that exist from the handshake on. */
    private record Established(TlsReader reader, TlsWriter writer, SSLEngine engine) {}

    /** @param address where further links to the same peer are opened */
    TlsLink(Link raw, TlsRole role, @Nullable URI address, boolean checksContent) {
        super(raw);
        this.role = role;
        this.address = address;
        this.checksContent = checksContent;
        peer = raw.peer();
    }

    // ---- the handshake

    /** Makes the handshake, unless it was made. It may block for as long as the peer likes: close the link to end it. */
    void handshake() throws IOException {
        establish();
    }

    private Established establish() throws IOException {
        Established known = established;
        return known != null ? known : begin();
    }

    private synchronized Established begin() throws IOException {
        Established known = established;
        if (known != null) {
            return known;
        }
        if (closed) {
            throw new ClosedChannelException();
        }
        SSLEngine engine = role.engine();
        TlsReader reader = new TlsReader(link, engine);
        TlsWriter writer = new TlsWriter(link, engine);
        ByteBuffer out = Buffers.take();
        ByteBuffer in = Buffers.take();
        try {
            handshake(engine, reader, writer, in, out);
            peer = role.identify(engine, link.peer());
        } catch (SSLException e) {
            alert(engine, writer, out);
            throw role.explain(e);
        } catch (IOException e) {
            throw closed ? new ClosedChannelException() : role.explain(e);
        } finally {
            Buffers.give(in);
            Buffers.give(out);
        }
        Established now = new Established(reader, writer, engine);
        established = now;
        return now;
    }

    private void handshake(SSLEngine engine, TlsReader reader, TlsWriter writer, ByteBuffer in, ByteBuffer out)
            throws IOException {
        engine.beginHandshake();
        boolean first = true;
        HandshakeStatus status = engine.getHandshakeStatus();
        while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
            switch (status) {
                case NEED_TASK -> {
                    runTasks(engine);
                    status = engine.getHandshakeStatus();
                }
                case NEED_WRAP -> status = writer.handshake(out);
                default -> {
                    writer.flush(out);
                    if (first) {
                        role.checkFirst(reader.first(), this);
                        first = false;
                    }
                    status = reader.handshake(in);
                }
            }
        }
        writer.flush(out);
    }

    /** Sends the alert that TLS has made for the failure, if it has made one. */
    private static void alert(SSLEngine engine, TlsWriter writer, ByteBuffer out) {
        try {
            for (int i = 0; i < MOST_LAST && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP; i++) {
                writer.handshake(out);
            }
            if (out.position() > 0) {
                writer.flush(out);
            }
        } catch (IOException e) {
            out.clear(); // the peer has gone; what is wrong is reported here in any case
        }
    }

    static void runTasks(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** TLS 1.3 has no second handshake, only changes of keys. */
    static void requireNoRenegotiation(SSLEngine engine, HandshakeStatus status) throws SSLException {
        if (status != HandshakeStatus.NOT_HANDSHAKING
                && status != HandshakeStatus.FINISHED
                && !"TLSv1.3".equals(engine.getSession().getProtocol())) {
            throw new SSLException("The peer asked for a second handshake (renegotiation), which is refused");
        }
    }

    /** Sends what follows without encryption: the peer speaks none. */
    void speakPlaintext() {
        plaintext = true;
    }

    // ---- reading and writing

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        Established tls = establish();
        if (!reads) {
            reads = true;
        }
        try {
            int count = closed ? -1 : tls.reader.read(to, offset, length);
            if (closed) {
                throw new ClosedChannelException();
            }
            if (count > 0 && !heard) {
                heard = true;
                if (checksContent) {
                    role.checkContent(tls.engine, Byte.toUnsignedInt(to[offset]));
                }
            }
            return count;
        } catch (SSLException e) {
            throw closed ? new ClosedChannelException() : explain(e);
        }
    }

    /** Until the peer has sent something, it may have refused the handshake: with TLS 1.3 a client learns that only now. */
    private IOException explain(SSLException e) {
        return heard ? e : role.explain(e);
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        if (plaintext) {
            return link.write(from, offset, length);
        }
        Established tls = establish();
        if (closed) {
            throw new ClosedChannelException();
        }
        try {
            return tls.writer.write(from, offset, length);
        } catch (IOException e) {
            if (!closed && !multiplexed && !heard) {
                throw refusal(tls, e);
            }
            throw e;
        }
    }

    /** A peer that refuses the handshake may have closed the link before this side writes. Its reason can still be read. */
    private IOException refusal(Established tls, IOException failure) {
        try {
            tls.reader.read(new byte[1], 0, 1);
            return failure;
        } catch (SSLException e) {
            return explain(e);
        } catch (IOException e) {
            return failure;
        }
    }

    @Override
    public void expect() throws IOException {
        Established tls = established;
        if (tls != null && !tls.reader.isReady()) {
            link.expect();
        }
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        Established tls = establish();
        SelectableChannel channel = link.multiplex();
        if (channel != null) {
            multiplexed = true;
            tls.writer.multiplexed();
            tls.reader.multiplexed();
        }
        return channel;
    }

    @Override
    public Identity peer() {
        return peer;
    }

    @Override
    public @Nullable URI address() {
        return address;
    }

    @Override
    public boolean mayShareMemory() {
        return role.tls().sharesMemory() && link.mayShareMemory();
    }

    /** Ends TLS, so that the peer knows that nothing was cut off, unless a record is being written. */
    @Override
    public void close() {
        boolean first = !closed;
        closed = true;
        Established tls = established;
        byte[] last = first && tls != null ? tls.writer.end() : null;
        if (last == null) {
            link.close();
        } else {
            LinkTimeout.end(link, last, !multiplexed, !reads);
        }
    }

    @Override
    public String toString() {
        return "TLS over " + link;
    }
}
