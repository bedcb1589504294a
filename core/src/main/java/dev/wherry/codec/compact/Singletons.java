package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a class without fields keeps in its static final fields: singletons, or Kotlin's {@code object}.
 * Only the class can make them, so the names of these fields identify them.
 */
public final class Singletons {
    private static final ClassValue<List<Field>> OF = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private Singletons() {}

    /** Returns whether the objects of a class are such constants. Initializes no class. */
    public static boolean has(Class<?> type) {
        return !of(type).isEmpty();
    }

    /** Returns the fields that hold them, in the order of their names. */
    static List<Field> of(Class<?> type) {
        return OF.get(type);
    }

    private static List<Field> find(Class<?> type) {
        if (type.isEnum() || type.isRecord() || type.isArray() || Modifier.isAbstract(type.getModifiers())) {
            return List.of();
        }
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
            if (ClassNames.isOfJdk(each) || hasInstanceField(each)) {
                return List.of();
            }
        }
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (!each.isSynthetic() && !Modifier.isPrivate(each.getModifiers())) {
                return List.of();
            }
        }
        List<Field> constants = new ArrayList<>();
        for (Field each : type.getDeclaredFields()) {
            if (each.getType() == type && Modifier.isFinal(each.getModifiers())) {
                constants.add(each);
            }
        }
        constants.sort(Comparator.comparing(Field::getName));
        return List.copyOf(constants);
    }

    private static boolean hasInstanceField(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** Returns the object of a class that keeps exactly one; null for other classes. */
    public static @Nullable Object only(Class<?> type) {
        List<Field> fields = of(type);
        return fields.size() == 1 ? value(fields.getFirst()) : null;
    }

    /** Returns the value of a field. This initializes the class. */
    static Object value(Field field) {
        Class<?> type = field.getDeclaringClass();
        MethodHandles.Lookup lookup = MemberAccess.tryInto(type);
        try {
            Object value = (lookup == null ? MethodHandles.publicLookup() : lookup)
                    .unreflectGetter(field)
                    .invoke();
            if (value == null) {
                throw CodecException.impossible(type.getName() + "." + field.getName() + " is null");
            }
            return value;
        } catch (IllegalAccessException e) {
            throw MemberAccess.refusal(type);
        } catch (Throwable e) { // of the static initializer
            throw ErrorPath.thrown(e, "Reading " + type.getName() + "." + field.getName());
        }
    }

    /**
     * Singletons, written as constants of an enum: a schema names the fields, and a value is a number. The number after
     * the last stands for an object in none of the fields, which arrives as a new object.
     */
    @SuppressWarnings("ReferenceEquality") // there is one object for each field
    static final class SingletonCodec extends SchemaCodec {
        private SingletonCodec(Class<?> type, Schema schema, Definition definition) {
            super(type, schema, definition, false);
        }

        static SingletonCodec of(Class<?> type) {
            List<Schema.Part> parts = Singletons.of(type).stream()
                    .map(field -> new Schema.Part(field.getName(), FieldKind.OPEN))
                    .toList();
            Schema schema = new Schema(Schema.Shape.ENUM, type.getName(), false, parts);
            return new SingletonCodec(type, schema, schema.define());
        }

        @Override
        ValueCodec as(Schema theirs) {
            return new SingletonCodec(type, theirs, definition);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            List<Field> fields = Singletons.of(type);
            int number = 0;
            while (number < fields.size() && Singletons.value(fields.get(number)) != value) {
                number++;
            }
            to.out.writeSize(number);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            int number = from.in.readSize();
            int count = schema.parts().size();
            if (number < 0 || number > count) {
                throw CodecException.malformed(
                        "constant " + Integer.toUnsignedString(number) + " of " + count + " of " + type.getName());
            }
            if (number == count) {
                return Instantiator.of(type);
            }
            String name = schema.parts().get(number).name();
            for (Field field : Singletons.of(type)) {
                if (field.getName().equals(name)) {
                    return Singletons.value(field);
                }
            }
            throw CodecException.impossible("The peer sent " + type.getName() + "." + name
                    + ", which is not here. Bring both sides to the same version of the class");
        }
    }
}
