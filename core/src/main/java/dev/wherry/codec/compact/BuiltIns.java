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
 * The JDK's values that have a form of ours, each by its ordinal here, which is part of the wire. They are never loaded by
 * name. The JDK's other values travel in their serial form, {@link OwnForm}.
 */
final class BuiltIns {
    private static final BuiltIn OBJECTS = new ObjectArrayForm();
    private static final int OBJECTS_AT = 17;

    static {
        OBJECTS.ordinal(OBJECTS_AT);
    }

    /** Forms that follow one another on the wire. Each part is made when it is first met: all take 80 ms of a new JVM. */
    static final class Part {
        private final int first;
        private final List<BuiltIn> forms;
        private final Map<Class<?>, BuiltIn> byClass = new HashMap<>();

        /** @param unnamed classes that one of the forms is for, beside its own */
        Part(int first, List<BuiltIn> forms, Map<Class<?>, BuiltIn> unnamed) {
            this.first = first;
            this.forms = forms;
            for (int i = 0; i < forms.size(); i++) {
                forms.get(i).ordinal(first + i);
                byClass.putIfAbsent(forms.get(i).type, forms.get(i));
            }
            byClass.keySet().removeAll(List.of(List.class, Set.class, Map.class, Collection.class));
            byClass.putAll(unnamed);
        }

        private @Nullable BuiltIn of(Class<?> type) {
            return byClass.get(type);
        }
    }

    private static final Part BOXES = new Part(
            0,
            List.of(
                    new Boxed(String.class, Kind.TEXT),
                    new Boxed(Boolean.class, Kind.BOOLEAN),
                    new Boxed(Byte.class, Kind.BYTE),
                    new Boxed(Short.class, Kind.SHORT),
                    new Boxed(Character.class, Kind.CHAR),
                    new Boxed(Integer.class, Kind.INT),
                    new Boxed(Long.class, Kind.LONG),
                    new Boxed(Float.class, Kind.FLOAT),
                    new Boxed(Double.class, Kind.DOUBLE)),
            Map.of());

    private static final class Others {
        static final int FIRST = 72;
        static final BuiltIn COMPARATOR = new ComparatorForm();
        static final Part PART = part();

        private static Part part() {
            List<BuiltIn> forms = new ArrayList<>(Scalars.others());
            forms.add(COMPARATOR);
            Map<Class<?>, BuiltIn> comparators = new HashMap<>();
            for (Class<?> type : Comparators.CLASSES) {
                comparators.put(type, COMPARATOR);
            }
            return new Part(FIRST, forms, comparators);
        }
    }

    private BuiltIns() {}

    static BuiltIn at(int ordinal) {
        if (ordinal == OBJECTS_AT) {
            return OBJECTS;
        }
        Part part = partAt(ordinal);
        int index = ordinal - part.first;
        if (index >= part.forms.size()) {
            throw CodecException.malformed("built-in class " + ordinal);
        }
        return part.forms.get(index);
    }

    private static Part partAt(int ordinal) {
        if (ordinal < PrimitiveArrays.FIRST) {
            return BOXES;
        }
        if (ordinal < OBJECTS_AT) {
            return PrimitiveArrays.PART;
        }
        if (ordinal < TimeValues.FIRST) {
            return Container.PART;
        }
        return ordinal < Others.FIRST ? TimeValues.PART : Others.PART;
    }

    /** The form of values of exactly this class, if it is one of these or an array. */
    static @Nullable BuiltIn of(Class<?> type) {
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? PrimitiveArrays.PART.of(type) : OBJECTS;
        }
        // All are of the JDK's own loader, and no exceptions; what is declared as Object is asked for everywhere.
        if (type.getClassLoader() != null || type == Object.class || Throwable.class.isAssignableFrom(type)) {
            return null;
        }
        BuiltIn box = BOXES.of(type);
        if (box != null) {
            return box;
        }
        if (mayHold(type)) {
            return Container.PART.of(EnumSet.class.isAssignableFrom(type) ? EnumSet.class : type);
        }
        if (isTime(type)) {
            BuiltIn time = TimeValues.PART.of(type);
            return time == null && ZoneId.class.isAssignableFrom(type) ? TimeValues.PART.of(ZoneId.class) : time;
        }
        return type.isInterface() ? null : Others.PART.of(type);
    }

    /** Whether a class of the JDK could be one of {@link Container}. */
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

    static BuiltIn comparator() {
        return Others.COMPARATOR;
    }

    /** The form that stands in for other implementations of the JDK's interfaces; null if this is none. */
    static @Nullable BuiltIn standIn(Class<?> type) {
        if (Collection.class.isAssignableFrom(type)) {
            if (Set.class.isAssignableFrom(type)) {
                return SortedSet.class.isAssignableFrom(type) ? Container.TREE_SET.form() : Container.LINKED_SET.form();
            }
            if (BlockingQueue.class.isAssignableFrom(type)) {
                return Container.BLOCKING_QUEUE.form();
            }
            return Queue.class.isAssignableFrom(type) && !List.class.isAssignableFrom(type)
                    ? Container.LINKED_LIST.form()
                    : Container.ARRAY_LIST.form();
        }
        if (Map.class.isAssignableFrom(type)) {
            return SortedMap.class.isAssignableFrom(type) ? Container.TREE_MAP.form() : Container.LINKED_MAP.form();
        }
        return Map.Entry.class.isAssignableFrom(type) ? Container.ENTRY.form() : null;
    }

    /** The form of the nearest superclass of the JDK, for a class of a user's own; null if that is none of these. */
    static @Nullable BuiltIn inherited(Class<?> type) {
        Class<?> parent = type;
        while (parent != null && parent.getClassLoader() != null) {
            parent = parent.getSuperclass();
        }
        return parent == type || parent == null || !mayHold(parent) ? null : of(parent);
    }

    /** How many values a JDK value declared so holds: none, elements, or keys and values; -1 if it is none of these. */
    static int parts(Class<?> declared) {
        if (Collection.class.isAssignableFrom(declared) || declared == Iterable.class) {
            return 1;
        }
        if (Map.class.isAssignableFrom(declared)) {
            return 2;
        }
        if (isTime(declared) && Modifier.isFinal(declared.getModifiers())) {
            return 0; // told without making their forms
        }
        BuiltIn form = of(declared);
        if (form == null) {
            return -1;
        }
        return form.nests ? declared.getTypeParameters().length : 0;
    }
}
