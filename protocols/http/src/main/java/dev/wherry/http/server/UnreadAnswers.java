package dev.wherry.http.server;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the answers that wait for their peers to read them. All connections have as much as the limit of incomplete requests. A
 * connection that has such an answer already may have as much of it as is left for the others. For any thread.
 */
final class UnreadAnswers {
    static final int STATUS = 500;

    /** Takes the place of an answer. The call was made. */
    private static final byte[] INSTEAD = ("{\"type\":\"about:blank\",\"title\":\"Internal Server Error\",\"status\":"
                    + STATUS + ",\"detail\":\"Over the limit 'inboundBytes': answers that their peers have not read\","
                    + "\"code\":\"INTERNAL\",\"outcome\":\"RAN\"}")
            .getBytes(StandardCharsets.US_ASCII);

    private final long most;
    private final AtomicLong all = new AtomicLong();

    /** @param most bytes of all connections */
    UnreadAnswers(long most) {
        this.most = most;
    }

    /** Counts a body until it was sent. Returns it, or what is sent instead. */
    byte[] held(byte[] body, PeerProgress peer) {
        long others = all.getAndAdd(body.length);
        long before = peer.beginAnswer(body.length);
        long shared = before == 0 ? 0 : before + body.length;
        if (others + body.length + shared <= most) {
            return body;
        }
        sent(body, peer);
        all.addAndGet(INSTEAD.length);
        peer.beginAnswer(INSTEAD.length);
        return INSTEAD;
    }

    /** The body was sent, or cannot be. */
    void sent(byte[] body, PeerProgress peer) {
        all.addAndGet(-body.length);
        peer.endAnswer(body.length);
    }
}
