package dev.wherry.dds.state;

import dev.wherry.Limits;
import dev.wherry.dds.cdr.CdrCodec;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.KeyCodec;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.KeyTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The type of a state's values, with its codecs and the order of its keys. Immutable; for any thread. */
final class StateType<V> {
    /** The second byte of the encapsulation header from which it is XCDR2. */
    private static final int FIRST_XCDR2 = 6;

    private final Class<V> type;
    private final List<JavaType.Member> keyMembers;
    private final CdrCodec values;
    private final KeyCodec keys;

    /** @throws IllegalArgumentException if values of the class cannot be sent, or have no key that has an order */
    StateType(Class<V> type) {
        this.type = type;
        JavaType found;
        try {
            found = new JavaTypes().of(type);
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be the type of a shared state: " + e.getMessage(), e);
        }
        if (!(found instanceof JavaType.Members members) || !KeyTypes.hasKey(members)) {
            throw new IllegalArgumentException(
                    type.getName()
                            + " cannot be the type of a shared state: it must be a record or a class with a member that is a @Key");
        }
        keyMembers = KeyTypes.of(members).members();
        keyMembers.forEach(this::checkOrder);
        values = new CdrCodec(members);
        keys = new KeyCodec(members);
    }

    private void checkOrder(JavaType.Member member) {
        if (member.type() instanceof JavaType.Members nested && KeyTypes.hasKey(nested)) {
            nested.members().forEach(this::checkOrder);
        } else if (!Comparable.class.isAssignableFrom(classOf(member.type()))) {
            throw new IllegalArgumentException("The key '" + member.name() + "' of " + type.getName()
                    + " has no order: it must be a number, a text or another Comparable");
        }
    }

    private static Class<?> classOf(JavaType type) {
        return switch (type) {
            case JavaType.Plain plain -> plain.type();
            case JavaType.Constants constants -> constants.type();
            case JavaType.Converted converted -> converted.type();
            default -> Object.class;
        };
    }

    DataType.Structure dataType() {
        return (DataType.Structure) values.dataType();
    }

    /** Orders keys of this type. A tree of them cannot be slowed down by keys of one hash. */
    @SuppressWarnings("unchecked") // the constructor has checked that the parts are comparable
    static int compare(List<?> one, List<?> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            Object part = one.get(i);
            int order = part instanceof List<?> nested
                    ? compare(nested, (List<?>) other.get(i))
                    : ((Comparable<Object>) part).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    /**
     * Returns the key of these parts.
     *
     * @throws IllegalArgumentException if they are of other classes than the members
     */
    List<?> key(Object... parts) {
        boolean fits = parts.length == keyMembers.size();
        for (int i = 0; fits && i < parts.length; i++) {
            fits = keyMembers.get(i).type() instanceof JavaType.Members
                    ? parts[i] instanceof List<?>
                    : classOf(keyMembers.get(i).type()).isInstance(parts[i]);
        }
        if (!fits) {
            throw new IllegalArgumentException(Arrays.toString(parts) + " is not a key of " + type.getName()
                    + ", which is "
                    + keyMembers.stream()
                            .map(each -> classOf(each.type()).getSimpleName() + " " + each.name())
                            .collect(Collectors.joining(", ")));
        }
        return List.of(parts);
    }

    List<?> keyOf(V value) {
        return keys.of(value);
    }

    /** @throws IllegalArgumentException if the value has a part that cannot be sent */
    Version<V> version(V value, long nanos) {
        try {
            return new Version<>(keys.of(value), value, values.encode(value, Representation.XCDR2), nanos);
        } catch (CdrException e) {
            throw new IllegalArgumentException("The value cannot be sent: " + e.getMessage(), e);
        }
    }

    /** @param last the value that is removed */
    Version<V> removal(V last, long nanos) {
        CdrWriter key = new CdrWriter();
        keys.write(last, Representation.XCDR2, key);
        return new Version<>(keys.of(last), null, key.toBytes(), nanos);
    }

    /** @throws CdrException if the payload is not a value, or takes more than the usual limits */
    Version<V> readVersion(byte[] payload, int offset, int length, long nanos) {
        byte[] copy = Arrays.copyOfRange(payload, offset, offset + length);
        V value = type.cast(values.decode(copy, CdrLimits.of(length, Limits.defaults())));
        return copy[1] >= FIRST_XCDR2 ? new Version<>(keys.of(value), value, copy, nanos) : version(value, nanos);
    }

    /** @throws CdrException if the payload is not a key */
    Version<V> readRemoval(byte[] payload, int offset, int length, long nanos) {
        byte[] copy = Arrays.copyOfRange(payload, offset, offset + length);
        CdrReader reader = new CdrReader(copy, length, CdrLimits.of(length, Limits.defaults()));
        return new Version<>(keys.read(reader), null, copy, nanos);
    }
}
