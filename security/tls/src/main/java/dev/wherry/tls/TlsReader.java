package dev.wherry.tls;

import dev.wherry.spi.Link;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of a {@link TlsLink}. Decrypts into the caller's array where a record fits. A link that does not block reads no
 * more encrypted bytes than the caller has space for: no decrypted bytes stay here, of which a selector would know nothing.
 */
@SuppressWarnings("ByteBufferBackingArray") // buffers are of Buffers, and have an array each
final class TlsReader {
    private static final byte[] NOTHING = {};
    /** So many records without a byte for the caller may follow each other: tickets, updates of keys, empty ones. */
    private static final int MOST_EMPTY = 32;

    private final Link raw;
    private final SSLEngine engine;
    private boolean multiplexed;
    private @Nullable ByteBuffer last;

    /** Encrypted bytes, from start to end. */
    private byte[] in = NOTHING;

    private int start;
    private int end;
    /** Whether the encrypted bytes may have a whole record. */
    private boolean more;

    /** Decrypted bytes that did not fit into the caller's array. */
    private byte[] plain = NOTHING;

    private int plainStart;
    private int plainEnd;

    private int empty;
    /** Changes of keys that wait for the next write. */
    private int keyChanges;

    private boolean ended;

    TlsReader(Link raw, SSLEngine engine) {
        this.raw = raw;
        this.engine = engine;
    }

    /** Returns whether a read would not have to wait. */
    boolean isReady() {
        return plainStart < plainEnd || more || ended;
    }

    /** Reads as {@link Link#read}. */
    int read(byte[] to, int offset, int length) throws IOException {
        if (plainStart < plainEnd) {
            int count = Math.min(length, plainEnd - plainStart);
            System.arraycopy(plain, plainStart, to, offset, count);
            plainStart += count;
            return count;
        }
        plain = NOTHING;
        plainStart = 0;
        plainEnd = 0;
        if (length == 0) {
            return 0;
        }
        if (ended) {
            return -1;
        }
        ByteBuffer out = view(to, offset, length);
        if (multiplexed) {
            return available(out);
        }
        int count = more ? decrypt(out) : 0;
        while (count == 0) {
            fill();
            count = decrypt(out);
        }
        return count;
    }

    /** Reads without waiting from now on. Bytes that are there already are decrypted, since a selector reports only what comes later. */
    void multiplexed() throws IOException {
        multiplexed = true;
        if (plainStart < plainEnd) {
            return;
        }
        ByteBuffer out = Buffers.take();
        try {
            int count = available(out.limit(Buffers.SIZE >> 1));
            if (count > 0) {
                plain = Arrays.copyOf(out.array(), count);
                plainEnd = count;
            }
        } finally {
            Buffers.give(out);
        }
    }

    /** Reads from a link that does not block. Returns 0 if no whole record is there. */
    private int available(ByteBuffer out) throws IOException {
        if (more) {
            int count = decrypt(out);
            if (count != 0) {
                return count;
            }
        }
        ByteBuffer records = Buffers.take();
        byte[] array = records.array();
        byte[] kept = in;
        int keptStart = start;
        int there = end - start;
        try {
            System.arraycopy(kept, keptStart, array, 0, there);
            int space = Math.min(Buffers.SIZE, Math.max(out.remaining(), packet()));
            if (there >= space) {
                throw new SSLException("A record is longer than TLS allows");
            }
            int read = raw.read(array, there, space - there);
            if (read < 0) {
                throw cut();
            }
            if (read == 0) {
                return 0;
            }
            in = array;
            start = 0;
            end = there + read;
            int count = decrypt(out);
            kept = start == end ? NOTHING : Arrays.copyOfRange(array, start, end);
            keptStart = 0;
            there = kept.length;
            return count;
        } finally {
            in = kept;
            start = keptStart;
            end = keptStart + there;
            Buffers.give(records);
        }
    }

    /** Waits for more encrypted bytes. */
    private void fill() throws IOException {
        if (start > 0) {
            System.arraycopy(in, start, in, 0, end - start);
            end -= start;
            start = 0;
        }
        if (in.length < packet()) {
            in = Arrays.copyOf(in, packet());
        }
        if (end == in.length) {
            throw new SSLException("A record is longer than TLS allows");
        }
        int count = raw.read(in, end, in.length - end);
        if (count < 0) {
            throw cut();
        }
        end += count;
    }

