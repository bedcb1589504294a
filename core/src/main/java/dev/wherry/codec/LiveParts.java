package dev.wherry.codec;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The objects that an operation on one object visits next, as they are now.
 *
 * @param visits the operations on the first of the objects; the others are hashed
 * @param intoArrays whether an array among them is visited: a container uses its identity, a user's class may do either
 * @param all whether no others are visited: the fields of most JDK classes that are not containers cannot be read
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LiveParts(@Nullable Object[] objects, List<Visit> visits, boolean intoArrays, boolean all) {
    private static final @Nullable Object[] NOTHING = {};
    private static final LiveParts NONE = new LiveParts(NOTHING, List.of(), false, true);
    private static final LiveParts UNSEEN = new LiveParts(NOTHING, List.of(), false, false);

    boolean isEmpty() {
        return objects.length == 0;
    }

    /** Returns the operation on one of the objects. */
    Visit.How how(int index) {
        return index < visits.size() ? visits.get(index).how() : Visit.How.HASHED;
    }

    static LiveParts of(Object object, Visit.How how) {
        if (object instanceof Object[] array) {
            return new LiveParts(array, List.of(), true, true);
        }
        Class<?> type = object.getClass();
        List<Visit> visits = HashedFields.visits(type, how);
        if (visits.isEmpty()) {
            return NONE;
        }
        if (ClassNames.isOfJdk(type)) {
            @Nullable Object @Nullable [] contents = contents(object);
            return contents == null ? UNSEEN : new LiveParts(contents, List.of(), false, true);
        }
        @Nullable Object[] parts = new @Nullable Object[visits.size()];
        boolean extendsJdk = false;
        boolean ofUser = false;
        for (int i = 0; i < parts.length; i++) {
            Field field = visits.get(i).field();
            if (ClassNames.isOfJdk(field.getDeclaringClass())) {
                extendsJdk = true;
            } else {
                ofUser = true;
                parts[i] = value(field, object);
            }
        }
        LiveParts own = new LiveParts(parts, visits, ofUser, !extendsJdk);
        return extendsJdk ? own.with(contents(object)) : own;
    }

    private LiveParts with(@Nullable Object @Nullable [] contents) {
        if (contents == null) {
            return this;
        }
        @Nullable Object[] both = Arrays.copyOf(objects, objects.length + contents.length);
        System.arraycopy(contents, 0, both, objects.length, contents.length);
        return new LiveParts(both, visits, intoArrays, true);
    }

    /**
     * Returns the contents of a container of the JDK, or of a subclass of one. The fields of other JDK classes cannot
     * be read: null.
     */
    private static @Nullable Object @Nullable [] contents(Object object) {
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
            default -> isMeasured(object) ? NOTHING : null;
        };
    }

    /** Returns whether {@link #bytes} knows the length of a value of the JDK. */
    static boolean isMeasured(Object value) {
        return switch (value) {
            case String _, BigInteger _, BigDecimal _, BitSet _ -> true;
            default -> false;
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
            return null; // nor can it hold anything that was received
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Reading what " + field + " holds failed", e);
        }
    }

    /** Returns the number of bytes that hashing an object without such parts visits. */
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
