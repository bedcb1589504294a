package dev.wherry;

import dev.wherry.internal.types.Checks;
import dev.wherry.text.OneLine;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The most that an endpoint accepts from its peers. A call above a limit is refused with a message that names the limit, or
 * the connection is closed with that reason. Other calls and connections are not affected. Immutable.
 *
 * {@snippet :
 * Limits limits = Limits.builder().messageBytes(8 << 20).connections(100).build();
 * }
 */
public final class Limits {
    /** A message is one array. */
    private static final int LARGEST_MESSAGE = 1 << 30;

    private static final long SHARE_OF_HEAP = Math.max(Runtime.getRuntime().maxMemory() / 4, 1 << 20);
    private static final int USUAL_BYTES = (int) Math.min(128 << 20, SHARE_OF_HEAP);

    private static final Limits DEFAULTS = builder().build();

    private final Values values;

    private Limits(Values values) {
        this.values = values;
    }

    /** Returns the limits that an endpoint has if its options set none. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has these limits set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns the limit of {@link Builder#messageBytes}. */
    public int messageBytes() {
        return values.messageBytes;
    }

    /** Returns the limit of {@link Builder#inboundBytes}. */
    public long inboundBytes() {
        return values.inboundBytes;
    }

    /** Returns the limit of {@link Builder#graphDepth}. */
    public int graphDepth() {
        return values.graphDepth;
    }

    /** Returns the limit of {@link Builder#graphObjects}. */
    public int graphObjects() {
        return values.graphObjects;
    }

    /** Returns the limit of {@link Builder#callsInFlight}. */
    public int callsInFlight() {
        return values.callsInFlight;
    }

    /** Returns the limit of {@link Builder#callsRunning(int)}. */
    public int callsRunning() {
        return values.callsRunning;
    }

    /** Returns the limits of {@link Builder#callsRunning(Class, String, int)}, by the names of interface and method. */
    public Map<String, Integer> callsRunningByMethod() {
        return values.callsRunningByMethod;
    }

    /** Returns the limit of {@link Builder#callsRunningPerSession}. */
    public int callsRunningPerSession() {
        return values.callsRunningPerSession;
    }

    /** Returns the limit of {@link Builder#queueTime}. */
    public Duration queueTime() {
        return values.queueTime;
    }

    /** Returns the limit of {@link Builder#references}. */
    public int references() {
        return values.references;
    }

    /** Returns the limit of {@link Builder#connections}. */
    public int connections() {
        return values.connections;
    }

    /** Returns the limit of {@link Builder#connectionsPerPeer}. */
    public int connectionsPerPeer() {
        return values.connectionsPerPeer;
    }

    /** Returns the limit of {@link Builder#lanesPerSession}. */
    public int lanesPerSession() {
        return values.lanesPerSession;
    }

    /** Returns the limit of {@link Builder#handshakes}. */
    public int handshakes() {
        return values.handshakes;
    }

    /** Returns the limit of {@link Builder#handshakeTime}. */
    public Duration handshakeTime() {
        return values.handshakeTime;
    }

    /** Returns the limit of {@link Builder#idleTime}. */
    public Duration idleTime() {
        return values.idleTime;
    }

    /** Returns the limit of {@link Builder#unsentBytes}. */
    public int unsentBytes() {
        return values.unsentBytes;
    }

    private static String of(String name) {
        return "Limit '" + name + "'";
    }

    /** All limits with their defaults. A builder changes the values of its own; those of built limits never change. */
    private static final class Values extends CopiedValues<Values> {
        int messageBytes = USUAL_BYTES;
        long inboundBytes = SHARE_OF_HEAP;
        int graphDepth = 200_000;
        int graphObjects = 10_000_000;
        int callsInFlight = 16_384;
        int callsRunning = Integer.MAX_VALUE;
        Map<String, Integer> callsRunningByMethod = Map.of();
        int callsRunningPerSession = Integer.MAX_VALUE;
        Duration queueTime = Duration.ofHours(1);
        int references = 1_000_000;
        int connections = 8_192;
        int connectionsPerPeer = 512;
        int lanesPerSession = 32;
        int handshakes = 64;
        Duration handshakeTime = Duration.ofSeconds(10);
        Duration idleTime = Duration.ofHours(1);
        int unsentBytes = 1 << 20;
    }

    /**
     * Sets limits. For one thread at a time. Each method throws {@link IllegalArgumentException} if the value is below the
     * least that its description names, which is 1 where it names none; a time must be above 0.
     */
    public static final class Builder {
        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /**
         * Sets how many bytes one call, reply or failure may have when encoded: 1 KiB to 1 GiB (default 128 MiB, or a quarter of
         * the largest heap if that is less). Raises {@code inboundBytes} where one such message would not fit.
         */
        public Builder messageBytes(int most) {
            values.messageBytes = Checks.within(1 << 10, LARGEST_MESSAGE, most, of("messageBytes"));
            values.inboundBytes = Math.max(values.inboundBytes, most);
            return this;
        }

        /**
         * Sets how many bytes the messages that all sessions receive may use together (default a quarter of the largest heap; at
         * least {@code messageBytes}). Counted are incomplete messages, calls that wait or run with the memory of their values,
         * answers while they are read, and definitions. Answers that wait for peers to read them may use as much again; those of one
         * session may use as much of that as is left for all others.
         */
        public Builder inboundBytes(long most) {
            values.inboundBytes = most;
            return this;
        }

