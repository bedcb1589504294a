package dev.wherry;

import java.io.Serializable;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * What an endpoint takes from its peers at the most. Over a limit the call is refused with a message that names it, or
 * the connection is closed with its reason; nothing else is disturbed.
 *
 * @param messageBytes one call, reply or failure, encoded (default 128 MiB, or a quarter of the largest heap if that is
 *     less; at most 1 GiB)
 * @param inboundBytes of all sessions together: messages of which not all has come, calls that wait to be run or run with
 *     the memory of their values, answers while they are read, and definitions (default a quarter of the largest heap). Answers that wait for their peers to take them may have as much
 *     again, and those of one session as much of that as is left for all others
 * @param graphDepth nesting of values within one message (default 200,000)
 * @param graphObjects values within one message (default 10,000,000); a tenth of it is also the work, in bytes visited,
 *     that hashing and comparing them may take beyond 32 for each byte of the message
 * @param callsInFlight calls of one session that are not answered yet (default 16,384); those by reference within this
 *     JVM that have a thread of their own count as one session's
 * @param references objects that one session's peer refers to at one time (default 1,000,000)
 * @param connections accepted at one time, lanes included (default 8,192). Where they are short, a session without calls
 *     and references gives way to a new one after 10 s
 * @param connectionsPerPeer accepted at one time from one user of Unix sockets, one IPv4 address or one IPv6 network of 64
 *     bits, lanes included (default 512). All loopback addresses count as one; connections within this JVM do not count
 * @param lanesPerSession accepted from one peer (default 32)
 * @param handshakes accepted connections whose Hello is being read, three quarters of them at the most from one user or
 *     address; others wait for their turn, and take the place of one that is silent (default 64)
 * @param handshakeTime for the Hello (default 10 s)
 * @param idleTime after which a session without calls and references is closed by the side that listens (default 1 h)
 * @param unsentBytes on one link, after which further calls wait for room (default 1 MiB)
 */
public record Limits(
        int messageBytes,
        long inboundBytes,
        int graphDepth,
        int graphObjects,
        int callsInFlight,
        int references,
        int connections,
        int connectionsPerPeer,
        int lanesPerSession,
        int handshakes,
        Duration handshakeTime,
        Duration idleTime,
        int unsentBytes)
        implements Serializable {
    /** A message is one array. */
    private static final int LARGEST_MESSAGE = 1 << 30;

    private static final long SHARE_OF_HEAP = Math.max(Runtime.getRuntime().maxMemory() / 4, 1 << 20);
    private static final int USUAL_BYTES = (int) Math.min(128 << 20, SHARE_OF_HEAP);

    private static final Limits DEFAULTS = new Limits(
            USUAL_BYTES,
            SHARE_OF_HEAP,
            200_000,
            10_000_000,
            16_384,
            1_000_000,
            8_192,
            512,
            32,
            64,
            Duration.ofSeconds(10),
            Duration.ofHours(1),
            1 << 20);

    public Limits {
        atLeast(1 << 10, messageBytes, "messageBytes");
        if (messageBytes > LARGEST_MESSAGE) {
            throw new IllegalArgumentException(
                    "Limit 'messageBytes' is at most " + LARGEST_MESSAGE + "; this is " + messageBytes);
        }
        atLeast(messageBytes, inboundBytes, "inboundBytes");
        atLeast(1, graphDepth, "graphDepth");
        atLeast(1, graphObjects, "graphObjects");
        atLeast(1, callsInFlight, "callsInFlight");
        atLeast(1, references, "references");
        atLeast(1, connections, "connections");
        atLeast(1, connectionsPerPeer, "connectionsPerPeer");
        atLeast(0, lanesPerSession, "lanesPerSession");
        atLeast(1, handshakes, "handshakes");
        atLeast(1 << 10, unsentBytes, "unsentBytes");
        positive(handshakeTime, "handshakeTime");
        positive(idleTime, "idleTime");
    }

    public static Limits defaults() {
        return DEFAULTS;
    }

    /** Raises {@code inboundBytes} with it where one message would not fit there. */
    public Limits withMessageBytes(int most) {
        return with(draft -> {
            draft.messageBytes = most;
            draft.inboundBytes = Math.max(inboundBytes, most);
        });
    }

    /** At least {@code messageBytes}. */
    public Limits withInboundBytes(long most) {
        return with(draft -> draft.inboundBytes = most);
    }

    public Limits withGraph(int depth, int objects) {
        return with(draft -> {
            draft.graphDepth = depth;
            draft.graphObjects = objects;
        });
    }

    public Limits withCallsInFlight(int most) {
        return with(draft -> draft.callsInFlight = most);
    }

    public Limits withReferences(int most) {
        return with(draft -> draft.references = most);
    }

    public Limits withConnections(int most) {
        return with(draft -> draft.connections = most);
    }

    public Limits withConnectionsPerPeer(int most) {
        return with(draft -> draft.connectionsPerPeer = most);
    }

    public Limits withLanesPerSession(int most) {
        return with(draft -> draft.lanesPerSession = most);
    }

    public Limits withHandshakes(int most, Duration time) {
        return with(draft -> {
            draft.handshakes = most;
            draft.handshakeTime = time;
        });
    }

    public Limits withIdleTime(Duration most) {
        return with(draft -> draft.idleTime = most);
    }

    public Limits withUnsentBytes(int most) {
        return with(draft -> draft.unsentBytes = most);
    }

    private Limits with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    private static void atLeast(long least, long value, String name) {
        if (value < least) {
            throw new IllegalArgumentException("Limit '" + name + "' is at least " + least + "; this is " + value);
        }
    }

    private static void positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("Limit '" + name + "' is above 0; this is " + value);
        }
    }

    /** Limits on their way to others, so that only one place names them all in order. */
    private static final class Draft {
        private int messageBytes;
        private long inboundBytes;
        private int graphDepth;
        private int graphObjects;
        private int callsInFlight;
        private int references;
        private int connections;
        private int connectionsPerPeer;
        private int lanesPerSession;
        private int handshakes;
        private Duration handshakeTime;
        private Duration idleTime;
        private int unsentBytes;

        Draft(Limits from) {
            messageBytes = from.messageBytes;
            inboundBytes = from.inboundBytes;
            graphDepth = from.graphDepth;
            graphObjects = from.graphObjects;
            callsInFlight = from.callsInFlight;
            references = from.references;
            connections = from.connections;
            connectionsPerPeer = from.connectionsPerPeer;
            lanesPerSession = from.lanesPerSession;
            handshakes = from.handshakes;
            handshakeTime = from.handshakeTime;
            idleTime = from.idleTime;
            unsentBytes = from.unsentBytes;
        }

        Limits done() {
            return new Limits(
                    messageBytes,
                    inboundBytes,
                    graphDepth,
                    graphObjects,
                    callsInFlight,
                    references,
                    connections,
                    connectionsPerPeer,
                    lanesPerSession,
                    handshakes,
                    handshakeTime,
                    idleTime,
                    unsentBytes);
        }
    }
}
