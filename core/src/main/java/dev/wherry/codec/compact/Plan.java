package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.GenericTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one record or class is taken apart and made.
 *
 * @param maker of a record, its canonical constructor; of a class, a handle of type {@code ()Object}
 * @param constructor the no-arg constructor, or the canonical one; null if none is run
 */
record Plan(
        Class<?> type,
        List<Member> members,
        MethodHandle maker,
        @Nullable Constructor<?> constructor) {
    boolean record() {
        return type.isRecord();
    }

    String[] names() {
        return members.stream().map(Member::name).toArray(String[]::new);
    }

    static Plan of(Type generic, Forms forms) {
        Class<?> type = GenericTypes.erase(generic);
        GenericTypes seen = GenericTypes.of(generic);
        return type.isRecord() ? ofRecord(type, seen, forms) : ofClass(type, seen, forms);
    }

    private static Plan ofRecord(Class<?> type, GenericTypes seen, Forms forms) {
        MethodHandles.Lookup lookup = Access.intoRecord(type);
        List<Member> members = new ArrayList<>();
        try {
            for (RecordComponent each : type.getRecordComponents()) {
                members.add(new Member(
                        each.getName(),
                        each.getType(),
                        forms.place(seen.resolve(each.getGenericType())),
                        lookup.unreflect(each.getAccessor()),
                        null,
                        null,
                        each.getAccessor()));
            }
            Constructor<?> constructor = Access.canonical(type);
            return new Plan(type, List.copyOf(members), lookup.unreflectConstructor(constructor), constructor);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A lookup lost its access to " + type, e);
        }
    }

    private static Plan ofClass(Class<?> type, GenericTypes seen, Forms forms) {
        MethodHandles.Lookup lookup = Access.into(type);
        List<Member> members = members(type, Object.class, seen, forms);
        Constructor<?> constructor = Access.noArguments(type);
        try {
            MethodHandle maker = constructor == null
                    ? Access.allocator(type, Object.class.getConstructor())
                    : lookup.unreflectConstructor(constructor).asType(MethodType.methodType(Object.class));
            return new Plan(type, members, maker, constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A lookup lost its access to " + type, e);
        }
    }

    /** The fields of a class and its superclasses up to, without, {@code end}; those of superclasses first. */
    static List<Member> members(Class<?> type, Class<?> end, GenericTypes seen, Forms forms) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != end && each != null; each = each.getSuperclass()) {
            int at = 0;
            for (Field field : each.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    if (each.getClassLoader() == null) {
                        throw CodecException.refused(
                                type.getName(), "Its superclass " + each.getName() + " keeps state of the JDK's own.");
                    }
                    fields.add(at++, field);
                }
            }
        }
        Set<String> names = new HashSet<>();
        List<Member> members = new ArrayList<>();
        for (Field field : fields) {
            String name = field.getName();
            if (!names.add(name)) {
                name = field.getDeclaringClass().getSimpleName() + "." + name;
                names.add(name);
            }
            members.add(new Member(
                    name,
                    field.getType(),
                    forms.place(seen.resolve(field.getGenericType())),
                    Access.getter(field),
                    Access.setter(field),
                    field,
                    null));
        }
        return List.copyOf(members);
    }
}