    private int packet() {
        return engine.getSession().getPacketBufferSize();
    }

    private EOFException cut() {
        return new EOFException("The connection was cut: TLS was not ended by its peer");
    }

    /** Decrypts the whole records that are there and fit. Returns the number of bytes, 0 if there are none; -1 at the end. */
    private int decrypt(ByteBuffer out) throws IOException {
        int before = out.position();
        boolean goesOn = !ended;
        more = false;
        while (goesOn && start < end) {
            goesOn = unwrap(out, before);
        }
        int count = out.position() - before;
        if (count == 0 && plainStart < plainEnd) {
            count = Math.min(out.remaining(), plainEnd - plainStart);
            out.put(plain, plainStart, count);
            plainStart += count;
        }
        return count == 0 && ended ? -1 : count;
    }

    /** Decrypts one record. Returns false if that was the last one for now. */
    private boolean unwrap(ByteBuffer out, int before) throws IOException {
        SSLEngineResult result = step(out);
        if (result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW) {
            return goesOn(result);
        }
        if (out.position() > before) {
            more = true;
            return false;
        }
        ByteBuffer whole = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        boolean goesOn = goesOn(step(whole));
        plain = whole.array();
        plainStart = 0;
        plainEnd = whole.position();
        more = start < end && plainEnd > 0;
        return goesOn && plainEnd == 0;
    }

    /** Returns whether another record may follow. */
    private boolean goesOn(SSLEngineResult result) throws SSLException {
        return switch (result.getStatus()) {
            case OK -> {
                TlsLink.requireNoRenegotiation(engine, result.getHandshakeStatus());
                count(result);
                yield true;
            }
            case BUFFER_UNDERFLOW -> false;
            case BUFFER_OVERFLOW -> throw new SSLException("A record is longer than TLS allows");
            case CLOSED -> {
                ended = true;
                yield false;
            }
        };
    }

    /** Refuses a peer that sends records for nothing, or has keys changed while it reads nothing. */
    private void count(SSLEngineResult result) throws SSLException {
        empty = result.bytesProduced() > 0 ? 0 : empty + 1;
        if (result.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
            keyChanges = 0;
        } else if (result.bytesProduced() == 0) {
            keyChanges++;
        }
        if (empty > MOST_EMPTY || keyChanges > MOST_EMPTY) {
            throw new SSLException("More than " + MOST_EMPTY + " records without content");
        }
    }

    private SSLEngineResult step(ByteBuffer out) throws SSLException {
        ByteBuffer records = ByteBuffer.wrap(in, start, end - start);
        SSLEngineResult result = engine.unwrap(records, out);
        start = records.position();
        if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            TlsLink.runTasks(engine);
        }
        return result;
    }

    /** Reads one message of the handshake. */
    HandshakeStatus handshake(ByteBuffer out) throws IOException {
        while (true) {
            if (start == end) {
                start = 0;
                end = 0;
                fill();
            }
            SSLEngineResult result = step(out.clear());
            switch (result.getStatus()) {
                case OK -> {
                    more = start < end;
                    if (result.bytesProduced() > 0) {
                        throw new SSLException("Data before the end of the handshake");
                    }
                    return result.getHandshakeStatus() == HandshakeStatus.NEED_TASK
                            ? engine.getHandshakeStatus()
                            : result.getHandshakeStatus();
                }
                case BUFFER_UNDERFLOW -> fill();
                case BUFFER_OVERFLOW -> throw new SSLException("A record is longer than TLS allows");
                case CLOSED -> throw cut();
            }
        }
    }

    /** Waits for the first byte, which is returned and stays there. */
    int first() throws IOException {
        while (start == end) {
            fill();
        }
        return Byte.toUnsignedInt(in[start]);
    }

    @SuppressWarnings({"ByteBufferBackingArray", "ReferenceEquality"}) // wrapped here, and the same array is meant
    private ByteBuffer view(byte[] array, int offset, int length) {
        ByteBuffer view = last;
        if (view == null || view.array() != array) {
            view = ByteBuffer.wrap(array);
            last = view;
        }
        return view.limit(offset + length).position(offset);
    }
}
