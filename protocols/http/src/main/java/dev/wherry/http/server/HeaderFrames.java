package dev.wherry.http.server;

import java.nio.charset.StandardCharsets;

/**
 * Finds headers of HTTP/2 that are cut into more frames than a client needs. Helidon limits the bytes of headers and keeps frames
 * without any, however many there are. Bytes of HTTP/1.1 are ignored. For one thread.
 */
final class HeaderFrames {
    /** Headers of 16 KiB fit into the first frame, so that a second one is rare. */
    private static final int MOST = 64;

    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = 9;
    private static final int TYPE = 3;
    private static final int CONTINUATION = 9;

    private final byte[] head = new byte[HEAD];
    private int inPreface;
    private int inHead;
    private int payload;
    private int continuations;
    private boolean other;

    /** Looks at the next bytes of the connection. Returns whether headers have too many frames. */
    boolean areTooMany(byte[] bytes, int count) {
        int at = 0;
        while (!other && at < count) {
            if (inPreface < PREFACE.length) {
                other = bytes[at++] != PREFACE[inPreface++];
            } else if (payload > 0) {
                int skipped = Math.min(payload, count - at);
                payload -= skipped;
                at += skipped;
            } else {
                head[inHead++] = bytes[at++];
                if (inHead == HEAD) {
                    inHead = 0;
                    payload = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
                    continuations = head[TYPE] == CONTINUATION ? continuations + 1 : 0;
                    if (continuations > MOST) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
