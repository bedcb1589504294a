package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.invoke.SerializedLambda;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What sorts a container: an order of the JDK's own, one that the JDK has made of others, or an object of a class that may
 * travel.
 */
@SuppressWarnings("ReferenceEquality") // the JDK's orders are one object each
final class Comparators {
    private static final int NONE = 0;
    private static final int OTHER = 4;
    private static final int REVERSED = 5;
    private static final int NULLS_FIRST = 6;
    private static final int NULLS_LAST = 7;
    private static final int THEN = 8;

    /** Comparators within one: each comparison asks them all. */
    private static final int MOST = 64;

    private static final Comparator<Comparable<Object>> NATURAL = Comparator.naturalOrder();

    /** Their numbers on the wire begin with 1. */
    private static final List<Comparator<?>> KNOWN =
            List.of(NATURAL, Collections.reverseOrder(), String.CASE_INSENSITIVE_ORDER);

    private static final Class<?> REVERSED_CLASS =
            Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass();
    private static final Class<?> NULLS_CLASS = Comparator.nullsFirst(NATURAL).getClass();

    /** The classes of all that the JDK makes, but of those that are lambdas. */
    static final Set<Class<?>> CLASSES = Set.of(
            NATURAL.getClass(),
            Collections.reverseOrder().getClass(),
            String.CASE_INSENSITIVE_ORDER.getClass(),
            REVERSED_CLASS,
            NULLS_CLASS);

    /** How the JDK describes what {@code thenComparing} returns. */
    private static final class Then {
        static final SerializedLambda SAMPLE = Lambda.take(NATURAL.thenComparing(NATURAL));
    }

    /** What an order is made of. */
    private record Made(int code, List<@Nullable Comparator<?>> of) {}

    private Comparators() {}

    /** Whether a lambda is what {@link Comparator#thenComparing(Comparator)} returns. */
    static boolean isThen(Object lambda) {
        if (!(lambda instanceof Comparator<?>) || lambda.getClass().getClassLoader() != null) {
            return false;
        }
        SerializedLambda taken = Lambda.take(lambda);
        return taken.getImplClass().equals(Then.SAMPLE.getImplClass())
                && taken.getImplMethodName().equals(Then.SAMPLE.getImplMethodName());
    }

    static void write(@Nullable Comparator<?> comparator, Place at, Writer to) {
        write(comparator, MOST, at, to);
    }

    /** @return how many comparators may still be written */
    private static int write(@Nullable Comparator<?> comparator, int most, Place at, Writer to) {
        if (most == 0) {
            throw CodecException.impossible("A comparator that is made of more than " + MOST
                    + " others cannot travel. Write its comparison as a class of its own that implements Comparator");
        }
        Made made = made(comparator);
        to.out.writeByte(made.code);
        int left = most - 1;
        for (Comparator<?> part : made.of) {
            if (made.code == OTHER) {
                writeOther(comparator, at, to);
            } else {
                left = write(part, left, at, to);
            }
        }
        return left;
    }

    private static void writeOther(@Nullable Comparator<?> comparator, Place at, Writer to) {
        try {
            at.forms.place(Comparator.class).write(comparator, to);
        } catch (CodecException e) {
            throw Trail.step(e, ".comparator()");
        }
    }

    private static Made made(@Nullable Comparator<?> comparator) {
        if (comparator == null) {
            return new Made(NONE, List.of());
        }
        for (int i = 0; i < KNOWN.size(); i++) {
            if (KNOWN.get(i) == comparator) {
                return new Made(i + 1, List.of());
            }
        }
        Class<?> type = comparator.getClass();
        if (type == REVERSED_CLASS) {
            return new Made(REVERSED, List.of(Collections.reverseOrder(comparator))); // which is what was reversed
        }
        if (type == NULLS_CLASS) {
            Map<String, @Nullable Object> fields = SerialFields.of(type).take(comparator);
            int code = Boolean.TRUE.equals(fields.get("nullFirst")) ? NULLS_FIRST : NULLS_LAST;
            return new Made(code, Collections.singletonList((Comparator<?>) fields.get("real")));
        }
        if (LambdaForm.is(type) && isThen(comparator)) {
            SerializedLambda then = Lambda.take(comparator);
            return new Made(
                    THEN, List.of((Comparator<?>) then.getCapturedArg(0), (Comparator<?>) then.getCapturedArg(1)));
        }
        return new Made(OTHER, List.of(comparator));
    }

    static @Nullable Comparator<@Nullable Object> read(Place at, Reader from) {
        return read(new int[] {MOST}, at, from);
    }

    @SuppressWarnings("unchecked") // what it compares is only known to the container
    private static @Nullable Comparator<@Nullable Object> read(int[] left, Place at, Reader from) {
        from.charge(1);
        int code = from.in.readByte();
        if (code > THEN || left[0]-- == 0) {
            throw CodecException.malformed("a comparator of kind " + code + ", or of more than " + MOST + " parts");
        }
        if (code == NONE) {
            return null;
        }
        if (code < OTHER) {
            return (Comparator<@Nullable Object>) KNOWN.get(code - 1);
        }
        if (code == OTHER) {
            return (Comparator<@Nullable Object>)
                    at.forms.place(Comparator.class).read(from);
        }
        Comparator<@Nullable Object> of = read(left, at, from);
        return switch (code) {
            case NULLS_FIRST -> Comparator.nullsFirst(of);
            case NULLS_LAST -> Comparator.nullsLast(of);
            case REVERSED -> Collections.reverseOrder(of);
            default -> given(of).thenComparing(given(read(left, at, from)));
        };
    }

    static Comparator<@Nullable Object> given(@Nullable Comparator<@Nullable Object> comparator) {
        if (comparator == null) {
            throw CodecException.malformed("no comparator where there must be one");
        }
        return comparator;
    }
}
