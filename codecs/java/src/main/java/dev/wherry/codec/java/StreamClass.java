package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.SC_BLOCK_DATA;
import static java.io.ObjectStreamConstants.SC_ENUM;
import static java.io.ObjectStreamConstants.SC_EXTERNALIZABLE;
import static java.io.ObjectStreamConstants.SC_SERIALIZABLE;
import static java.io.ObjectStreamConstants.SC_WRITE_METHOD;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.HashedFields;
import dev.wherry.codec.KeyCosts.Search;
import dev.wherry.codec.Visit;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import org.jspecify.annotations.Nullable;

/** A class descriptor as it stands in an object stream, with the class that it was found to mean here. */
final class StreamClass {
    /** How the objects that a class writes after its fields are used when they are read. */
    enum Content {
        PLAIN,
        /** Each one is hashed or compared. */
        KEYS,
        /** Every other one is, from the first. */
        KEYS_AND_VALUES,
        /** None is, but each is compared with all when the container is that of a set, and compared. */
        ELEMENTS
    }

    /** How a class reads its part of an object. */
    private enum Reads {
        /** Nothing: its fields are read as they stand. */
        BY_DEFAULT,
        /** Its method {@code readObject} asks for the fields. */
        FIELDS_ITSELF,
        /** Its method {@code readObject} does not, so they do not stand in the stream. */
        NO_FIELDS
    }

    private static final ClassValue<Reads> READS = new ClassValue<>() {
        @Override
        protected Reads computeValue(Class<?> type) {
            if (type.isRecord() || !hasReadObject(type)) {
                return Reads.BY_DEFAULT;
            }
            return ReadMethods.readFields(type) ? Reads.FIELDS_ITSELF : Reads.NO_FIELDS;
        }
    };

