package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's values that travel without being asked for, each by its ordinal here, which is part of the wire. They are
 * never loaded by name. {@code URL} (its hashCode asks the DNS), {@code Class}, {@code File}, {@code Path} and
 * {@code InetAddress} are left out on purpose: a text or a {@code URI} says the same and does nothing by itself.
 */
final class BuiltIns {
    private static final List<BuiltIn> ALL = new ArrayList<>();
    private static final Map<Class<?>, BuiltIn> BY_CLASS = new HashMap<>();
    private static final BuiltIn OBJECTS = new ObjectArrayForm();

    static {
        ALL.addAll(Scalars.boxes());
        ALL.addAll(PrimitiveArrays.all());
        ALL.add(OBJECTS);
        ALL.addAll(Containers.all());
        ALL.addAll(TimeValues.all());
        ALL.addAll(Scalars.others());
        for (int i = 0; i < ALL.size(); i++) {
            ALL.get(i).ordinal(i);
            BY_CLASS.putIfAbsent(ALL.get(i).type, ALL.get(i));
        }
        BY_CLASS.keySet().removeAll(List.of(List.class, Set.class, Map.class, Collection.class));
        BY_CLASS.putAll(Containers.unnamed());
    }

    private BuiltIns() {}

    static BuiltIn at(int ordinal) {
        if (ordinal >= ALL.size()) {
            throw CodecException.malformed("built-in class " + ordinal);
        }
        return ALL.get(ordinal);
    }

    /** The form of values of exactly this class, if it is one of these or an array. */
    static @Nullable BuiltIn of(Class<?> type) {
        BuiltIn form = BY_CLASS.get(type);
        if (form != null) {
            return form;
        }
        if (type.isArray()) {
            return OBJECTS;
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return BY_CLASS.get(EnumSet.class);
        }
        return ZoneId.class.isAssignableFrom(type) ? BY_CLASS.get(ZoneId.class) : null;
    }

    /** The form that stands in for other implementations of the JDK's interfaces; null if this is none. */
    static @Nullable BuiltIn standIn(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            if (Set.class.isAssignableFrom(type)) {
                return SortedSet.class.isAssignableFrom(type) ? Containers.TREE_SET : Containers.LINKED_SET;
            }
            return Queue.class.isAssignableFrom(type) && !List.class.isAssignableFrom(type)
                    ? Containers.LINKED_LIST
                    : Containers.ARRAY_LIST;
        }
        if (Map.class.isAssignableFrom(type)) {
            return SortedMap.class.isAssignableFrom(type) ? Containers.TREE_MAP : Containers.LINKED_MAP;
        }
        return Map.Entry.class.isAssignableFrom(type) ? Containers.ENTRY : null;
    }

    /** How many values a JDK value declared so holds: none, elements, or keys and values; -1 if it is none of these. */
    static int parts(Class<?> declared) {
        if (Collection.class.isAssignableFrom(declared) || declared == Iterable.class) {
            return 1;
        }
        if (Map.class.isAssignableFrom(declared)) {
            return 2;
        }
        BuiltIn form = BY_CLASS.get(declared);
        if (form == null) {
            return -1;
        }
        return form.nests ? declared.getTypeParameters().length : 0;
    }
}
