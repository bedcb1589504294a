package dev.wherry.codec.compact;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        } catch (FieldValues.Unnamed e) {
            return false;
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw Trail.thrown(
                    e, "Reaching the fields of a " + object.getClass().getName());
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
            return new FieldValues.Put(values);
        }

        @Override
        public void writeFields() {}

        @Override
        protected void writeObjectOverride(Object value) {
            throw new FieldValues.Unnamed();
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
            return new FieldValues.Get(object.getClass(), values);
        }

        @Override
        protected Object readObjectOverride() {
            throw new FieldValues.Unnamed();
        }
    }
}
