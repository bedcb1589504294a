package dev.wherry.http.websocket;

import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes bytes as binary frames. Each frame is one message, which has no meaning: the bytes are a stream. Of a link that does not block, a
 * frame may stay incomplete until the next write. Its caller writes; the reader's thread adds the answers to pings.
 */
final class FrameWriter {
    /** The longest payload of a frame. */
    static final int LONGEST = 1 << 16;

    private static final int HEAD = 14;
    /** A buffer of this size is kept, so that small writes need no new one. */
    private static final int KEPT = 2 << 10;

    private static final int KEYS = 64;
    private static final byte[] NOTHING = {};
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Link raw;
    private final boolean masks;
    private final ReentrantLock lock = new ReentrantLock();
    /** The answer to the last ping, which waits for the end of a frame. */
    private volatile byte @Nullable [] pong;

    // The rest is guarded by the lock.
    private byte[] buffer = NOTHING;
    /** Bytes of a header or a control frame that the link below has not accepted yet. */
    private byte[] pending = NOTHING;

    private int sent;
    /** The bytes that are missing in the frame that was begun. */
    private int left;

    private int position;
    private int key;
    private byte[] keys = NOTHING;
    private int keyUsed;
    private boolean ended;

    /** @param masks whether frames are masked, as those of clients */
    FrameWriter(Link raw, boolean masks) {
        this.raw = raw;
        this.masks = masks;
    }

    /** Writes as {@link Link#write}. */
    int write(byte[] from, int offset, int length) throws IOException {
        int written = frames(from, offset, length);
        answerPing();
        return written;
    }

    private int frames(byte[] from, int offset, int length) throws IOException {
        lock.lock();
        try {
            int written = 0;
            while (written < length) {
                if (ended) {
                    throw new ClosedChannelException();
                }
                if (!isFlushed() || (left == 0 && !isPongSent())) {
                    break;
                }
                int part = Math.min(left == 0 ? LONGEST : left, length - written);
                int count = part(from, offset + written, part);
                written += count;
                if (count < part) {
                    break;
                }
            }
            return written;
        } finally {
            lock.unlock();
        }
    }

    /** Writes the next bytes of a frame, or the first ones with the header. Returns how many the link below has accepted. */
    private int part(byte[] from, int offset, int length) throws IOException {
        byte[] bytes = length + HEAD <= buffer.length ? buffer : new byte[Math.max(KEPT, length + HEAD)];
        if (bytes.length == KEPT) {
            buffer = bytes;
        }
        int head = 0;
        if (left == 0) {
            key = masks ? nextKey() : 0;
            head = head(bytes, FrameReader.BINARY, length);
            left = length;
            position = 0;
        }
        if (masks) {
            Mask.copy(from, offset, bytes, head, length, key, position);
        } else {
            System.arraycopy(from, offset, bytes, head, length);
        }
        int accepted = raw.write(bytes, 0, head + length);
        if (accepted < head) {
            pending = Arrays.copyOfRange(bytes, accepted, head);
            sent = 0;
        }
        int count = Math.max(0, accepted - head);
        left -= count;
        position += count;
        return count;
    }

    private int head(byte[] to, int opcode, int length) {
        ByteBuffer head = ByteBuffer.wrap(to);
        int mask = masks ? FrameReader.MASKED : 0;
        head.put((byte) (FrameReader.FIN | opcode));
        if (length <= FrameReader.CONTROL_LONGEST) {
            head.put((byte) (mask | length));
        } else if (length <= 0xffff) {
            head.put((byte) (mask | FrameReader.TWO_BYTES)).putShort((short) length);
        } else {
            head.put((byte) (mask | FrameReader.EIGHT_BYTES)).putLong(length);
        }
        if (masks) {
            head.putInt(key);
        }
        return head.position();
    }

    /** Takes keys that cannot be guessed, several at a time, since one alone is expensive. */
    private int nextKey() {
        if (keyUsed == keys.length) {
            keys = keys.length == 0 ? new byte[KEYS * Integer.BYTES] : keys;
            RANDOM.nextBytes(keys);
            keyUsed = 0;
        }
        int next = ByteBuffer.wrap(keys).getInt(keyUsed);
        keyUsed += Integer.BYTES;
        return next;
    }

    private byte[] control(int opcode, byte[] payload) {
        byte[] frame = new byte[HEAD + payload.length];
        key = masks ? nextKey() : 0;
        int head = head(frame, opcode, payload.length);
        Mask.copy(payload, 0, frame, head, payload.length, key, 0);
        return Arrays.copyOf(frame, head + payload.length);
    }

    /** Returns whether all pending bytes have left. */
    private boolean isFlushed() throws IOException {
        if (sent < pending.length) {
            sent += raw.write(pending, sent, pending.length - sent);
            if (sent < pending.length) {
                return false;
            }
        }
        pending = NOTHING;
        sent = 0;
        return true;
    }

    private boolean isPongSent() throws IOException {
        byte[] payload = pong;
        if (payload == null) {
            return true;
        }
        pong = null;
        pending = control(FrameReader.PONG, payload);
        return isFlushed();
    }

    /** Answers a ping, at once if no thread writes and no frame is incomplete; else the writer does at the end of its frame. */
    void ping(byte[] payload) throws IOException {
        pong = payload;
        answerPing();
    }

    private void answerPing() throws IOException {
        boolean possible = true;
        while (possible && pong != null && lock.tryLock()) {
            try {
                possible = left == 0 && !ended && isFlushed() && isPongSent();
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Returns the frame that ends this direction. Nothing is written from now on.
     *
     * @return null if there is none, or if another thread writes or has written a frame in part
     */
    byte @Nullable [] end(int code, String reason) {
        if (!lock.tryLock()) {
            return null;
        }
        try {
            boolean possible = !ended && left == 0 && sent == pending.length;
            ended = true;
            if (!possible) {
                return null;
            }
            byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
            int length = Math.min(text.length, FrameReader.CONTROL_LONGEST - Short.BYTES);
            byte[] payload = ByteBuffer.allocate(Short.BYTES + length)
                    .putShort((short) code)
                    .put(text, 0, length)
                    .array();
            return control(FrameReader.CLOSE, payload);
        } finally {
            lock.unlock();
        }
    }
}
