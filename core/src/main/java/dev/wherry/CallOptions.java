package dev.wherry;

import dev.wherry.internal.types.Checks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of the calls of one variant of a stub; see {@link Calls#with}. An option that is not set here is taken from the
 * annotations of the method and its interface, then from the options of the endpoint. Immutable.
 *
 * {@snippet :
 * Bank quick = Calls.with(bank, CallOptions.ofTimeout(Duration.ofMillis(200)));
 * Bank traced = Calls.with(bank, CallOptions.builder().context(ContextKey.TRACEPARENT, parent).ordered(true).build());
 * }
 */
public final class CallOptions {
    private static final CallOptions NONE = builder().build();

    /** Never changed. */
    private final Builder set;

    /** Receives the entry of one key. */
    private record Receiver<T>(ContextKey<T> key, Consumer<? super T> consumer)
            implements Consumer<Map<ContextKey<?>, Object>> {
        @Override
        public void accept(Map<ContextKey<?>, Object> entries) {
            Object value = entries.get(key);
            if (value != null) {
                consumer.accept(key.type().cast(value));
            }
        }
    }

    /** Whether a call of a bound name waits while there is no connection. */
    private enum Patience {
        UNSET,
        FAIL_FAST,
        WAIT_FOR_READY
    }

    private CallOptions(Builder set) {
        this.set = set;
    }

    /** Returns options that set nothing. */
    public static CallOptions none() {
        return NONE;
    }

    /** Returns options that set only {@linkplain Builder#timeout the timeout}. */
    public static CallOptions ofTimeout(Duration timeout) {
        return builder().timeout(timeout).build();
    }

    /** Returns options that set only {@linkplain Builder#delivery the delivery}. */
    public static CallOptions ofDelivery(Delivery delivery) {
        return builder().delivery(delivery).build();
    }

    /** Returns a builder that has nothing set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that has set what these options set. */
    public Builder toBuilder() {
        return set.copy();
    }

    /** Returns how long a call may take, or null if that is not set. */
    public @Nullable Duration timeout() {
        return set.timeout;
    }

    /** Returns how {@code void} methods are delivered, or null if that is not set. */
    public @Nullable Delivery delivery() {
        return set.delivery;
    }

    /** Returns whether the server runs these calls one after another, in the order in which they were made. */
    public boolean ordered() {
        return set.ordered;
    }

    /** Returns whether a call fails at once while there is no connection. */
    public boolean failFast() {
        return set.patience == Patience.FAIL_FAST;
    }

    /** Returns whether a call waits for a connection until its timeout, also if a server refuses it or cannot be reached. */
    public boolean waitForReady() {
        return set.patience == Patience.WAIT_FOR_READY;
    }

    /** Returns how often a call is made at most, the first attempt included; 0 if that is not set. */
    public int attempts() {
        return set.attempts;
    }

    /** Returns whether these calls may run twice, as if their methods had {@link Idempotent}. */
    public boolean idempotent() {
        return set.idempotent;
    }

    /** Returns after which time a call is made at a second server too; null if it is not. */
    public @Nullable Duration hedgeAfter() {
        return set.hedgeAfter;
    }

    /** Returns the entries that are sent with each call. */
    public Map<ContextKey<?>, Object> context() {
        return set.context;
    }

    /** Returns whether entries of answers are {@linkplain Builder#onAnswer received}. */
    public boolean receivesContext() {
        return !set.receivers.isEmpty();
    }

    /**
     * Passes the entries of an answer to the consumers that {@link Builder#onAnswer} has set. Called by the code that receives the
     * answer, such as a foreign protocol.
     */
    public void answered(Map<ContextKey<?>, Object> entries) {
        set.receivers.forEach(each -> each.accept(entries));
    }

    /** Returns these options, completed by {@code defaults} where they set nothing. */
    public CallOptions orElse(CallOptions defaults) {
        Builder builder = defaults.toBuilder();
        builder.timeout = set.timeout != null ? set.timeout : builder.timeout;
        builder.delivery = set.delivery != null ? set.delivery : builder.delivery;
        builder.ordered |= set.ordered;
        builder.patience = set.patience != Patience.UNSET ? set.patience : builder.patience;
        builder.attempts = set.attempts != 0 ? set.attempts : builder.attempts;
        builder.idempotent |= set.idempotent;
        builder.hedgeAfter = set.hedgeAfter != null ? set.hedgeAfter : builder.hedgeAfter;
        builder.context(set.context);
        set.receivers.forEach(builder::onAnswer);
        return new CallOptions(builder);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallOptions that && set.values().equals(that.set.values());
    }

    @Override
    public int hashCode() {
        return set.values().hashCode();
    }

    @Override
    public String toString() {
        return "CallOptions[timeout=" + set.timeout + ", delivery=" + set.delivery + ", ordered=" + set.ordered
                + (set.patience == Patience.UNSET ? "" : failFast() ? ", failFast" : ", waitForReady")
                + (set.attempts == 0 ? "" : ", attempts=" + set.attempts) + (set.idempotent ? ", idempotent" : "")
                + (set.hedgeAfter == null ? "" : ", hedgeAfter=" + set.hedgeAfter) + ", context="
                + set.context + "]";
    }

    /** Sets call options. For one thread at a time. */
    public static final class Builder extends CopiedValues<Builder> {
        private @Nullable Duration timeout;
        private @Nullable Delivery delivery;
        private boolean ordered;
        private Patience patience = Patience.UNSET;
        private int attempts;
        private boolean idempotent;
        private @Nullable Duration hedgeAfter;
        private Map<ContextKey<?>, Object> context = Map.of();
        private List<Consumer<? super Map<ContextKey<?>, Object>>> receivers = List.of();

        private Builder() {}

        private List<@Nullable Object> values() {
            return Arrays.asList(
                    timeout, delivery, ordered, patience, attempts, idempotent, hedgeAfter, context, receivers);
        }

        /**
         * Sets how long a call may take. Then it fails with {@link CallException.Code#DEADLINE_EXCEEDED}, or with
         * {@link CallException.Code#UNAVAILABLE} if there was no connection in that time.
         *
         * @throws IllegalArgumentException if it is not above 0
         */
        public Builder timeout(Duration timeout) {
            this.timeout = Checks.positive(timeout, "A timeout");
            return this;
        }

        /** Makes {@code void} methods one-way. A call of any other method is then refused. */
        public Builder delivery(Delivery delivery) {
            this.delivery = Objects.requireNonNull(delivery, "delivery");
            return this;
        }

        /**
         * Sets whether the server runs these calls one after another, in the order in which they were made (default false: calls
         * have no order).
         */
        public Builder ordered(boolean ordered) {
            this.ordered = ordered;
            return this;
        }

        /**
         * Makes a call of a bound name fail at once, with {@link CallException.Code#UNAVAILABLE}, while there is no connection. A
         * connection is opened in the meantime. Otherwise a call waits while one is being opened, and fails if that fails.
         */
        public Builder failFast() {
            patience = Patience.FAIL_FAST;
            return this;
        }

        /**
         * Makes a call of a bound name wait until its timeout for a connection, and for something to be bound to the name, as while
         * a server is started again. It tries after random pauses of at most 10 ms at first, and of at most 500 ms in the end.
         */
        public Builder waitForReady() {
            patience = Patience.WAIT_FOR_READY;
            return this;
        }

        /**
         * Sets how often a call is made at most, the first attempt included (default 4). A call is made again if it was surely not
         * run or is {@linkplain #idempotent idempotent}, within its timeout. Calls that a peer has received are made again only as
         * long as few are: per peer a twentieth of the calls of 10 s, and at least 10. The server finds the number of a later
         * attempt under {@link ContextKey#ATTEMPT}.
         *
         * @param attempts 1: no call is made again
         * @throws IllegalArgumentException if it is not from 1 to 100
         */
        public Builder attempts(int attempts) {
            if (attempts < 1 || attempts > 100) {
                throw new IllegalArgumentException("A call has 1 to 100 attempts, not " + attempts);
            }
            this.attempts = attempts;
            return this;
        }

        /** Makes calls that may run twice, as if their methods had {@link Idempotent}. */
        public Builder idempotent() {
            idempotent = true;
            return this;
        }

        /**
         * Makes an {@linkplain #idempotent idempotent} call of a bound name at a second server too, if the first one has not answered
         * after this time. The first answer is the result, and the other call is cancelled. For names with several addresses. Such
         * calls count as calls that are made again.
         *
         * @throws IllegalArgumentException if it is not above 0
         */
        public Builder hedgeAfter(Duration delay) {
            hedgeAfter = Checks.positive(delay, "A delay");
            return this;
        }

        /** Sends an entry with each call. It replaces one with the same key. The server reads it by {@link Calls#context}. */
        public <T> Builder context(ContextKey<T> key, T value) {
            return context(Map.of(key, Objects.requireNonNull(value, key.name())));
        }

        /**
         * Sends these entries with each call. They replace those with the same keys.
         *
         * @throws ClassCastException if a value is not of the type of its key
         * @throws NullPointerException naming the key, if a value is null
         */
        public Builder context(Map<ContextKey<?>, ?> entries) {
            Map<ContextKey<?>, Object> all = new HashMap<>(context);
            entries.forEach((key, any) -> all.put(key, key.type().cast(Objects.requireNonNull(any, key.name()))));
            context = Map.copyOf(all);
            return this;
        }

        /**
         * Passes an entry of each answer to a consumer, be it a result or a failure, if the answer has an entry of this key. The server
         * sets entries by {@link Calls#answerContext}. The consumer runs before the call returns or its future is completed,
         * on the thread that decodes the answer. Several calls may run it at the same time, and a call that is made again may have
         * several answers. An exception of the consumer is logged. Consumers that are there stay.
         */
        public <T> Builder onAnswer(ContextKey<T> key, Consumer<? super T> consumer) {
            Objects.requireNonNull(key, "key");
            return onAnswer(new Receiver<>(key, Objects.requireNonNull(consumer, "consumer")));
        }

        /** Passes all entries of each answer that has any to a consumer. As {@link #onAnswer(ContextKey, Consumer)} otherwise. */
        public Builder onAnswer(Consumer<? super Map<ContextKey<?>, Object>> consumer) {
            if (!receivers.contains(Objects.requireNonNull(consumer, "consumer"))) {
                List<Consumer<? super Map<ContextKey<?>, Object>>> all = new ArrayList<>(receivers);
                all.add(consumer);
                receivers = List.copyOf(all);
            }
            return this;
        }

        /** Returns the options that are set now. */
        public CallOptions build() {
            return new CallOptions(copy());
        }
    }
}
