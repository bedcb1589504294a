package dev.wherry.dds.topics;

import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The policies of a topic, as this program publishes and subscribes. They are stronger than a {@link QualityOfService} of the type, and
 * weaker than {@link dev.wherry.dds.DdsOptions.Builder#qos}. Without any, a topic is reliable and loses nothing, and keeps nothing for
 * subscribers that join later. Immutable; for any thread.
 */
public final class TopicOptions {
    private static final TopicOptions DEFAULTS = builder().build();

    private final List<Consumer<QosBuilder>> policies;
    private final int buffer;

    private TopicOptions(Builder builder) {
        policies = List.copyOf(builder.policies);
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

    /** Returns the policies that are set, and those of a base for the others. */
    Qos over(Qos base) {
        QosBuilder to = base.toBuilder();
        policies.forEach(each -> each.accept(to));
        return to.build();
    }

    /** Returns how many samples wait for a subscriber at most. */
    int buffer() {
        return buffer;
    }

    /** Builds options. For one thread. */
    public static final class Builder {
        private final List<Consumer<QosBuilder>> policies = new ArrayList<>();
        private int buffer = 10_000;

        private Builder() {}

        private Builder with(Consumer<QosBuilder> policy) {
            policy.accept(Qos.builder());
            policies.add(policy);
            return this;
        }

        /** Does not send lost samples again. */
        public Builder bestEffort() {
            return with(to -> to.reliability(Qos.Reliability.BEST_EFFORT));
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
            return with(to -> to.depth(samples));
        }

        /** Keeps all samples until they are received (the default). */
        public Builder keepAll() {
            return with(QosBuilder::keepAll);
        }

        /** Sends subscribers that join later what their history would have, as long as the writer is open. */
        public Builder transientLocal() {
            return with(to -> to.durability(Qos.Durability.TRANSIENT_LOCAL));
        }

        /** Lets only the strongest writer of each instance update it. Both ends need it. */
        public Builder exclusive(int strength) {
            return with(to -> to.ownership(Qos.Ownership.EXCLUSIVE).strength(strength));
        }

        /** Sets after which time a sample is not delivered any more. */
        public Builder lifespan(Duration time) {
            return with(to -> to.lifespan(time));
        }

        /** Sets the longest time between two samples of an instance: a promise of writers, and a demand of subscribers. */
        public Builder deadline(Duration time) {
            return with(to -> to.deadline(time));
        }

        /** Sets the partitions, instead of that of the address. */
        public Builder partitions(String... names) {
            return with(to -> to.partitions(names));
        }

        /** Sets the priority of the samples on the network. */
        public Builder priority(int priority) {
            return with(to -> to.transportPriority(priority));
        }

        /** Orders the samples of several writers by the times at which they were sent. */
        public Builder orderBySource() {
            return with(to -> to.destinationOrder(Qos.DestinationOrder.BY_SOURCE));
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
