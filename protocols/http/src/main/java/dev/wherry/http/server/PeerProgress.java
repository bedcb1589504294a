package dev.wherry.http.server;

import dev.wherry.http.rest.HttpError;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records how fast the peer of one connection sends its requests and reads its answers, and decides when it is too slow. For any thread:
 * one reads, others write, another one decides.
 */
final class PeerProgress {
    /**
     * How long a peer may take, in nanoseconds.
     *
     * @param idle for which a connection may wait for a request
     * @param first for which it may wait for the first one
     * @param step for which a message may pause
     * @param body for which a body may be received
     * @param bytesPerSecond the lowest rate after the first step. The bodies that a connection sends at one time share it
     */
    record Times(long idle, long first, long step, long body, long bytesPerSecond) {}

    /** When the wait for bytes began; 0: none is awaited. */
    private volatile long readingSince;

    private volatile long writingSince;
    /** When the first byte of the request was received; 0 between requests. */
    private volatile long requestSince;

    private final AtomicLong requestBytes = new AtomicLong();
    private volatile boolean anyRequest;
    private final AtomicInteger inFlight = new AtomicInteger();
    /** The bodies whose readers wait for the peer. HTTP/2 can have several. */
    private final Set<WatchedBody> awaited = ConcurrentHashMap.newKeySet();

    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    /** Since when there is an answer that the peer has not read; 0 if there is none. */
    private volatile long unreadSince;

    /** Called before bytes are awaited. */
    void reading() {
        readingSince = System.nanoTime() | 1;
    }

    /**
     * Called with the number of bytes that were received.
     *
     * @param ofRequest whether they leave a request incomplete. Frames of HTTP/2 may be of none
     */
    void received(int count, boolean ofRequest) {
        if (!ofRequest) {
            requestSince = 0;
        } else if (requestSince == 0) {
            requestSince = System.nanoTime() | 1;
        }
        requestBytes.addAndGet(count);
    }

    /** Called when no bytes are awaited. */
    void endReading() {
        readingSince = 0;
    }

    /** Called before bytes are written. */
    void writing() {
        writingSince = System.nanoTime() | 1;
    }

    /** Called with the number of bytes that the link has accepted. */
    void wrote(int count) {
        written.addAndGet(count);
    }

    /** Called when no bytes are written. */
    void endWriting() {
        writingSince = 0;
    }

    /** Called when a request is complete but for its body, and is handled. */
    void beginRequest() {
        anyRequest = true;
        inFlight.incrementAndGet();
    }

    /** Called when the request was answered. */
    void endRequest() {
        requestSince = 0;
        requestBytes.set(0);
        inFlight.decrementAndGet();
    }

    /** Called when an answer of so many bytes waits for the peer. Returns how many bytes of others do. */
    long beginAnswer(long bytes) {
        long before = unread.getAndAdd(bytes);
        if (before == 0) {
            written.set(0);
            unreadSince = System.nanoTime() | 1;
        }
        return before;
    }

    /** Called when an answer was sent, or cannot be. */
    void endAnswer(long bytes) {
        if (unread.addAndGet(-bytes) == 0) {
            unreadSince = 0;
        }
    }

    /** Returns the reason to close the connection; null if the peer is fast enough. */
    @Nullable
    String tooSlow(long now, Times times) {
        long writing = writingSince;
        if (writing != 0 && now - writing > times.step) {
            return "it does not read its answers";
        }
        long answering = unreadSince;
        if (answering != 0 && isLess(written.get(), now - answering - times.step, times.bytesPerSecond)) {
            return "it reads its answers too slowly";
        }
        long reading = readingSince;
        if (reading == 0) {
            return null;
        }
        long share = times.bytesPerSecond / Math.max(1, awaited.size());
        for (WatchedBody each : awaited) {
            String reason = each.tooSlow(now, times, share);
            if (reason != null) {
                return reason;
            }
        }
        long since = requestSince;
        if (since == 0) {
            return inFlight.get() == 0 && now - reading > (anyRequest ? times.idle : times.first)
                    ? "it sends no request"
                    : null;
        }
        if (inFlight.get() > 0 && awaited.isEmpty()) {
            return null;
        }
        if (now - reading > times.step) {
            return "it does not go on with its request";
        }
        return isLess(requestBytes.get(), now - since - times.step, times.bytesPerSecond)
                ? "it sends its request too slowly"
                : null;
    }

    private static boolean isLess(long bytes, long nanos, long bytesPerSecond) {
        return nanos > 0 && bytes < nanos / 1_000_000_000.0 * bytesPerSecond;
    }

    /** Returns a body whose reader is known to wait for the peer. */
    InputStream watched(InputStream body) {
        return new WatchedBody(body);
    }

    /** A body whose reader is known to wait for the peer. */
    private final class WatchedBody extends InputStream {
        private final InputStream body;
        private final AtomicLong bytes = new AtomicLong();
        /** When the first byte was awaited. */
        private volatile long begun;

        private volatile long waitingSince;

        WatchedBody(InputStream body) {
            this.body = body;
        }

        @Nullable
        String tooSlow(long now, Times times, long bytesPerSecond) {
            if (now - begun > times.body) {
                return "it takes too long to send a body";
            }
            if (now - waitingSince > times.step) {
                return "it does not go on with a body";
            }
            return isLess(bytes.get(), now - begun - times.step, bytesPerSecond) ? "it sends a body too slowly" : null;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            waitingSince = System.nanoTime();
            if (begun == 0) {
                begun = waitingSince | 1;
            }
            awaited.add(this);
            try {
                int count = body.read(to, offset, length);
                bytes.addAndGet(Math.max(0, count));
                return count;
            } catch (HttpError e) {
                throw e;
            } catch (RuntimeException e) { // of Helidon, for input that is incomplete or malformed
                throw new IOException(e);
            } finally {
                awaited.remove(this);
            }
        }
    }
}
