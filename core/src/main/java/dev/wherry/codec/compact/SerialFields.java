package dev.wherry.codec.compact;

import dev.wherry.codec.ParsedClass;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Reads and sets the serializable fields of one class by their names, even if its package is closed and its fields are final.
 * The JDK's own methods for serialization do the work. They are given streams that hold no bytes: one only collects the values
 * of fields, the other only returns them. For any thread.
 */
public final class SerialFields {
    private static final ClassValue<SerialFields> OF = new ClassValue<>() {
        @Override
        protected SerialFields computeValue(Class<?> type) {
            return new SerialFields(type);
        }
    };

    final List<ObjectStreamField> fields;
    private final Class<?> type;
    /** The class's writeObject and readObject methods, and the JDK's default ones. Each is null if there is none. */
    private final @Nullable MethodHandle writes;

    private final @Nullable MethodHandle writesDefault;
    private final @Nullable MethodHandle reads;
    private final @Nullable MethodHandle readsDefault;

    private SerialFields(Class<?> type) {
        this.type = type;
        ObjectStreamClass described = ObjectStreamClass.lookup(type);
        fields = described == null ? List.of() : List.of(described.getFields());
        writes = SerialMethods.handle("writeObjectForSerialization", type);
        writesDefault = SerialMethods.handle("defaultWriteObjectForSerialization", type);
        reads = SerialMethods.handle("readObjectForSerialization", type);
        readsDefault = SerialMethods.handle("defaultReadObjectForSerialization", type);
    }

    /** @param type a serializable class, whose superclasses have fields of their own */
    static SerialFields of(Class<?> type) {
        return OF.get(type);
    }

    /** Returns whether the class writes more than its fields, so that {@link #take} and {@link #put} are not enough. */
    boolean writesMoreThanFields() {
        return writes != null
                && ParsedClass.of(type).stream()
                        .flatMap(model -> model.methods().stream())
                        .flatMap(method -> method.code().stream())
                        .flatMap(code -> code.elementStream())
                        .anyMatch(element -> element instanceof InvokeInstruction invoke && isOfMore(invoke));
    }

    private static boolean isOfMore(InvokeInstruction invoke) {
        String name = invoke.name().stringValue();
        return invoke.owner().asInternalName().equals("java/io/ObjectOutputStream")
                && name.startsWith("write")
                && !name.equals("writeFields");
    }

    /** Returns whether the JDK can set the fields of this class by their names. */
    boolean isSettable() {
        return readsDefault != null;
    }

    /** Returns the fields of an object as its class writes them. */
    Map<String, @Nullable Object> take(Object object) {
        return take(object, writes == null ? writesDefault : writes);
    }

    /** Returns the fields of an object without calling methods of its class. */
    Map<String, @Nullable Object> takeDefault(Object object) {
        return take(object, writesDefault);
    }

