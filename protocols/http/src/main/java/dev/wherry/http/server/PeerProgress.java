package dev.wherry.http.server;

import dev.wherry.http.rest.HttpError;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records how fast the peer of one connection sends its requests and reads its answers, and decides when it is too slow. For any thread:
 * one reads, others write, another one decides.
 */
final class PeerProgress {
    /** When the wait for bytes began; 0: none is awaited. */
    private volatile long readingSince;

    private volatile long writingSince;
    /** When the first byte of the request was received; 0 between requests. */
    private volatile long requestSince;

    private final AtomicLong requestBytes = new AtomicLong();
    private volatile boolean anyRequest;
    private volatile boolean inBody;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong unread = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    /** Since when there is an answer that the peer has not read; 0 if there is none. */
    private volatile long unreadSince;

    /** Called before bytes are awaited. */
    void reading() {
        readingSince = System.nanoTime() | 1;
    }

    /** Called with the number of bytes that were received. */
    void received(int count) {
        if (requestSince == 0) {
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

    /**
     * Returns why the peer is given up; null if it is not.
     *
     * @param idle nanoseconds that a connection may wait for a request
     * @param first nanoseconds that it may wait for the first one
     * @param step nanoseconds that a message may pause for
     * @param bytesPerSecond the lowest rate after the first step
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

    private static boolean isLess(long bytes, long nanos, long bytesPerSecond) {
        return nanos > 0 && bytes < nanos / 1_000_000_000.0 * bytesPerSecond;
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
}
