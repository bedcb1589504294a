package dev.wherry.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The objects that an operation on one object visits next, as they are now.
 *
 * @param how what is done with each
 * @param intoArrays whether an array among them is visited: a container takes it by its identity, a user's class may do either
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LiveParts(@Nullable Object[] objects, List<Visit.How> how, boolean intoArrays) {
    private static final LiveParts NONE = new LiveParts(new @Nullable Object[0], List.of(), false);

    boolean isEmpty() {
        return objects.length == 0;
    }

    static LiveParts of(Object object, Visit.How how) {
        if (object instanceof Object[] array) {
            return hashed(array, true);
        }
        List<Visit> visits = HashedFields.visits(object.getClass(), how);
        if (visits.isEmpty()) {
            return NONE;
        }
        List<@Nullable Object> parts = new ArrayList<>();
        List<Visit.How> each = new ArrayList<>();
        boolean ofJdk = false;
        for (Visit visit : visits) {
            if (ClassNames.isOfJdk(visit.field().getDeclaringClass())) {
                ofJdk = true;
            } else {
                parts.add(value(visit.field(), object));
                each.add(visit.how());
            }
        }
        @Nullable Object[] contents = ofJdk ? contents(object) : NONE.objects;
        if (parts.isEmpty()) {
            return hashed(contents, false);
        }
        Collections.addAll(parts, contents);
        each.addAll(Collections.nCopies(contents.length, Visit.How.HASHED));
        return new LiveParts(parts.toArray(), each, true);
    }

    private static LiveParts hashed(@Nullable Object[] objects, boolean intoArrays) {
        return new LiveParts(objects, Collections.nCopies(objects.length, Visit.How.HASHED), intoArrays);
    }

    /** What is in a container of the JDK, or in a subclass of one: its fields cannot be read. */
    private static @Nullable Object[] contents(Object object) {
        return switch (object) {
            case Map<?, ?> map -> Snapshot.of(map);
            case Collection<?> collection -> Snapshot.of(collection);
            case Map.Entry<?, ?> entry -> new @Nullable Object[] {entry.getKey(), entry.getValue()};
            case Optional<?> some -> new @Nullable Object[] {some.orElse(null)};
            case AtomicReference<?> holder -> new @Nullable Object[] {holder.get()};
            case Throwable thrown -> {
                Throwable[] suppressed = thrown.getSuppressed();
                @Nullable Object[] linked = Arrays.copyOf(suppressed, suppressed.length + 1, Object[].class);
                linked[suppressed.length] = thrown.getCause();
                yield linked;
            }
            default -> NONE.objects;
        };
    }

    private static @Nullable Object value(Field field, Object object) {
        try {
            if (field.trySetAccessible()) {
                return field.get(object);
            }
            if (field.getDeclaringClass().isRecord()) {
                for (RecordComponent each : field.getDeclaringClass().getRecordComponents()) {
                    if (each.getName().equals(field.getName())) {
                        return each.getAccessor().invoke(object);
                    }
                }
            }
            return null; // nothing that was received can be in it either
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Reading what " + field + " holds failed", e);
        }
    }

    /** How many bytes hashing an object without such parts visits. */
    static long bytes(Object leaf) {
        return switch (leaf) {
            case String text -> 1 + text.length();
            case BigInteger number -> 1 + number.bitLength() / Byte.SIZE;
            case BigDecimal number -> 1 + number.unscaledValue().bitLength() / Byte.SIZE;
            case BitSet bits -> 1 + bits.size() / Byte.SIZE;
            case byte[] bytes -> 1 + bytes.length;
            default -> leaf.getClass().isArray() ? 1 + (long) Long.BYTES * Array.getLength(leaf) : 1;
        };
    }
}
