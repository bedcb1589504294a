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
 * An order that a method of the JDK's makes of functions and of other comparators: a lambda of the JDK's own, which is known by
 * what it calls, and made again by calling the same method. Each has a number on the wire.
 */
@SuppressWarnings({"unchecked", "ImmutableEnumChecker"
}) // what it compares is only known to the container; nothing is changed
enum ComposedComparator {
    THEN(8, Comparator.class, Comparator.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return comparator(parts[0]).thenComparing(comparator(parts[1]));
        }
    },
    COMPARING(9, Function.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return Comparator.comparing((Function<Object, Comparable<Object>>) parts[0]);
        }
    },
    COMPARING_BY(10, Function.class, Comparator.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return Comparator.comparing((Function<Object, Object>) parts[0], comparator(parts[1]));
        }
    },
    COMPARING_INT(11, ToIntFunction.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return Comparator.comparingInt((ToIntFunction<Object>) parts[0]);
        }
    },
    COMPARING_LONG(12, ToLongFunction.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return Comparator.comparingLong((ToLongFunction<Object>) parts[0]);
        }
    },
    COMPARING_DOUBLE(13, ToDoubleFunction.class) {
        @Override
        Comparator<Object> of(Object[] parts) {
            return Comparator.comparingDouble((ToDoubleFunction<Object>) parts[0]);
        }
    },
    KEY(14) {
        @Override
        Comparator<?> of(Object[] parts) {
            return Map.Entry.<Comparable<Object>, Object>comparingByKey();
        }
    },
    KEY_BY(15, Comparator.class) {
        @Override
        Comparator<?> of(Object[] parts) {
            return Map.Entry.comparingByKey(comparator(parts[0]));
        }
    },
    VALUE(16) {
        @Override
        Comparator<?> of(Object[] parts) {
            return Map.Entry.<Object, Comparable<Object>>comparingByValue();
        }
    },
    VALUE_BY(17, Comparator.class) {
        @Override
        Comparator<?> of(Object[] parts) {
            return Map.Entry.comparingByValue(comparator(parts[0]));
        }
    };

    private static final Map<String, ComposedComparator> BY_CALL = new HashMap<>();

    static {
        for (ComposedComparator each : values()) {
            BY_CALL.put(each.calls, each);
        }
    }

    final int code;
    final List<Class<?>> parts;
    /** What such a lambda calls. */
    private final String calls;
    /** Where it has captured each part. */
    private final int[] captured;

    ComposedComparator(int code, Class<?>... parts) {
        this.code = code;
        this.parts = List.of(parts);
        Object[] samples = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            samples[i] = sample(parts[i], i);
        }
        SerializedLambda made = LambdaCodec.Description.take(of(samples));
        calls = calls(made);
        captured = Arrays.stream(samples).mapToInt(each -> index(made, each)).toArray();
    }

    /** The order by these parts. */
    abstract Comparator<?> of(Object[] parts);

    private static Comparator<Object> comparator(Object part) {
        return (Comparator<Object>) part;
    }

    /** Differs for each of the parts of one order. */
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

    /** What a serializable lambda is; null if it is another one than these. */
    static @Nullable ComposedComparator of(Object lambda) {
        return lambda instanceof Comparator<?> && lambda.getClass().getClassLoader() == null
                ? BY_CALL.get(calls(LambdaCodec.Description.take(lambda)))
                : null;
    }

    /** The one of a number on the wire; null if there is none. */
    static @Nullable ComposedComparator coded(int code) {
        int index = code - THEN.code;
        return index < 0 || index >= values().length ? null : values()[index];
    }

    /** What such an order is made of. */
    List<Object> partsOf(Object order) {
        SerializedLambda lambda = LambdaCodec.Description.take(order);
        List<Object> taken = new ArrayList<>();
        for (int index : captured) {
            taken.add(lambda.getCapturedArg(index));
        }
        return taken;
    }
}
