package dev.wherry.codec.compact;

import dev.wherry.codec.ParsedClass;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.classfile.instruction.InvokeInstruction;
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
    private final Class<?> type;
    private final @Nullable MethodHandle takes;
    private final @Nullable MethodHandle takesDefault;
    private final @Nullable MethodHandle puts;
    private final @Nullable MethodHandle putsDefault;

    private SerialFields(Class<?> type) {
        this.type = type;
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

    /** Whether the class writes more than its fields, so that {@link #take} and {@link #put} are not enough. */
    boolean writesMoreThanFields() {
        return takes != null && writesMore(type);
    }

    private static boolean writesMore(Class<?> type) {
        return ParsedClass.of(type).stream()
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

    /** What is in the fields of {@code object}. */
    Map<String, @Nullable Object> take(Object object) {
        return taken(object).values;
    }

    /** Sets fields of {@code object}; those without a value get zero or null. */
    void put(Object object, Map<String, @Nullable Object> values) {
        put(object, values, UnnamedData.NONE);
    }

    /** The fields of {@code object} without calling methods of this class. */
    Map<String, @Nullable Object> takeDefault(Object object) {
        try {
            Taken taken = new Taken(object, takesDefault);
            run(takesDefault, object, taken);
            return taken.values;
        } catch (IOException e) {
            throw new IllegalStateException("A stream that writes nothing failed", e);
        }
    }

    /** Sets the fields of {@code object}, final ones too, without calling methods of this class; absent ones become zero or null. */
    void putDefault(Object object, Map<String, @Nullable Object> values) {
        try {
            run(putsDefault, object, new Given(object, putsDefault, values, UnnamedData.NONE));
        } catch (IOException e) {
            throw new IllegalStateException("A stream that reads nothing failed", e);
        }
    }

    /** Whether the JDK can set the fields of this class by their names. */
    boolean isSettable() {
        return putsDefault != null;
    }

    /** Makes what this class keeps in one object the same in another. */
    void copy(Object from, Object to) {
        Taken taken = taken(from);
        put(to, taken.values, taken.written());
    }

    private Taken taken(Object object) {
        try {
            Taken taken = new Taken(object, takesDefault);
            run(takes == null ? takesDefault : takes, object, taken);
            return taken;
        } catch (IOException e) {
            throw new IllegalStateException("A stream that writes nothing failed", e);
        }
    }

    private void put(Object object, Map<String, @Nullable Object> values, UnnamedData more) {
        try {
            run(puts == null ? putsDefault : puts, object, new Given(object, putsDefault, values, more));
        } catch (IOException e) {
            throw new IllegalStateException("A stream that reads nothing failed", e);
        }
    }

    private static void run(@Nullable MethodHandle method, Object object, Object stream) {
        if (method == null) {
            return;
        }
        try {
            method.invoke(object, stream);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw ErrorPath.thrown(
                    e, "Reaching the fields of a " + object.getClass().getName());
        }
    }

    private static final class Taken extends UnnamedData.Output {
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
    }

    private static final class Given extends UnnamedData.Input {
        private final Object object;
        private final @Nullable MethodHandle byDefault;
        private final Map<String, @Nullable Object> values;

        Given(Object object, @Nullable MethodHandle byDefault, Map<String, @Nullable Object> values, UnnamedData more)
                throws IOException {
            super(more);
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
    }
}
