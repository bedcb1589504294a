package dev.wherry.http.websocket;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.transport.ForwardingLink;
import dev.wherry.transport.LinkTimeout;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A link whose bytes are the binary messages of a WebSocket, over any other link, after the handshake. The limits between messages have no
 * meaning. A reader and a writer may use it at the same time.
 */
public final class WebSocketLink extends ForwardingLink {
    /** So many frames without content may be received without a pause. */
    private static final int MOST_EMPTY = 256;

    private final Identity peer;
    private final @Nullable URI address;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Whether this side has closed the link, and not only answered the end of the peer. */
    private volatile boolean released;

    private volatile boolean multiplexed;

    private WebSocketLink(Link raw, boolean connects, Identity peer, @Nullable URI address) {
        super(raw);
        this.peer = peer;
        this.address = address;
        writer = new FrameWriter(raw, connects);
        reader = new FrameReader(!connects, writer::ping);
    }

    /** Returns the link of the side that connects. */
    static WebSocketLink ofClient(Link raw, URI address) {
        return new WebSocketLink(raw, true, raw.peer(), address);
    }

    /** Returns the link of the side that listens. */
    public static WebSocketLink ofServer(Link raw, Identity peer) {
        return new WebSocketLink(raw, false, peer, null);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            int count = 0;
            while (count == 0) {
                FrameReader.Ending ending = reader.ending();
                if (ending != null) {
                    return ended(ending);
                }
                int read = link.read(to, offset, length);
                if (read <= 0) {
                    reader.rested();
                    return read;
                }
                count = reader.payload(to, offset, read);
                checkEmpty();
            }
            return count;
        } catch (WebSocketException e) {
            end(e.code(), String.valueOf(e.getMessage()), true);
            throw e;
        }
    }

    /** A link that blocks waits between reads, so that only the frames of one read count. */
    private void checkEmpty() throws WebSocketException {
        if (reader.empty() > MOST_EMPTY) {
            throw new WebSocketException(
                    WebSocketException.POLICY, "more than " + MOST_EMPTY + " frames without content");
        }
        if (!multiplexed) {
            reader.rested();
        }
    }

    private int ended(FrameReader.Ending ending) throws IOException {
        if (released) {
            throw new ClosedChannelException();
        }
        end(ending.code(), "", false);
        if (ending.isUsual()) {
            return -1;
        }
        throw new IOException("The peer has ended the WebSocket with code " + ending.code()
                + (ending.reason().isEmpty() ? "" : ": " + ending.reason()));
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        return writer.write(from, offset, length);
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        SelectableChannel channel = link.multiplex();
        multiplexed = channel != null;
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

    /** Ends the WebSocket, so that proxies and the peer see an end and not a failure, unless a frame is being written. */
    @Override
    public void close() {
        released = true;
        end(WebSocketException.NORMAL, "", false);
    }

    /** @param reads whether the link is read to its end first. A socket that is closed with bytes to be read loses what was written */
    private void end(int code, String reason, boolean reads) {
        if (closed.getAndSet(true)) {
            return; // it is being closed
        }
        byte[] last = writer.end(code, reason);
        if (last == null) {
            link.close();
        } else {
            LinkTimeout.end(link, last, !multiplexed, reads);
        }
    }

    @Override
    public String toString() {
        return "WebSocket over " + link;
    }
}
