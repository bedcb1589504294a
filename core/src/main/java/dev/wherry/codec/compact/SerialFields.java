package dev.wherry.codec.compact;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields that one class of the JDK gives to JDK serialization, by their names. The JDK hands them to a stream that only
 * looks at them, and takes them from one, though its packages are closed. For any thread.
 */
final class SerialFields {
    private static final ClassValue<SerialFields> OF = new ClassValue<>() {
        @Override
        protected SerialFields computeValue(Class<?> type) {
            return new SerialFields(type);
        }
    };

    final List<ObjectStreamField> fields;
    private final @Nullable MethodHandle takes;
    private final @Nullable MethodHandle takesDefault;
    private final @Nullable MethodHandle puts;
    private final @Nullable MethodHandle putsDefault;

    private SerialFields(Class<?> type) {
        ObjectStreamClass described = ObjectStreamClass.lookup(type);
        fields = described == null ? List.of() : List.of(described.getFields());
        takes = SerialMethods.handle("writeObjectForSerialization", type);
        takesDefault = SerialMethods.handle("defaultWriteObjectForSerialization", type);
        puts = SerialMethods.handle("readObjectForSerialization", type);
        putsDefault = SerialMethods.handle("defaultReadObjectForSerialization", type);
    }

    /** @param type a serializable class of the JDK */
    static SerialFields of(Class<?> type) {
        return OF.get(type);
    }

    /** What is in the fields of {@code object}; nothing if the class writes more than fields. */
    Map<String, @Nullable Object> take(Object object) {
        try {
            Taken taken = new Taken(object, takesDefault);
            return run(takes == null ? takesDefault : takes, object, taken) ? taken.values : Map.of();
        } catch (IOException e) {
            throw new IllegalStateException("A stream that writes nothing failed", e);
        }
    }

    /** Sets fields of {@code object}; those without a value get zero or null. */
    void put(Object object, Map<String, @Nullable Object> values) {
        try {
            run(puts == null ? putsDefault : puts, object, new Given(object, putsDefault, values));
        } catch (IOException e) {
            throw new IllegalStateException("A stream that reads nothing failed", e);
        }
    }

    private static boolean run(@Nullable MethodHandle method, Object object, Object stream) {
        if (method == null) {
            return false;
        }
        try {
            method.invoke(object, stream);
            return true;
        } catch (MoreThanFields e) {
            return false;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(
                    e, "Reaching the fields of a " + object.getClass().getName());
        }
    }

    /** The class writes or reads by itself what has no name. */
    @SuppressWarnings("serial") // never leaves this class
    private static final class MoreThanFields extends RuntimeException {
        MoreThanFields() {
            super(null, null, false, false);
        }
    }

    private static final class Taken extends ObjectOutputStream {
        final Map<String, @Nullable Object> values = new LinkedHashMap<>();
        private final Object object;
        private final @Nullable MethodHandle byDefault;

        Taken(Object object, @Nullable MethodHandle byDefault) throws IOException {
            this.object = object;
            this.byDefault = byDefault;
        }

        @Override
        public void defaultWriteObject() {
            run(byDefault, object, this);
        }

        @Override
        public PutField putFields() {
            return new Named(values);
        }

        @Override
        public void writeFields() {}

        @Override
        protected void writeObjectOverride(Object value) {
            throw new MoreThanFields();
        }
    }

    private static class Named extends ObjectOutputStream.PutField {
        private final Map<String, @Nullable Object> values;

        Named(Map<String, @Nullable Object> values) {
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
            throw new MoreThanFields();
        }
    }

    private static final class Given extends ObjectInputStream {
        private final Object object;
        private final @Nullable MethodHandle byDefault;
        private final Map<String, @Nullable Object> values;

        Given(Object object, @Nullable MethodHandle byDefault, Map<String, @Nullable Object> values)
                throws IOException {
            this.object = object;
            this.byDefault = byDefault;
            this.values = values;
        }

        @Override
        public void defaultReadObject() {
            run(byDefault, object, this);
        }

        @Override
        public GetField readFields() {
            return new Got(object.getClass(), values);
        }

        @Override
        protected Object readObjectOverride() {
            throw new MoreThanFields();
        }
    }

    private static final class Got extends ObjectInputStream.GetField {
        private final Class<?> type;
        private final Map<String, @Nullable Object> values;

        Got(Class<?> type, Map<String, @Nullable Object> values) {
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

        @SuppressWarnings("unchecked") // each field was read as its own type
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

    /** Asked of every LinkedHashMap that is written, and so without making anything. */
    static boolean isInAccessOrder(LinkedHashMap<?, ?> map) {
        try {
            AccessOrder.TAKES.invokeExact(map, AccessOrder.STREAM);
            return false;
        } catch (InAccessOrder e) {
            return true;
        } catch (Throwable e) {
            throw Trail.thrown(e, "Reading how a LinkedHashMap is ordered");
        }
    }

    @SuppressWarnings("serial") // never leaves this class
    private static final class InAccessOrder extends RuntimeException {
        InAccessOrder() {
            super(null, null, false, false);
        }
    }

    private static final class AccessOrder extends ObjectOutputStream {
        static final MethodHandle TAKES = takes();
        static final ObjectOutputStream STREAM = stream();
        private static final InAccessOrder YES = new InAccessOrder();
        private final PutField answer = new Named(new HashMap<>()) {
            @Override
            public void put(String name, boolean value) {
                if (value) {
                    throw YES;
                }
            }
        };

        AccessOrder() throws IOException {}

        private static MethodHandle takes() {
            return Objects.requireNonNull(
                    SerialMethods.handle("defaultWriteObjectForSerialization", LinkedHashMap.class));
        }

        private static ObjectOutputStream stream() {
            try {
                return new AccessOrder();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public PutField putFields() {
            return answer;
        }

        @Override
        public void writeFields() {}
    }
}
