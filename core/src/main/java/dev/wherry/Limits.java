package dev.wherry;

import java.time.Duration;

/**
 * What an endpoint takes from its peers at the most. Over a limit the call is refused with a message that names it, or
 * the connection is closed with its reason; nothing else is disturbed.
 *
 * @param messageBytes one call, reply or failure, encoded (default 128 MiB, at most 1 GiB)
 * @param graphDepth nesting of values within one message (default 200,000)
 * @param graphObjects values within one message (default 10,000,000)
 * @param callsInFlight calls of one session that are not answered yet (default 16,384)
 * @param connections accepted at one time, lanes included (default 8,192)
 * @param lanesPerSession accepted from one peer (default 8)
 * @param handshakes accepted connections that have not said Hello yet; the next one waits a moment, and takes the
 *     place of one that is silent (default 64)
 * @param handshakeTime for the Hello (default 10 s)
 * @param idleTime after which a session without calls and references is closed by the side that listens (default 1 h)
 * @param unsentBytes on one link, after which further calls wait for room (default 1 MiB)
 */
public record Limits(
        int messageBytes,
        int graphDepth,
        int graphObjects,
        int callsInFlight,
        int connections,
        int lanesPerSession,
        int handshakes,
        Duration handshakeTime,
        Duration idleTime,
        int unsentBytes) {
    /** A message is one array. */
    private static final int MOST_BYTES = 1 << 30;

    private static final Limits DEFAULTS = new Limits(
            128 << 20, 200_000, 10_000_000, 16_384, 8_192, 8, 64, Duration.ofSeconds(10), Duration.ofHours(1), 1 << 20);

    public Limits {
        atLeast(1 << 10, messageBytes, "messageBytes");
        if (messageBytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "Limit 'messageBytes' is at most " + MOST_BYTES + "; this is " + messageBytes);
        }
        atLeast(1, graphDepth, "graphDepth");
        atLeast(1, graphObjects, "graphObjects");
        atLeast(1, callsInFlight, "callsInFlight");
        atLeast(1, connections, "connections");
        atLeast(0, lanesPerSession, "lanesPerSession");
        atLeast(1, handshakes, "handshakes");
        atLeast(1 << 10, unsentBytes, "unsentBytes");
        positive(handshakeTime, "handshakeTime");
        positive(idleTime, "idleTime");
    }

    public static Limits defaults() {
        return DEFAULTS;
    }

    public Limits withMessageBytes(int most) {
        return new Limits(
                most,
                graphDepth,
                graphObjects,
                callsInFlight,
                connections,
                lanesPerSession,
                handshakes,
                handshakeTime,
                idleTime,
                unsentBytes);
    }

    public Limits withGraph(int depth, int objects) {
        return new Limits(
                messageBytes,
                depth,
                objects,
                callsInFlight,
                connections,
                lanesPerSession,
                handshakes,
                handshakeTime,
                idleTime,
                unsentBytes);
    }

    public Limits withCallsInFlight(int most) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                most,
                connections,
                lanesPerSession,
                handshakes,
                handshakeTime,
                idleTime,
                unsentBytes);
    }

    public Limits withConnections(int most) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                callsInFlight,
                most,
                lanesPerSession,
                handshakes,
                handshakeTime,
                idleTime,
                unsentBytes);
    }

    public Limits withLanesPerSession(int most) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                callsInFlight,
                connections,
                most,
                handshakes,
                handshakeTime,
                idleTime,
                unsentBytes);
    }

    public Limits withHandshakes(int most, Duration time) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                callsInFlight,
                connections,
                lanesPerSession,
                most,
                time,
                idleTime,
                unsentBytes);
    }

    public Limits withIdleTime(Duration most) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                callsInFlight,
                connections,
                lanesPerSession,
                handshakes,
                handshakeTime,
                most,
                unsentBytes);
    }

    public Limits withUnsentBytes(int most) {
        return new Limits(
                messageBytes,
                graphDepth,
                graphObjects,
                callsInFlight,
                connections,
                lanesPerSession,
                handshakes,
                handshakeTime,
                idleTime,
                most);
    }

    private static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException("Limit '" + name + "' is at least " + least + "; this is " + value);
        }
    }

    private static void positive(Duration value, String name) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException("Limit '" + name + "' is above 0; this is " + value);
        }
    }
}