    private static final ClassValue<Boolean> RESOLVES = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
                if (declares(part, "readResolve")) {
                    return true;
                }
            }
            return false;
        }
    };

    private static final ClassValue<Boolean> IDENTITY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return type.isEnum() || (inheritsHashCode(type) && !RESOLVES.get(type));
        }
    };

    private static final Set<String> SORTED =
            Set.of("java.util.TreeMap", "java.util.PriorityQueue", "java.util.concurrent.ConcurrentSkipListMap");

    private static final String SAME_VERSION = "Bring both sides to the same version of it";
    static final int OBJECT = 16;
    private static final int FIELD = 8;

    private final Class<?> type;
    private final int flags;
    private final int primitiveBytes;
    private final @Nullable String firstPrimitive;
    private final List<String> objectFields;
    private final @Nullable StreamClass parent;
    private final boolean checked;
    private final boolean valueOfJdk;
    private @Nullable Boolean askedForParts;
    private final Map<Visit.How, List<List<Visit.How>>> visits = new HashMap<>();
    private @Nullable VisitedParts visited;
    private @Nullable List<Class<?>> declared;
    private long memory;

    /** @param firstPrimitive the name of the first field that is a primitive; null if there is none */
    StreamClass(
            Class<?> type,
            int flags,
            int primitiveBytes,
            @Nullable String firstPrimitive,
            List<String> objectFields,
            @Nullable StreamClass parent) {
        this.type = type;
        this.flags = flags;
        this.primitiveBytes = primitiveBytes;
        this.firstPrimitive = firstPrimitive;
        this.objectFields = objectFields;
        this.parent = parent;
        checked = CheckedForms.concerns(type);
        boolean holdsOthers =
                isContainer() || (type.isArray() && !type.getComponentType().isPrimitive());
        valueOfJdk = ClassNames.isOfJdk(type) && !holdsOthers;
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

    /** Returns the declared types of the {@link #objectFields} here; Object for fields that are not here. */
    List<Class<?>> declared() {
        if (declared == null) {
            ObjectStreamClass here = ObjectStreamClass.lookupAny(type);
            List<Class<?>> types = new ArrayList<>(objectFields.size());
            for (String field : objectFields) {
                ObjectStreamField found = here.getField(field);
                types.add(found == null || found.isPrimitive() ? Object.class : found.getType());
            }
            declared = types;
        }
        return declared;
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

    /**
     * Checks that the object stream will read what is described as it is described: it decides by the class that is here.
     * It would skip the data of a superclass that the class does not have, by rules of its own.
     */
    void checkForm() {
        boolean external = Externalizable.class.isAssignableFrom(type);
        boolean serial = !external && Serializable.class.isAssignableFrom(type);
        boolean same = is(SC_EXTERNALIZABLE) == external
                && is(SC_BLOCK_DATA) == external
                && is(SC_SERIALIZABLE) == serial
                && is(SC_ENUM) == Enum.class.isAssignableFrom(type)
                && !(is(SC_WRITE_METHOD) && (!serial || type.isRecord()));
        if (!same) {
            throw CodecException.impossible("The peer's " + type.getName()
                    + " is serialized in another way than the class of that name here. " + SAME_VERSION);
        }
        if (parent != null && !isSuperclass(parent.type)) {
            throw CodecException.impossible("The peer's " + type.getName() + " extends " + parent.type.getName()
                    + ", the class of that name here does not. " + SAME_VERSION);
        }
    }

    private boolean isSuperclass(Class<?> candidate) {
        for (@Nullable Class<?> each = type.getSuperclass(); each != null; each = each.getSuperclass()) {
            if (each == candidate) {
                return Serializable.class.isAssignableFrom(candidate);
            }
        }
        return false;
    }

    /**
     * Returns whether the fields are in the stream. A class with a readObject method may leave them out. If there are none, the
     * method may read them or not.
     *
     * @throws CodecException if it reads nothing of what the stream has
     */
    boolean hasFields() {
        if (READS.get(type) == Reads.NO_FIELDS && !isEmpty() && !is(SC_WRITE_METHOD)) {
            throw CodecException.malformed("fields of " + type.getName() + ", which does not read them");
        }
        return is(SC_SERIALIZABLE) && (isEmpty() || READS.get(type) != Reads.NO_FIELDS);
    }

    /** Whether the class has a method that reads its part. */
    boolean readsItself() {
        return READS.get(type) != Reads.BY_DEFAULT;
    }

    /** Whether reading an object of a class runs code of it: to read it, or to find what is read in its place. */
    static boolean runsCode(Class<?> type) {
        return READS.get(type) != Reads.BY_DEFAULT || RESOLVES.get(type);
    }

    /** Whether its fields are checked, see {@link CheckedForms}. */
    boolean isChecked() {
        return checked;
    }

    /** Whether it has no fields. */
    boolean isEmpty() {
        return primitiveBytes == 0 && objectFields.isEmpty();
    }

    /** Whether nobody can choose the hash code of an object. */
    boolean hashesByIdentity() {
        return IDENTITY.get(type);
    }

    /** Returns the parts of an object that hashing it visits. */
    VisitedParts visited() {
        VisitedParts known = visited;
        if (known == null) {
            known = VisitedParts.of(this);
            visited = known;
        }
        return known;
    }

    /** Whether the parts of an object are kept, of which other objects may hash some. */
    boolean isAskedForParts() {
        if (askedForParts == null) {
            boolean single = type.isArray() || type.isEnum() || mayResolve() || StreamTypes.isOurs(type);
            askedForParts = !single && (!ClassNames.isOfJdk(type) || hashesByIdentity());
        }
        return askedForParts;
    }

    /** Returns the operations on one part of an object that an operation other than hashing performs. */
    List<Visit.How> visits(Visit.How how, int part) {
        List<List<Visit.How>> fields = visits.computeIfAbsent(how, this::visits);
        return part < fields.size() ? fields.get(part) : VisitedParts.HASHED;
    }

    /** Of a class that is the JDK's or reads itself, none: any of them may be hashed. */
    private List<List<Visit.How>> visits(Visit.How how) {
        List<List<Visit.How>> fields = new ArrayList<>();
        if (ClassNames.isOfJdk(type)
                || is(SC_EXTERNALIZABLE)
                || parts().stream().anyMatch(StreamClass::readsItself)) {
            return fields;
        }
        List<Visit> all = HashedFields.visits(type, how);
        for (StreamClass part : parts()) {
            part.objectFields.forEach(name -> fields.add(VisitedParts.how(part, name, all)));
        }
        return fields;
    }

    /** Refuses objects of this class where they cannot stand, but for those in whose place something else is read. */
    void requireFits(Class<?> declared) {
        if (!declared.isAssignableFrom(type) && !StreamTypes.isOurs(type) && !mayResolve()) {
            throw CodecException.misplaced(type.getName(), declared.getName());
        }
    }

    /** Returns whether another object may be read instead of one of this class. */
    boolean mayResolve() {
        return RESOLVES.get(type);
    }

    /** @param firstInt the first four bytes of the fields */
    Content content(int firstInt) {
        return switch (type.getName()) {
            case "java.util.HashSet", "java.util.PriorityQueue" -> Content.KEYS;
            case "java.util.HashMap",
                    "java.util.concurrent.ConcurrentHashMap",
                    "java.util.concurrent.ConcurrentSkipListMap" -> Content.KEYS_AND_VALUES;
            case "java.util.Hashtable" -> {
                requireFirst("loadFactor");
                yield Content.KEYS_AND_VALUES;
            }
            case "java.util.CollSer" -> {
                requireFirst("tag");
                yield switch (firstInt & 0xff) {
                    case 2 -> Content.KEYS;
                    case 3 -> Content.KEYS_AND_VALUES;
                    default -> Content.PLAIN;
                };
            }
            case "java.util.concurrent.CopyOnWriteArrayList" -> Content.ELEMENTS;
            default -> Content.PLAIN;
        };
    }

    /** Fields stand in the order of the sender's class, and are read by their names. */
    private void requireFirst(String name) {
        if (!name.equals(firstPrimitive)) {
            throw CodecException.malformed(
                    "a " + type.getName() + " whose first field is " + firstPrimitive + ", not " + name);
        }
    }

    /** In the stream stands what makes it, which holds its elements. */
    boolean isImmutableCollection() {
        return type.getName().equals("java.util.CollSer");
    }

    /** Whether it is a class of the JDK's whose objects hold only what they are made of. */
    boolean isValueOfJdk() {
        return valueOfJdk;
    }

    boolean isContainer() {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    /** Whether a field is the comparator of a container of this class. */
    boolean isOrder(int field) {
        return SORTED.contains(type.getName()) && objectFields.get(field).equals("comparator");
    }

    /** Whether it writes its comparator before its elements. */
    boolean writesOrder() {
        return type == TreeSet.class;
    }

    /** Whether it has a list or queue in a field, of which it compares the elements when it is read. */
    boolean fillsItself() {
        return type == CopyOnWriteArraySet.class || type == PriorityBlockingQueue.class;
    }

    /** Returns how a container of this class finds the keys that its own method has written. */
    Search search() {
        return switch (type.getName()) {
            case "java.util.PriorityQueue", "java.util.concurrent.ConcurrentSkipListMap" -> Search.SORTED;
            case "java.util.Hashtable" -> Search.CHAINED;
            case "java.util.CollSer" -> Search.PROBED;
            case "java.util.concurrent.CopyOnWriteArrayList" -> Search.LINEAR;
            default -> Search.HASHED;
        };
    }

    /** As {@link java.io.ObjectStreamClass} finds it. */
    private static boolean hasReadObject(Class<?> type) {
        try {
            Method method = type.getDeclaredMethod("readObject", ObjectInputStream.class);
            return method.getReturnType() == void.class
                    && (method.getModifiers() & (Modifier.STATIC | Modifier.PRIVATE)) == Modifier.PRIVATE;
        } catch (NoSuchMethodException e) {
            return false;
        }
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
