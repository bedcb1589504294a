package dev.wherry.dds.engine;

import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.List;

/**
 * The policies of a topic, a reader or a writer: the quality of service that it offers or requests. A policy that does not concern
 * an entity is ignored. Immutable.
 *
 * @param maxBlocking how long a write may wait for readers that lag behind; closing the writer may wait as long. Default: 100 ms
 * @param depth the last samples of each instance that are kept; 0: all. Default: 1
 * @param strength the owner is the writer with the largest. Default: 0
 * @param lease how long a writer counts as alive without a sign of life. Default: {@link #FOREVER}
 * @param deadline the longest time between two updates of an instance. Default: {@link #FOREVER}
 * @param latencyBudget how long a sample may be held back to send it with others. Default: 0
 * @param lifespan after which a sample is not delivered any more. Default: {@link #FOREVER}
 * @param partitions readers and writers match if one of their partitions does. Default: none
 * @param transportPriority for the network. Default: 0
 * @param representations that a reader accepts, or of which a writer uses the first. Default: none, which leaves it to the engine
 * @param autoDispose whether the instances of a writer are disposed of when it unregisters them or is closed. Default: true
 * @param userData that discovery announces. Default: empty
 */
public record Qos(
        Reliability reliability,
        Duration maxBlocking,
        int depth,
        Durability durability,
        Ownership ownership,
        int strength,
        Liveliness liveliness,
        Duration lease,
        Duration deadline,
        Duration latencyBudget,
        Duration lifespan,
        List<String> partitions,
        int transportPriority,
        DestinationOrder destinationOrder,
        ResourceLimits limits,
        List<Representation> representations,
        boolean autoDispose,
        String userData) {
    /** The longest duration, for "no limit". */
    public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** All defaults; reliable, unlike the default of the standard for readers. */
    public static final Qos DEFAULT = new Qos(
            Reliability.RELIABLE,
            Duration.ofMillis(100),
            1,
            Durability.VOLATILE,
            Ownership.SHARED,
            0,
            Liveliness.AUTOMATIC,
            FOREVER,
            FOREVER,
            Duration.ZERO,
            FOREVER,
            List.of(),
            0,
            DestinationOrder.BY_RECEPTION,
            ResourceLimits.NONE,
            List.of(),
            true,
            "");

    private static final int MOST_PARTITIONS = 256;
    private static final int LONGEST_TEXT = 4096;

    /** Whether a lost sample is sent again. */
    public enum Reliability {
        BEST_EFFORT,
        RELIABLE
    }

    /** How long samples are kept for readers that join later. */
    public enum Durability {
        VOLATILE,
        /** As long as their writer exists. */
        TRANSIENT_LOCAL,
        TRANSIENT,
        PERSISTENT
    }

    /** Whether each writer may update an instance, or the strongest alone. */
    public enum Ownership {
        SHARED,
        EXCLUSIVE
    }

    /** The source of the signs of life of a writer. */
    public enum Liveliness {
        AUTOMATIC,
        MANUAL_BY_PARTICIPANT,
        MANUAL_BY_TOPIC
    }

    /** The clock that orders the samples of several writers. */
    public enum DestinationOrder {
        BY_RECEPTION,
        BY_SOURCE
    }

    /** The most samples, instances, and samples of one instance that an entity keeps; {@link #UNLIMITED}: no limit. */
    public record ResourceLimits(int samples, int instances, int samplesPerInstance) {
        public static final int UNLIMITED = -1;
        public static final ResourceLimits NONE = new ResourceLimits(UNLIMITED, UNLIMITED, UNLIMITED);

        /** @throws IllegalArgumentException if one is neither positive nor {@link #UNLIMITED}, or one instance may have more than all */
        public ResourceLimits {
            check(samples);
            check(instances);
            check(samplesPerInstance);
            if (samples != UNLIMITED && samplesPerInstance > samples) {
                throw new IllegalArgumentException("The resource limits contradict each other: one instance may have "
                        + samplesPerInstance + " samples, all together " + samples);
            }
        }

        private static void check(int limit) {
            if (limit < 1 && limit != UNLIMITED) {
                throw new IllegalArgumentException("The resource limit " + limit + " is neither positive nor -1");
            }
        }
    }

    /** @throws IllegalArgumentException if a value is out of its range, or the history and the resource limits contradict each other */
    public Qos {
        partitions = List.copyOf(partitions);
        representations = List.copyOf(representations);
        checkDuration("blocking time", maxBlocking);
        checkDuration("lease", lease);
        checkDuration("deadline", deadline);
        checkDuration("latency budget", latencyBudget);
        checkDuration("lifespan", lifespan);
        if (depth < 0) {
            throw new IllegalArgumentException("The depth " + depth + " of the history is negative");
        }
        if (limits.samplesPerInstance() != ResourceLimits.UNLIMITED && depth > limits.samplesPerInstance()) {
            throw new IllegalArgumentException("The history keeps " + depth
                    + " samples of each instance, more than the resource limits' " + limits.samplesPerInstance());
        }
        if (partitions.size() > MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    partitions.size() + " partitions are more than the limit of " + MOST_PARTITIONS);
        }
        partitions.forEach(Qos::checkText);
        checkText(userData);
    }

    private static void checkDuration(String policy, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("The " + policy + " " + value + " is negative");
        }
    }

    private static void checkText(String text) {
        if (text.indexOf(0) >= 0 || text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "A partition or the user data contains a NUL character or is longer than " + LONGEST_TEXT
                            + " characters");
        }
    }

    /** Returns a builder with all defaults. */
    public static QosBuilder builder() {
        return DEFAULT.toBuilder();
    }

    /** Returns a builder with the policies of this. */
    public QosBuilder toBuilder() {
        return new QosBuilder(this);
    }
}
