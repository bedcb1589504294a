package dev.wherry.dds;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The policies of a topic, as this program publishes and subscribes. They are stronger than a {@link QualityOfService} of the class, and
 * weaker than {@link DdsOptions.Builder#qos}. Without any, a topic is reliable and loses nothing, and keeps nothing for subscribers that
 * join later. Immutable; for any thread.
 */
public final class TopicOptions {
    private static final TopicOptions DEFAULTS = builder().build();

    private final boolean bestEffort;
    private final boolean transientLocal;
    private final boolean orderedBySource;
    private final OptionalInt depth;
    private final OptionalInt strength;
    private final OptionalInt priority;
    private final @Nullable Duration lifespan;
    private final @Nullable Duration deadline;
    private final List<String> partitions;
    private final int buffer;

    private TopicOptions(Builder builder) {
        bestEffort = builder.bestEffort;
        transientLocal = builder.transientLocal;
        orderedBySource = builder.orderedBySource;
        depth = builder.depth;
        strength = builder.strength;
        priority = builder.priority;
        lifespan = builder.lifespan;
        deadline = builder.deadline;
        partitions = builder.partitions;
        buffer = builder.buffer;
    }

    /** Returns the options of a topic that sets none. */
    public static TopicOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns whether lost samples are not sent again. */
    public boolean bestEffort() {
        return bestEffort;
    }

    /** Returns whether samples are kept for subscribers that join later. */
    public boolean transientLocal() {
        return transientLocal;
    }

    /** Returns whether the samples of several writers are ordered by the times at which they were sent. */
    public boolean orderedBySource() {
        return orderedBySource;
    }

    /** Returns how many samples of each instance are kept; 0: all; empty: not set. */
    public OptionalInt depth() {
        return depth;
    }

    /** Returns the strength of writers that own instances alone; empty: not set. */
    public OptionalInt strength() {
        return strength;
    }

    /** Returns the priority of the samples on the network; empty: not set. */
    public OptionalInt priority() {
        return priority;
    }

    /** Returns after which time a sample is not delivered any more; null: not set. */
    public @Nullable Duration lifespan() {
        return lifespan;
    }

    /** Returns the longest time between two samples of an instance; null: not set. */
    public @Nullable Duration deadline() {
        return deadline;
    }

    /** Returns the partitions; empty: not set. */
    public List<String> partitions() {
        return partitions;
    }

    /** Returns how many samples wait for a subscriber at most. */
    public int buffer() {
        return buffer;
    }

    /** Builds options. For one thread. */
    public static final class Builder {
        private boolean bestEffort;
        private boolean transientLocal;
        private boolean orderedBySource;
        private OptionalInt depth = OptionalInt.empty();
        private OptionalInt strength = OptionalInt.empty();
        private OptionalInt priority = OptionalInt.empty();
        private @Nullable Duration lifespan;
        private @Nullable Duration deadline;
        private List<String> partitions = List.of();
        private int buffer = 10_000;

        private Builder() {}

        /** Does not send lost samples again. */
        public Builder bestEffort() {
            bestEffort = true;
            return this;
        }

        /** Sends subscribers that join later what their history would have, as long as the writer is open. */
        public Builder transientLocal() {
            transientLocal = true;
            return this;
        }

        /** Orders the samples of several writers by the times at which they were sent. Both ends need it. */
        public Builder orderedBySource() {
            orderedBySource = true;
            return this;
        }

        /**
         * Keeps the last samples of each instance. A slow subscriber misses older ones.
         *
         * @throws IllegalArgumentException if there is not at least one
         */
        public Builder keepLast(int samples) {
            if (samples < 1) {
                throw new IllegalArgumentException("At least one sample is kept, not " + samples);
            }
            depth = OptionalInt.of(samples);
            return this;
        }

        /** Keeps all samples until they are received. */
        public Builder keepAll() {
            depth = OptionalInt.of(0);
            return this;
        }

        /** Lets only the strongest writer of each instance update it. Both ends need a strength. */
        public Builder strength(int value) {
            strength = OptionalInt.of(value);
            return this;
        }

        /** Sets the priority of the samples on the network. */
        public Builder priority(int value) {
            priority = OptionalInt.of(value);
            return this;
        }

        /** Sets after which time a sample is not delivered any more. */
        public Builder lifespan(Duration time) {
            lifespan = time;
            return this;
        }

        /** Sets the longest time between two samples of an instance: a promise of writers, and a demand of subscribers. */
        public Builder deadline(Duration time) {
            deadline = time;
            return this;
        }

        /** Sets the partitions, instead of that of the address. */
        public Builder partitions(String... names) {
            partitions = List.of(names);
            return this;
        }

        /**
         * Sets how many samples wait for a slow subscriber (default 10,000). A subscription that would need more ends with an error.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder buffer(int samples) {
            if (samples < 1) {
                throw new IllegalArgumentException("A buffer has at least one sample, not " + samples);
            }
            buffer = samples;
            return this;
        }

        /** Returns the options. */
        public TopicOptions build() {
            return new TopicOptions(this);
        }
    }
}
