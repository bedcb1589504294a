package dev.wherry.http.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the payload in the bytes of a WebSocket. It moves payload within the array that was read to, and keeps nothing but a header and a
 * control frame that are not complete yet. So a selector that reports bytes of the link below reports all that there is. For one thread.
 */
final class FrameReader {
    /** The longest payload of a frame that is accepted. A Wherry peer sends at most {@link FrameWriter#LONGEST}. */
    static final long LONGEST = 1 << 20;

    static final int CONTINUATION = 0;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    static final int FIN = 0x80;
    static final int MASKED = 0x80;
    static final int CONTROL_LONGEST = 125;
    static final int TWO_BYTES = 126;
    static final int EIGHT_BYTES = 127;

    private static final int TEXT = 1;
    private static final int CONTROL = 8;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0f;
    private static final int LENGTH = 0x7f;

    private final boolean masked;
    private final Pings ping;

    private final byte[] head = new byte[14];
    private int headRead;
    private boolean inPayload;
    private long left;
    private long position;
    private int key;
    private byte @Nullable [] control;
    /** Whether a message has begun whose last frame was not received yet. */
    private boolean unfinished;
    /** How many frames without content have followed each other. */
    private int empty;

    private @Nullable Ending ending;

    /** Is given the payload of each ping. */
    interface Pings {
        void answer(byte[] payload) throws IOException;
    }

    /** How the peer has ended the WebSocket. */
    record Ending(int code, String reason) {
        /** Returns whether nothing was wrong. */
        boolean isUsual() {
            return code == WebSocketException.NORMAL || code == WebSocketException.LEAVING;
        }
    }

    /**
     * @param masked whether frames must be masked, as those of clients; else they must not be
     * @param ping answers pings
     */
    FrameReader(boolean masked, Pings ping) {
        this.masked = masked;
        this.ping = ping;
    }

    /** Returns how the peer has ended the WebSocket; null if it has not. Bytes behind that end are ignored. */
    @Nullable
    Ending ending() {
        return ending;
    }

    /** Returns how many frames without content have followed each other since the last {@link #rested}. */
    int empty() {
        return empty;
    }

    /** Called when all that the peer has sent was read: what follows may be later. */
    void rested() {
        empty = 0;
    }

    /**
     * Takes bytes that were read, and moves the payload in them to the front.
     *
     * @return the number of bytes of payload
     * @throws WebSocketException if the peer breaks the protocol. The link cannot be used any more
     */
    int payload(byte[] bytes, int offset, int length) throws IOException {
        int in = offset;
        int out = offset;
        int end = offset + length;
        while (in < end && ending == null) {
            if (!inPayload) {
                head(bytes[in++]);
                continue;
            }
            int count = (int) Math.min(left, end - in);
            byte[] collected = control;
            if (collected != null) {
                copy(bytes, in, collected, (int) position, count);
            } else {
                copy(bytes, in, bytes, out, count);
                out += count;
                empty = 0;
            }
            in += count;
            position += count;
            left -= count;
            finish();
        }
        return out - offset;
    }

    private void copy(byte[] from, int offset, byte[] to, int at, int length) {
        if (masked) {
            Mask.copy(from, offset, to, at, length, key, position);
        } else {
            System.arraycopy(from, offset, to, at, length);
        }
    }

    private void head(byte next) throws IOException {
        head[headRead++] = next;
        if (headRead == 1) {
            checkFirst(next);
        } else {
            if (headRead == 2) {
                checkSecond(next);
            }
            if (headRead == headLength()) {
                begin();
            }
        }
    }

    private void checkFirst(int first) throws WebSocketException {
        int opcode = first & OPCODE;
        if ((first & RESERVED) != 0) {
            throw WebSocketException.breach("a frame with reserved bits, though no extension was agreed on");
        }
        switch (opcode) {
            case CONTINUATION -> {
                if (!unfinished) {
                    throw WebSocketException.breach("the continuation of no message");
                }
            }
            case BINARY -> {
                if (unfinished) {
                    throw WebSocketException.breach("a message within another");
                }
            }
            case TEXT -> throw new WebSocketException(WebSocketException.UNSUPPORTED, "a message of text");
            case CLOSE, PING, PONG -> {
                if ((first & FIN) == 0) {
                    throw WebSocketException.breach("a control frame in fragments");
                }
            }
            default -> throw WebSocketException.breach("a frame of the unknown kind " + opcode);
        }
    }

    private void checkSecond(int second) throws WebSocketException {
        if ((second & MASKED) != 0 != masked) {
            throw WebSocketException.breach(
                    masked ? "a client's frame without a mask" : "a server's frame with a mask");
        }
        if ((head[0] & CONTROL) != 0 && (second & LENGTH) > CONTROL_LONGEST) {
            throw WebSocketException.breach("a control frame of more than " + CONTROL_LONGEST + " bytes");
        }
    }

    private int headLength() {
        int more = switch (head[1] & LENGTH) {
            case TWO_BYTES -> Short.BYTES;
            case EIGHT_BYTES -> Long.BYTES;
            default -> 0;
        };
        return 2 + more + (masked ? Integer.BYTES : 0);
    }

    private void begin() throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(head, 2, headRead - 2);
        int brief = head[1] & LENGTH;
        left = switch (brief) {
            case TWO_BYTES -> minimal(Short.toUnsignedLong(rest.getShort()), CONTROL_LONGEST);
            case EIGHT_BYTES -> minimal(rest.getLong(), 0xffff);
            default -> brief;
        };
        key = masked ? rest.getInt() : 0;
        position = 0;
        inPayload = true;
        if ((head[0] & CONTROL) != 0) {
            control = new byte[(int) left];
        } else {
            unfinished = (head[0] & FIN) == 0;
        }
        if (left == 0 || control != null) {
            empty++;
        }
        finish();
    }

    private static long minimal(long length, int briefer) throws WebSocketException {
        if (length < 0) {
            throw WebSocketException.breach("a length of more than 63 bits");
        }
        if (length <= briefer) {
            throw WebSocketException.breach("a length in more bytes than it needs");
        }
        if (length > LONGEST) {
            throw new WebSocketException(
                    WebSocketException.TOO_LONG, "a frame of " + length + " bytes; " + LONGEST + " are allowed");
        }
        return length;
    }

    private void finish() throws IOException {
        if (left > 0) {
            return;
        }
        inPayload = false;
        headRead = 0;
        byte[] payload = control;
        control = null;
        if (payload != null) {
            switch (head[0] & OPCODE) {
                case PING -> ping.answer(payload);
                case CLOSE -> ending = ending(payload);
                default -> {} // a pong, which needs no answer
            }
        }
    }

    private static Ending ending(byte[] payload) throws WebSocketException {
        if (payload.length == 0) {
            return new Ending(WebSocketException.NORMAL, "");
        }
        if (payload.length == 1) {
            throw WebSocketException.breach("half a code of closing");
        }
        int code = ((payload[0] & 0xff) << Byte.SIZE) | (payload[1] & 0xff);
        boolean known = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
        if (!known && (code < 3000 || code > 4999)) {
            throw WebSocketException.breach("the code of closing " + code + ", which is not sent");
        }
        try {
            ByteBuffer reason = ByteBuffer.wrap(Arrays.copyOfRange(payload, 2, payload.length));
            return new Ending(
                    code, StandardCharsets.UTF_8.newDecoder().decode(reason).toString());
        } catch (CharacterCodingException e) {
            throw WebSocketException.breach("a reason of closing that is not UTF-8");
        }
    }
}
