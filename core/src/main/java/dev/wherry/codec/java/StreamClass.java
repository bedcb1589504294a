package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamConstants;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** A class descriptor as it stands in an object stream, with the class that it was found to mean here. */
final class StreamClass {
    /** How the objects that a class writes after its fields are used when they are read. */
    enum Content {
        PLAIN,
        /** Each one is hashed or compared. */
        KEYS,
        /** Every other one is, from the first. */
        KEYS_AND_VALUES
    }

    private static final ClassValue<Boolean> READS_FIELDS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !declares(type, "readObject", ObjectInputStream.class) || ReadMethods.readFields(type);
        }
    };

    private static final int OBJECT = 16;
    private static final int FIELD = 8;

    private final Class<?> type;
    private final int flags;
    private final int primitiveBytes;
    private final List<String> objectFields;
    private final @Nullable StreamClass parent;
    private @Nullable Boolean hashedByIdentity;
    private long memory;

    StreamClass(Class<?> type, int flags, int primitiveBytes, List<String> objectFields, @Nullable StreamClass parent) {
        this.type = type;
        this.flags = flags;
        this.primitiveBytes = primitiveBytes;
        this.objectFields = objectFields;
        this.parent = parent;
    }

    Class<?> type() {
        return type;
    }

    int primitiveBytes() {
        return primitiveBytes;
    }

    List<String> objectFields() {
        return objectFields;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** From the topmost class down, as their data follow one another. */
    List<StreamClass> parts() {
        if (parent == null) {
            return List.of(this);
        }
        Deque<StreamClass> parts = new ArrayDeque<>();
        for (@Nullable StreamClass part = this; part != null; part = part.parent) {
            parts.addFirst(part);
        }
        return new ArrayList<>(parts);
    }

    /** Whether the fields stand in the stream: a class that reads by itself may leave them out. */
    boolean hasFields() {
        return is(ObjectStreamConstants.SC_SERIALIZABLE) && READS_FIELDS.get(type);
    }

    /** Whether hashing an object visits nothing beyond it. */
    boolean hashesByIdentity() {
        Boolean known = hashedByIdentity;
        if (known == null) {
            known = type.isEnum() || (inheritsHashCode(type) && !mayResolve());
            hashedByIdentity = known;
        }
        return known;
    }

    /** Refuses objects of this class where they cannot stand, but for those in whose place something else is read. */
    void requireFits(Class<?> declared) {
        if (!declared.isAssignableFrom(type) && !StreamTypes.isOurs(type) && !mayResolve()) {
            throw CodecException.malformed("a " + type.getName() + " where a " + declared.getName() + " is declared");
        }
    }

    private boolean mayResolve() {
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            if (declares(part, "readResolve")) {
                return true;
            }
        }
        return false;
    }

    Content content(int firstInt) {
        return switch (type.getName()) {
            case "java.util.HashSet", "java.util.PriorityQueue" -> Content.KEYS;
            case "java.util.HashMap", "java.util.Hashtable", "java.util.concurrent.ConcurrentHashMap" ->
                Content.KEYS_AND_VALUES;
            case "java.util.CollSer" ->
                switch (firstInt & 0xff) {
                    case 2 -> Content.KEYS;
                    case 3 -> Content.KEYS_AND_VALUES;
                    default -> Content.PLAIN;
                };
            default -> Content.PLAIN;
        };
    }

    /** In the stream stands what makes it, which holds its elements. */
    boolean isImmutableCollection() {
        return type.getName().equals("java.util.CollSer");
    }

    boolean isContainer() {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /** Whether keys with one hash are searched one by one, even those that could be ordered. */
    boolean searchesLinearly() {
        return type.getName().equals("java.util.Hashtable") || type.getName().equals("java.util.CollSer");
    }

    /** Whether what it writes after its fields is hashed, and not only compared. */
    boolean hashesKeys() {
        return type != PriorityQueue.class;
    }

    /** Bytes of memory that an object takes at the most, whatever of it the stream holds. */
    long memory() {
        if (memory == 0) {
            memory = OBJECT;
            for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
                for (Field field : part.getDeclaredFields()) {
                    memory += Modifier.isStatic(field.getModifiers()) ? 0 : FIELD;
                }
            }
        }
        return memory;
    }

    private static boolean inheritsHashCode(Class<?> type) {
        for (@Nullable Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            if (part.isRecord() || declares(part, "hashCode")) {
                return false;
            }
        }
        return true;
    }

    private static boolean declares(Class<?> type, String name, Class<?>... parameters) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)
                    && List.of(method.getParameterTypes()).equals(List.of(parameters))) {
                return true;
            }
        }
        return false;
    }
}
