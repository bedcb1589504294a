package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Comparators of sorted containers: those of the JDK, those that the JDK makes of others, and objects of classes that
 * may travel.
 */
@SuppressWarnings("ReferenceEquality") // each of the JDK's comparators is one object
final class Comparators {
    private static final int NONE = 0;
    private static final int OTHER = 4;
    private static final int REVERSED = 5;
    private static final int NULLS_FIRST = 6;
    private static final int NULLS_LAST = 7;

    /** The most comparators inside one. Each comparison calls all of them. */
    private static final int MOST = 64;

    private static final Comparator<Comparable<Object>> NATURAL = Comparator.naturalOrder();

    /** The comparators of the JDK. Their numbers on the wire begin with 1. */
    private static final List<Comparator<?>> KNOWN =
            List.of(NATURAL, Collections.reverseOrder(), String.CASE_INSENSITIVE_ORDER);

    private static final Class<?> REVERSED_CLASS =
            Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass();
    private static final Class<?> NULLS_CLASS = Comparator.nullsFirst(NATURAL).getClass();

    /** The classes of all comparators that the JDK makes, except lambdas. */
    static final Set<Class<?>> CLASSES = Set.of(
            NATURAL.getClass(),
            Collections.reverseOrder().getClass(),
            String.CASE_INSENSITIVE_ORDER.getClass(),
            REVERSED_CLASS,
            NULLS_CLASS);

    /**
     * A comparator, taken apart.
     *
     * @param types the declared class of each part
     */
    private record Made(int code, List<Class<?>> types, List<@Nullable Object> parts) {
        static Made of(int code) {
            return new Made(code, List.of(), List.of());
        }

        static Made of(int code, @Nullable Object comparator) {
            return new Made(code, List.of(Comparator.class), Collections.singletonList(comparator));
        }
    }

    private Comparators() {}

    static void write(@Nullable Comparator<?> comparator, Slot at, Writer to) {
        write(comparator, MOST, at, to);
    }

    /** @return how many comparators may still be written */
    private static int write(@Nullable Comparator<?> comparator, int most, Slot at, Writer to) {
        if (most == 0) {
            throw CodecException.impossible("A comparator that is made of more than " + MOST
                    + " others cannot travel. Write its comparison as a class of its own that implements Comparator");
        }
        Made made = made(comparator);
        to.out.writeByte(made.code);
        int left = most - 1;
        for (int i = 0; i < made.parts.size(); i++) {
            Object part = made.parts.get(i);
            Class<?> type = made.types.get(i);
            if (made.code == OTHER || type != Comparator.class) {
                writeValue(part, type, at, to);
            } else {
                left = write((Comparator<?>) part, left, at, to);
            }
        }
        return left;
    }

    private static void writeValue(@Nullable Object value, Class<?> type, Slot at, Writer to) {
        try {
            if (value != null && !(value instanceof Serializable) && LambdaCodec.is(value.getClass())) {
                throw refusal(value.getClass());
            }
            at.codecs.slot(type).write(value, to);
        } catch (CodecException e) {
            throw ErrorPath.step(e, ".comparator()");
        }
    }

    /** Returns the refusal of a lambda that compares, or that another comparator uses. */
    static CodecException refusal(Class<?> lambda) {
        return CodecException.refused(
                "a comparator that is a lambda (" + lambda.getName() + "), or is made of one,",
                "Sort by what the JDK makes without one (natural or reverse order, String.CASE_INSENSITIVE_ORDER, and"
                        + " reversed, nullsFirst, nullsLast and thenComparing of these); or by an object of a record or"
                        + " enum that implements Comparator, and register it; or pass the sorted elements in an"
                        + " ArrayList or LinkedHashMap, which keep their order. In a task, a serializable lambda may"
                        + " travel: Comparator.comparing((Function<Person, String> & Serializable) Person::name).");
    }

    private static Made made(@Nullable Comparator<?> comparator) {
        if (comparator == null) {
            return Made.of(NONE);
        }
        for (int i = 0; i < KNOWN.size(); i++) {
            if (KNOWN.get(i) == comparator) {
                return Made.of(i + 1);
            }
        }
        Class<?> type = comparator.getClass();
        if (type == REVERSED_CLASS) {
            return Made.of(REVERSED, Collections.reverseOrder(comparator)); // reversing it again returns the original
        }
        if (type == NULLS_CLASS) {
            Map<String, @Nullable Object> fields = SerialFields.of(type).take(comparator);
            return Made.of(Boolean.TRUE.equals(fields.get("nullFirst")) ? NULLS_FIRST : NULLS_LAST, fields.get("real"));
        }
        ComposedComparator composed =
                comparator instanceof Serializable && LambdaCodec.is(type) ? ComposedComparator.of(comparator) : null;
        return composed == null
                ? Made.of(OTHER, comparator)
                : new Made(composed.code, composed.parts, List.copyOf(composed.partsOf(comparator)));
    }

    static @Nullable Comparator<@Nullable Object> read(Slot at, Reader from) {
        return read(new int[] {MOST}, at, from);
    }

    @SuppressWarnings("unchecked") // only the container knows what it compares
    private static @Nullable Comparator<@Nullable Object> read(int[] left, Slot at, Reader from) {
        from.charge(1);
        int code = from.in.readByte();
        ComposedComparator composed = code > NULLS_LAST ? ComposedComparator.coded(code) : null;
        if ((code > NULLS_LAST && composed == null) || left[0]-- == 0) {
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
                    at.codecs.slot(Comparator.class).read(from);
        }
        if (composed != null) {
            return (Comparator<@Nullable Object>) composed.of(parts(composed, left, at, from));
        }
        Comparator<@Nullable Object> of = read(left, at, from);
        return switch (code) {
            case NULLS_FIRST -> Comparator.nullsFirst(of);
            case NULLS_LAST -> Comparator.nullsLast(of);
            default -> Collections.reverseOrder(of);
        };
    }

    private static Object[] parts(ComposedComparator composed, int[] left, Slot at, Reader from) {
        Object[] parts = new Object[composed.parts.size()];
        for (int i = 0; i < parts.length; i++) {
            Class<?> type = composed.parts.get(i);
            Object part = type == Comparator.class
                    ? read(left, at, from)
                    : at.codecs.slot(type).read(from);
            if (part == null) {
                throw CodecException.malformed("null in a comparator of kind " + composed.code);
            }
            parts[i] = part;
        }
        return parts;
    }

    static Comparator<@Nullable Object> given(@Nullable Comparator<@Nullable Object> comparator) {
        if (comparator == null) {
            throw CodecException.malformed("no comparator where there must be one");
        }
        return comparator;
    }

    /** Comparators as values. They are written as in a sorted container. */
    static final class ComparatorCodec extends BuiltInCodec {
        ComparatorCodec() {
            super(Comparator.class, false, false, false);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            Comparators.write((Comparator<?>) value, at, to);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            return Comparators.given(Comparators.read(at, from));
        }
    }
}