    private Map<String, @Nullable Object> take(Object object, @Nullable MethodHandle method) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        run(method, object, () -> new Taking(object, new Collected(values)));
        return values;
    }

    /** Sets the fields of an object as its class reads them. A field without a value becomes zero or null. */
    void put(Object object, Map<String, @Nullable Object> values) {
        put(object, values, reads == null ? readsDefault : reads);
    }

    /** Sets the fields of an object without calling methods of its class. A field without a value becomes zero or null. */
    void putDefault(Object object, Map<String, @Nullable Object> values) {
        put(object, values, readsDefault);
    }

    private void put(Object object, Map<String, @Nullable Object> values, @Nullable MethodHandle method) {
        run(method, object, () -> new Putting(object, values));
    }

    private static void run(@Nullable MethodHandle method, Object object, Callable<?> stream) {
        if (method == null) {
            return;
        }
        try {
            method.invoke(object, stream.call());
        } catch (Throwable e) {
            throw ErrorPath.failure(
                    e, "Reaching the fields of a " + object.getClass().getName());
        }
    }

    /** Collects the fields of an object. */
    private final class Taking extends ObjectOutputStream {
        private final Object object;
        private final PutField fields;

        Taking(Object object, PutField fields) throws IOException {
            this.object = object;
            this.fields = fields;
        }

        @Override
        public void defaultWriteObject() {
            run(writesDefault, object, () -> this);
        }

        @Override
        public PutField putFields() {
            return fields;
        }

        @Override
        public void writeFields() {}
    }

    /** Returns the fields of an object. */
    private final class Putting extends ObjectInputStream {
        private final Object object;
        private final Map<String, @Nullable Object> values;

        Putting(Object object, Map<String, @Nullable Object> values) throws IOException {
            this.object = object;
            this.values = values;
        }

        @Override
        public void defaultReadObject() {
            run(readsDefault, object, () -> this);
        }

        @Override
        public GetField readFields() {
            return new Given(object.getClass(), values);
        }
    }

    private static class Collected extends ObjectOutputStream.PutField {
        private final Map<String, @Nullable Object> values;

        Collected(Map<String, @Nullable Object> values) {
            this.values = values;
        }

        @Override
        public void put(String name, boolean value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, byte value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, char value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, short value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, int value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, long value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, float value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, double value) {
            values.put(name, value);
        }

        @Override
        public void put(String name, @Nullable Object value) {
            values.put(name, value);
        }

        @Override
        @Deprecated
        @SuppressWarnings("removal") // abstract in the JDK
        public void write(ObjectOutput out) {
            throw new UnsupportedOperationException("Fields are written by ObjectOutputStream.writeFields");
        }
    }

    private static final class Given extends ObjectInputStream.GetField {
        private final Class<?> type;
        private final Map<String, @Nullable Object> values;

        Given(Class<?> type, Map<String, @Nullable Object> values) {
            this.type = type;
            this.values = values;
        }

        @Override
        public ObjectStreamClass getObjectStreamClass() {
            return ObjectStreamClass.lookupAny(type);
        }

        @Override
        public boolean defaulted(String name) {
            return !values.containsKey(name);
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // each field was read as its own type, a primitive as a box
        private <T extends @Nullable Object> T value(String name, T otherwise) {
            return values.containsKey(name) ? (T) values.get(name) : otherwise;
        }

        @Override
        public boolean get(String name, boolean otherwise) {
            return value(name, otherwise);
        }

        @Override
        public byte get(String name, byte otherwise) {
            return value(name, otherwise);
        }

        @Override
        public char get(String name, char otherwise) {
            return value(name, otherwise);
        }

        @Override
        public short get(String name, short otherwise) {
            return value(name, otherwise);
        }

        @Override
        public int get(String name, int otherwise) {
            return value(name, otherwise);
        }

        @Override
        public long get(String name, long otherwise) {
            return value(name, otherwise);
        }

        @Override
        public float get(String name, float otherwise) {
            return value(name, otherwise);
        }

        @Override
        public double get(String name, double otherwise) {
            return value(name, otherwise);
        }

        @Override
        public @Nullable Object get(String name, @Nullable Object otherwise) {
            return value(name, otherwise);
        }
    }

    /** Returns whether a map is in access order, not in the order of insertion. */
    @SuppressWarnings("NonApiType") // no other map has an order of access
    public static boolean isInAccessOrder(LinkedHashMap<?, ?> map) {
        try {
            AccessOrder.WRITES.invokeExact(map, AccessOrder.STREAM);
            return false;
        } catch (AccessOrder.Yes e) {
            return true;
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Reading how a LinkedHashMap is ordered");
        }
    }

    /**
     * Takes the one field of a LinkedHashMap, which nothing else shows, and throws if it is true. Every map that is written is
     * asked, so one stream and one exception serve all.
     */
    private static final class AccessOrder extends Collected {
        static final MethodHandle WRITES =
                Objects.requireNonNull(SerialMethods.handle("defaultWriteObjectForSerialization", LinkedHashMap.class));
        static final ObjectOutputStream STREAM = stream();

        private AccessOrder() {
            super(Map.of());
        }

        @Override
        public void put(String name, boolean value) {
            if (value) {
                throw Yes.ANSWER;
            }
        }

        private static ObjectOutputStream stream() {
            try {
                return of(LinkedHashMap.class).new Taking(Map.of(), new AccessOrder());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @SuppressWarnings("serial") // never leaves this class
        private static final class Yes extends RuntimeException {
            @SuppressWarnings("StaticAssignmentOfThrowable") // without a trace, and always the same
            static final Yes ANSWER = new Yes();

            Yes() {
                super(null, null, false, false);
            }
        }
    }
}