        /** Sets how deep values may be nested within one message (default 200,000). */
        public Builder graphDepth(int most) {
            values.graphDepth = Checks.atLeast(1, most, of("graphDepth"));
            return this;
        }

        /**
         * Sets how many values one message may contain (default 10,000,000). A tenth of it is also the work, in bytes visited,
         * that hashing and comparing the values may take beyond 32 for each byte of the message.
         */
        public Builder graphObjects(int most) {
            values.graphObjects = Checks.atLeast(1, most, of("graphObjects"));
            return this;
        }

        /**
         * Sets how many calls of one session may be unanswered at one time (default 16,384). Calls by reference within this JVM
         * that have a thread of their own count as those of one session.
         */
        public Builder callsInFlight(int most) {
            values.callsInFlight = Checks.atLeast(1, most, of("callsInFlight"));
            return this;
        }

        /**
         * Sets how many calls of all sessions may run at one time (default without limit). Others wait; the sessions take turns.
         * Not counted are calls that run on the threads that read main links, and calls by reference within this JVM.
         * A method that waits for another call to this endpoint needs a second place while it runs.
         */
        public Builder callsRunning(int most) {
            values.callsRunning = Checks.atLeast(1, most, of("callsRunning"));
            return this;
        }

        /**
         * Sets how many calls of one method may run at one time (default without limit), counted as {@link #callsRunning(int)}
         * counts. Methods of this name have one limit together, also those that other interfaces inherit.
         *
         * @throws IllegalArgumentException if the interface has no such method
         */
        public Builder callsRunning(Class<?> type, String method, int most) {
            List<String> names = Arrays.stream(type.getMethods())
                    .map(Method::getName)
                    .distinct()
                    .sorted()
                    .toList();
            if (!type.isInterface() || !names.contains(method)) {
                throw new IllegalArgumentException(of("callsRunning") + ": " + type.getName() + " has no method "
                        + OneLine.of(method) + (type.isInterface() ? "; it has " + names : "; it is not an interface"));
            }
            Map<String, Integer> all = new HashMap<>(values.callsRunningByMethod);
            all.put(type.getName() + "." + method, Checks.atLeast(1, most, of("callsRunning")));
            values.callsRunningByMethod = Map.copyOf(all);
            return this;
        }

        /**
         * Sets how many calls of one session may run at one time (default without limit), counted as {@link #callsRunning(int)}
         * counts.
         */
        public Builder callsRunningPerSession(int most) {
            values.callsRunningPerSession = Checks.atLeast(1, most, of("callsRunningPerSession"));
            return this;
        }

        /**
         * Sets how long a call may wait before it runs, for a thread or because of a limit (default 1 h). While the calls of a
         * session wait for longer, more calls of that session are refused at once. A call never waits for more than half of the
         * time that its caller waits.
         */
        public Builder queueTime(Duration most) {
            values.queueTime = Checks.positive(most, of("queueTime"));
            return this;
        }

        /** Sets how many objects the peer of one session may refer to at one time (default 1,000,000). */
        public Builder references(int most) {
            values.references = Checks.atLeast(1, most, of("references"));
            return this;
        }

        /**
         * Sets how many connections are accepted at one time, lanes included (default 8,192). At the limit a new session
         * replaces one that has had neither calls nor references for 10 s.
         */
        public Builder connections(int most) {
            values.connections = Checks.atLeast(1, most, of("connections"));
            return this;
        }

        /**
         * Sets how many connections, lanes included, are accepted at one time from one user of Unix sockets, one IPv4 address or
         * one IPv6 network of 64 bits (default 512). All loopback addresses count as one; connections within this JVM do not
         * count.
         */
        public Builder connectionsPerPeer(int most) {
            values.connectionsPerPeer = Checks.atLeast(1, most, of("connectionsPerPeer"));
            return this;
        }

        /** Sets how many lanes of one session are accepted (default 32; at least 0). */
        public Builder lanesPerSession(int most) {
            values.lanesPerSession = Checks.atLeast(0, most, of("lanesPerSession"));
            return this;
        }

        /**
         * Sets of how many accepted connections the Hello is read at one time (default 64), at most three quarters of them from
         * one user or address. Other connections wait, and replace one that sends nothing.
         */
        public Builder handshakes(int most) {
            values.handshakes = Checks.atLeast(1, most, of("handshakes"));
            return this;
        }

        /** Sets how long a connection may take to send its Hello (default 10 s). */
        public Builder handshakeTime(Duration most) {
            values.handshakeTime = Checks.positive(most, of("handshakeTime"));
            return this;
        }

        /** Sets after which time the listening side closes a session without calls and references (default 1 h). */
        public Builder idleTime(Duration most) {
            values.idleTime = Checks.positive(most, of("idleTime"));
            return this;
        }

        /** Sets how many bytes may wait to be sent on one link before further calls wait (default 1 MiB; at least 1 KiB). */
        public Builder unsentBytes(int most) {
            values.unsentBytes = Checks.atLeast(1 << 10, most, of("unsentBytes"));
            return this;
        }

        /**
         * Returns the limits that are set now.
         *
         * @throws IllegalArgumentException if {@code inboundBytes} is below {@code messageBytes}
         */
        public Limits build() {
            Checks.atLeast((long) values.messageBytes, values.inboundBytes, of("inboundBytes"));
            return new Limits(values.copy());
        }
    }
}
