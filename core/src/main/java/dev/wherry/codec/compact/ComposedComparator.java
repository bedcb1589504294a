package dev.wherry.codec.compact;

import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A comparator that a method of the JDK makes of functions and other comparators. The JDK makes a serializable lambda, which is
 * recognized by the method that it calls. The reader calls the same method of the JDK again. Each has a number on the wire.
 */
@SuppressWarnings({"unchecked", "ImmutableEnumChecker"
}) // only the container knows what it compares; nothing is changed
enum ComposedComparator {
    THEN(8, parts -> order(parts[0]).thenComparing(order(parts[1])), Comparator.class, Comparator.class),
    COMPARING(9, parts -> Comparator.comparing((Function<Object, Comparable<Object>>) parts[0]), Function.class),
    COMPARING_BY(
            10,
            parts -> Comparator.comparing((Function<Object, Object>) parts[0], order(parts[1])),
            Function.class,
            Comparator.class),
    COMPARING_INT(11, parts -> Comparator.comparingInt((ToIntFunction<Object>) parts[0]), ToIntFunction.class),
    COMPARING_LONG(12, parts -> Comparator.comparingLong((ToLongFunction<Object>) parts[0]), ToLongFunction.class),
    COMPARING_DOUBLE(
            13, parts -> Comparator.comparingDouble((ToDoubleFunction<Object>) parts[0]), ToDoubleFunction.class),
    KEY(14, parts -> Map.Entry.<Comparable<Object>, Object>comparingByKey()),
    KEY_BY(15, parts -> Map.Entry.comparingByKey(order(parts[0])), Comparator.class),
    VALUE(16, parts -> Map.Entry.<Object, Comparable<Object>>comparingByValue()),
    VALUE_BY(17, parts -> Map.Entry.comparingByValue(order(parts[0])), Comparator.class);

    private static final Map<String, ComposedComparator> BY_CALL = new HashMap<>();

    static {
        for (ComposedComparator each : values()) {
            BY_CALL.put(each.calls, each);
        }
    }

    final int code;
    /** The declared class of each part. */
    final List<Class<?>> parts;

    private final Function<Object[], Comparator<?>> factory;
    /** The method that such a lambda calls. */
    private final String calls;
    /** The index of each part among the values that such a lambda has captured. */
    private final int[] captured;

    ComposedComparator(int code, Function<Object[], Comparator<?>> factory, Class<?>... parts) {
        this.code = code;
        this.factory = factory;
        this.parts = List.of(parts);
        Object[] samples = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            samples[i] = sample(parts[i], i);
        }
        SerializedLambda made = LambdaCodec.Description.take(of(samples));
        calls = calls(made);
        captured = Arrays.stream(samples).mapToInt(each -> index(made, each)).toArray();
    }

    /** Makes the comparator of these parts. */
    Comparator<?> of(Object[] parts) {
        return factory.apply(parts);
    }

    private static Comparator<Object> order(Object part) {
        return (Comparator<Object>) part;
    }

    /** Returns a part of that class. It differs from the other parts of the same comparator. */
    private static Object sample(Class<?> part, int index) {
        if (part == Comparator.class) {
            return index == 0 ? Comparator.naturalOrder() : Collections.reverseOrder();
        }
        if (part == ToIntFunction.class) {
            return (ToIntFunction<Object>) Object::hashCode;
        }
        if (part == ToLongFunction.class) {
            return (ToLongFunction<Object>) Object::hashCode;
        }
        return part == ToDoubleFunction.class ? (ToDoubleFunction<Object>) Object::hashCode : Function.identity();
    }

    @SuppressWarnings("ReferenceEquality") // the sample itself
    private static int index(SerializedLambda made, Object sample) {
        for (int i = 0; i < made.getCapturedArgCount(); i++) {
            if (made.getCapturedArg(i) == sample) {
                return i;
            }
        }
        throw new IllegalStateException("The JDK does not capture what it sorts by in " + made);
    }

    private static String calls(SerializedLambda lambda) {
        return lambda.getImplClass() + "." + lambda.getImplMethodName();
    }

    /** Returns the constant of a serializable lambda; null if the lambda is something else. */
    static @Nullable ComposedComparator of(Object lambda) {
        return lambda instanceof Comparator<?> && lambda.getClass().getClassLoader() == null
                ? BY_CALL.get(calls(LambdaCodec.Description.take(lambda)))
                : null;
    }

    /** Returns the constant of a number on the wire; null if there is none. */
    static @Nullable ComposedComparator coded(int code) {
        int index = code - THEN.code;
        return index < 0 || index >= values().length ? null : values()[index];
    }

    /** Returns the parts of such a comparator. */
    List<Object> partsOf(Object order) {
        SerializedLambda lambda = LambdaCodec.Description.take(order);
        List<Object> taken = new ArrayList<>();
        for (int index : captured) {
            taken.add(lambda.getCapturedArg(index));
        }
        return taken;
    }
}
