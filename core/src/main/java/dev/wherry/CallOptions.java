package dev.wherry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How calls through one variant of a stub are made; see {@link Calls#with}. Immutable. What is not set falls back to
 * the method's and interface's annotations, then to the endpoint's options.
 *
 * @param timeout how long a call may take; {@code null}: not set
 * @param delivery makes {@code void} methods one-way; {@code null}: not set
 * @param ordered calls through this variant run one after another at the server, in the order they were made
 * @param context entries that travel with every call
 */
public record CallOptions(
        @Nullable Duration timeout, @Nullable Delivery delivery, boolean ordered, Map<ContextKey<?>, Object> context) {
    private static final CallOptions NONE = new CallOptions(null, null, false, Map.of());

    public CallOptions {
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("A timeout is above 0; this is " + timeout);
        }
        context = Map.copyOf(context);
    }

    /** Nothing set. */
    public static CallOptions none() {
        return NONE;
    }

    public static CallOptions timeout(Duration timeout) {
        return NONE.withTimeout(timeout);
    }

    public static CallOptions oneWay(Delivery delivery) {
        return NONE.withDelivery(delivery);
    }

    public CallOptions withTimeout(Duration timeout) {
        return new CallOptions(Objects.requireNonNull(timeout, "timeout"), delivery, ordered, context);
    }

    /** Makes {@code void} methods one-way; calling any other method through such a stub is refused. */
    public CallOptions withDelivery(Delivery delivery) {
        return new CallOptions(timeout, Objects.requireNonNull(delivery, "delivery"), ordered, context);
    }

    public CallOptions inOrder() {
        return new CallOptions(timeout, delivery, true, context);
    }

    public <T> CallOptions with(ContextKey<T> key, T value) {
        Map<ContextKey<?>, Object> entries = new LinkedHashMap<>(context);
        entries.put(key, Objects.requireNonNull(value, key.name()));
        return new CallOptions(timeout, delivery, ordered, entries);
    }

    /** These options, and {@code defaults} where these leave something open. */
    public CallOptions orElse(CallOptions defaults) {
        Map<ContextKey<?>, Object> entries = new LinkedHashMap<>(defaults.context);
        entries.putAll(context);
        return new CallOptions(
                timeout != null ? timeout : defaults.timeout,
                delivery != null ? delivery : defaults.delivery,
                ordered || defaults.ordered,
                entries);
    }
}
