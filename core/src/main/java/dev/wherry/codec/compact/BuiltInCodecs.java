package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import java.lang.reflect.Modifier;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The table of all built-in codecs. Their numbers are part of the wire format. Their classes are never loaded by name.
 * Other values of the JDK travel in their serial form, see {@link SerialFormCodec}.
 */
final class BuiltInCodecs {
    private static final BuiltInCodec OBJECTS = new ArrayCodecs.Objects();
    private static final int OBJECTS_AT = 17;

    static {
        OBJECTS.ordinal(OBJECTS_AT);
    }

    private static final BuiltInCodec.Part BOXES = new BuiltInCodec.Part(
            0,
            List.of(
                    new ScalarCodecs.Box(String.class, FieldKind.TEXT),
                    new ScalarCodecs.Box(Boolean.class, FieldKind.BOOLEAN),
                    new ScalarCodecs.Box(Byte.class, FieldKind.BYTE),
                    new ScalarCodecs.Box(Short.class, FieldKind.SHORT),
                    new ScalarCodecs.Box(Character.class, FieldKind.CHAR),
                    new ScalarCodecs.Box(Integer.class, FieldKind.INT),
                    new ScalarCodecs.Box(Long.class, FieldKind.LONG),
                    new ScalarCodecs.Box(Float.class, FieldKind.FLOAT),
                    new ScalarCodecs.Box(Double.class, FieldKind.DOUBLE)),
            Map.of());

    private static final class Others {
        static final int FIRST = 72;
        static final BuiltInCodec COMPARATOR = new Comparators.ComparatorCodec();
        static final BuiltInCodec.Part PART = part();

        private static BuiltInCodec.Part part() {
            List<BuiltInCodec> codecs = new ArrayList<>(ScalarCodecs.others());
            codecs.add(COMPARATOR);
            Map<Class<?>, BuiltInCodec> comparators = new HashMap<>();
            for (Class<?> type : Comparators.CLASSES) {
                comparators.put(type, COMPARATOR);
            }
            return new BuiltInCodec.Part(FIRST, codecs, comparators);
        }
    }

    private BuiltInCodecs() {}

    static BuiltInCodec at(int ordinal) {
        if (ordinal == OBJECTS_AT) {
            return OBJECTS;
        }
        BuiltInCodec.Part part = partAt(ordinal);
        int index = ordinal - part.first;
        if (index >= part.codecs.size()) {
            throw CodecException.malformed("built-in class " + ordinal);
        }
        return part.codecs.get(index);
    }

    private static BuiltInCodec.Part partAt(int ordinal) {
        if (ordinal < ArrayCodecs.FIRST) {
            return BOXES;
        }
        if (ordinal < OBJECTS_AT) {
            return ArrayCodecs.PART;
        }
        if (ordinal < TimeCodecs.FIRST) {
            return ContainerType.PART;
        }
        return ordinal < Others.FIRST ? TimeCodecs.PART : Others.PART;
    }

    /** Returns the codec of values of exactly this class; null if it is not a built-in one. */
    static @Nullable BuiltInCodec of(Class<?> type) {
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? ArrayCodecs.PART.of(type) : OBJECTS;
        }
        // All built-in classes are of the boot loader, and none is an exception. Object is the most frequent declared
        // type.
        if (type.getClassLoader() != null || type == Object.class || Throwable.class.isAssignableFrom(type)) {
            return null;
        }
        BuiltInCodec box = BOXES.of(type);
        if (box != null) {
            return box;
        }
        if (mayHold(type)) {
            return ContainerType.PART.of(EnumSet.class.isAssignableFrom(type) ? EnumSet.class : type);
        }
        if (isTime(type)) {
            BuiltInCodec time = TimeCodecs.PART.of(type);
            return time == null && ZoneId.class.isAssignableFrom(type) ? TimeCodecs.PART.of(ZoneId.class) : time;
        }
        return type.isInterface() ? null : Others.PART.of(type);
    }

    /** Returns whether a class of the JDK could be one of {@link ContainerType}. */
    private static boolean mayHold(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type)
                || type == Optional.class
                || type == AtomicReference.class;
    }

    private static boolean isTime(Class<?> type) {
        return type.getPackageName().equals("java.time");
    }

    static BuiltInCodec comparator() {
        return Others.COMPARATOR;
    }

    /**
     * Returns the codec that stands in for other implementations of the JDK's collection interfaces; null if the class
     * is not one.
     */
    static @Nullable BuiltInCodec standIn(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            if (Set.class.isAssignableFrom(type)) {
                return SortedSet.class.isAssignableFrom(type)
                        ? ContainerType.TREE_SET.codec()
                        : ContainerType.LINKED_SET.codec();
            }
            if (BlockingQueue.class.isAssignableFrom(type)) {
                return ContainerType.BLOCKING_QUEUE.codec();
            }
            return Queue.class.isAssignableFrom(type) && !List.class.isAssignableFrom(type)
                    ? ContainerType.LINKED_LIST.codec()
                    : ContainerType.ARRAY_LIST.codec();
        }
        if (Map.class.isAssignableFrom(type)) {
            return SortedMap.class.isAssignableFrom(type)
                    ? ContainerType.TREE_MAP.codec()
                    : ContainerType.LINKED_MAP.codec();
        }
        return Map.Entry.class.isAssignableFrom(type) ? ContainerType.ENTRY.codec() : null;
    }

    /** Returns the codec of the nearest JDK superclass of a class of the program; null if that is not a container. */
    static @Nullable BuiltInCodec inherited(Class<?> type) {
        Class<?> parent = type;
        while (parent != null && parent.getClassLoader() != null) {
            parent = parent.getSuperclass();
        }
        return parent == type || parent == null || !mayHold(parent) ? null : of(parent);
    }

    /**
     * Returns the number of kinds of values that a declared JDK class holds: none, elements, or keys and values. It is
     * -1 for all other classes.
     */
    static int parts(Class<?> declared) {
        if (Collection.class.isAssignableFrom(declared) || declared == Iterable.class) {
            return 1;
        }
        if (Map.class.isAssignableFrom(declared)) {
            return 2;
        }
        if (isTime(declared) && Modifier.isFinal(declared.getModifiers())) {
            return 0; // known without making the codecs
        }
        BuiltInCodec codec = of(declared);
        if (codec == null) {
            return -1;
        }
        return codec.nests ? declared.getTypeParameters().length : 0;
    }
}
