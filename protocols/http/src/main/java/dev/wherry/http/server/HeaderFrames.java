package dev.wherry.http.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds headers of HTTP/2 that are too large when they are decoded, or cut into more frames than a client needs. Helidon limits the
 * bytes that are sent, and keeps frames without any, however many there are. Bytes of HTTP/1.1 are ignored. For one thread.
 */
final class HeaderFrames {
    /** The decision about bytes that were received. */
    enum Verdict {
        /** They are passed on. */
        FINE,
        /** They belong to headers that are too large and have not ended: they are ignored. */
        IGNORED,
        /** The headers are too large, and have ended. */
        TOO_LARGE,
        /** The connection is closed. */
        REFUSED
    }

    /** Headers of 16 KiB fit into the first frame, so that a second one is rare. */
    private static final int MOST = 64;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = 9;
    private static final int LARGEST_FRAME = 16 << 10;
    private static final int HEADERS = 1;
    private static final int GOAWAY = 7;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;
    private static final int PADDED = 0x8;
    private static final int PRIORITY = 0x20;
    private static final int OF_PRIORITY = 5;
    private static final int ENHANCE_YOUR_CALM = 11;

    private final int most;
    private final HeaderSizes sizes;
    private final byte[] head = new byte[HEAD];
    private int inPreface;
    private int inHead;
    private int payload;
    private boolean other;

    /** Of the last frame. */
    private int type;

    private int flags;
    private int stream;

    /** Whether the frames of headers have not ended. */
    private boolean open;

    private int openFlags;
    private int openStream;
    private int continuations;
    private byte[] block = {};
    private int inBlock;
    private boolean tooLarge;

    /** @param most bytes of decoded headers */
    HeaderFrames(int most) {
        this.most = most;
        sizes = new HeaderSizes(most);
    }

    /** Looks at the next bytes of the connection. */
    Verdict look(byte[] bytes, int count) {
        int at = 0;
        while (!other && at < count) {
            if (inPreface < PREFACE.length) {
                other = bytes[at++] != PREFACE[inPreface++];
                continue;
            }
            if (payload > 0) {
                int taken = Math.min(payload, count - at);
                if (open) {
                    keep(bytes, at, taken);
                }
                payload -= taken;
                at += taken;
            } else {
                head[inHead++] = bytes[at++];
                if (inHead < HEAD) {
                    continue;
                }
                inHead = 0;
                if (!begin()) {
                    return Verdict.REFUSED;
                }
            }
            if (open && payload == 0 && (flags & END_HEADERS) != 0) {
                Verdict verdict = end();
                if (verdict != Verdict.FINE) {
                    return verdict;
                }
            }
        }
        return tooLarge ? Verdict.IGNORED : Verdict.FINE;
    }

    /** Returns whether more bytes of a request are missing, as far as it is known: with HTTP/1.1 it is not, so that they always are. */
    boolean areIncomplete() {
        return other || open;
    }

    /** Begins a frame. Returns whether it may be here, and so large. Nothing may be between the frames of headers. */
    private boolean begin() {
        ByteBuffer fields = ByteBuffer.wrap(head);
        payload = fields.getInt(0) >>> 8;
        type = head[3];
        flags = head[4];
        stream = fields.getInt(5) & Integer.MAX_VALUE;
        if (open != (type == CONTINUATION)) {
            return false;
        }
        if (open) {
            return stream == openStream && payload <= LARGEST_FRAME && ++continuations <= MOST;
        }
        if (type != HEADERS) {
            return true;
        }
        open = true;
        openFlags = flags;
        openStream = stream;
        continuations = 0;
        boolean unclear =
                (flags & PADDED) != 0 && (flags & END_HEADERS) == 0; // Helidon looks for the padding elsewhere
        return payload <= LARGEST_FRAME && payload >= before() && !unclear;
    }

    /** Returns how many bytes of the first frame are not of the headers. */
    private int before() {
        return ((openFlags & PADDED) != 0 ? 1 : 0) + ((openFlags & PRIORITY) != 0 ? OF_PRIORITY : 0);
    }

    private void keep(byte[] bytes, int from, int count) {
        if (inBlock + count > most + LARGEST_FRAME / 16) {
            tooLarge = true;
            return;
        }
        if (inBlock + count > block.length) {
            block = Arrays.copyOf(block, Math.max(inBlock + count, 2 * block.length));
        }
        System.arraycopy(bytes, from, block, inBlock, count);
        inBlock += count;
    }

    /** The frames of headers have ended. */
    private Verdict end() {
        int padding = (openFlags & PADDED) != 0 ? block[0] & 0xff : 0;
        if (!tooLarge && before() > inBlock - padding) {
            return Verdict.REFUSED;
        }
        try {
            tooLarge = tooLarge || sizes.areTooLarge(block, before(), inBlock - padding);
        } catch (IllegalArgumentException e) {
            return Verdict.REFUSED;
        }
        open = false;
        block = new byte[0];
        inBlock = 0;
        return tooLarge ? Verdict.TOO_LARGE : Verdict.FINE;
    }

    /** Returns the answer with status 431 to headers that are too large, and the end of the connection, whose table is lost. */
    byte[] refusal() {
        byte[] status = {0x08, 3, '4', '3', '1'};
        return ByteBuffer.allocate(2 * HEAD + status.length + 8)
                .put(new byte[] {0, 0, (byte) status.length, HEADERS, END_HEADERS | END_STREAM})
                .putInt(openStream)
                .put(status)
                .put(new byte[] {0, 0, 8, GOAWAY, 0})
                .putInt(0)
                .putInt(openStream)
                .putInt(ENHANCE_YOUR_CALM)
                .array();
    }
}
