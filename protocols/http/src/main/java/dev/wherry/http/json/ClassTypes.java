package dev.wherry.http.json;

import dev.wherry.codec.compact.Instantiator;
import dev.wherry.reflect.GenericTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How records and classes with fields are taken apart and made. */
final class ClassTypes {
    private static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SETTER = MethodType.methodType(void.class, Object.class, Object.class);
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object[].class);

    private ClassTypes() {}

    /** The JSON type of a record: its components, its accessors and its canonical constructor. */
    static JsonType ofRecord(Type type, Class<?> raw, JsonTypes jsonTypes) throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(type);
        RecordComponent[] components = raw.getRecordComponents();
        List<String> names = new ArrayList<>();
        List<JsonType> parts = new ArrayList<>();
        MethodHandle[] getters = new MethodHandle[components.length];
        Class<?>[] types = new Class<?>[components.length];
        MethodHandles.Lookup lookup = lookup(raw);
        try {
            for (int i = 0; i < components.length; i++) {
                RecordComponent each = components[i];
                types[i] = each.getType();
                names.add(each.getName());
                JsonType jsonType = part(raw, each.getName(), seen.resolve(each.getGenericType()), jsonTypes);
                parts.add(Nullness.applied(jsonType, each.getAnnotatedType(), each, raw));
                getters[i] = lookup.unreflect(each.getAccessor()).asType(GETTER);
            }
            MethodHandle maker = spread(lookup.findConstructor(raw, MethodType.methodType(void.class, types)));
            return new ObjectType(type, raw, new JsonProperties(names, parts, true), getters, made(maker));
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedTypeException(raw.getName() + " cannot be read: " + e.getMessage());
        }
    }

    /**
     * The JSON type of a class: its fields. Objects are made by a constructor whose parameters have the names of all fields, or without
     * their fields, which are set then and must not be final.
     */
    static JsonType ofFields(Type type, Class<?> raw, JsonTypes jsonTypes) throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(type);
        List<Field> fields = fields(raw);
        List<String> names = fields.stream().map(Field::getName).toList();
        if (new HashSet<>(names).size() < names.size()) {
            throw new UnsupportedTypeException(raw.getName() + " has a field with the name of one of its superclass");
        }
        List<JsonType> parts = new ArrayList<>();
        MethodHandle[] getters = new MethodHandle[fields.size()];
        try {
            for (int i = 0; i < getters.length; i++) {
                Field each = fields.get(i);
                JsonType jsonType = part(raw, each.getName(), seen.resolve(each.getGenericType()), jsonTypes);
                parts.add(Nullness.applied(jsonType, each.getAnnotatedType(), each, each.getDeclaringClass()));
                getters[i] =
                        lookup(each.getDeclaringClass()).unreflectGetter(each).asType(GETTER);
            }
            return new ObjectType(
                    type, raw, new JsonProperties(names, parts, true), getters, maker(raw, fields, names));
        } catch (IllegalAccessException e) {
            throw new UnsupportedTypeException(raw.getName() + " cannot be read: " + e.getMessage());
        }
    }

    private static JsonType part(Class<?> raw, String name, Type type, JsonTypes jsonTypes)
            throws UnsupportedTypeException {
        try {
            return jsonTypes.of(type);
        } catch (UnsupportedTypeException e) {
            throw new UnsupportedTypeException(raw.getSimpleName() + "." + name + ": " + e.getMessage());
        }
    }

    private static List<Field> fields(Class<?> raw) throws UnsupportedTypeException {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = raw; each != null && each != Object.class; each = each.getSuperclass()) {
            if (each.getClassLoader() == null) {
                throw new UnsupportedTypeException(
                        raw.getName() + " extends " + each.getName() + ", whose state only the JDK can read");
            }
            for (String special : List.of("readResolve", "writeReplace")) {
                if (Arrays.stream(each.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals(special))) {
                    throw new UnsupportedTypeException(
                            raw.getName() + " has a method " + special + ", which JSON does not use");
                }
            }
            List<Field> of = new ArrayList<>();
            for (Field field : each.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0 && !field.isSynthetic()) {
                    of.add(field);
                }
            }
            fields.addAll(0, of);
        }
        return fields;
    }

    private static ObjectType.Maker maker(Class<?> raw, List<Field> fields, List<String> names)
            throws UnsupportedTypeException, IllegalAccessException {
        ObjectType.@Nullable Maker constructor = byConstructor(raw, names);
        if (constructor != null) {
            return constructor;
        }
        MethodHandle[] setters = new MethodHandle[fields.size()];
        for (int i = 0; i < setters.length; i++) {
            Field field = fields.get(i);
            if (Modifier.isFinal(field.getModifiers())) {
                throw new UnsupportedTypeException(
                        raw.getName() + "." + field.getName() + " is final: make the class a record, or give it a"
                                + " constructor whose parameters are named " + names + " (compiled with -parameters)");
            }
            setters[i] =
                    lookup(field.getDeclaringClass()).unreflectSetter(field).asType(SETTER);
        }
        boolean[] primitive = new boolean[setters.length];
        for (int i = 0; i < setters.length; i++) {
            primitive[i] = fields.get(i).getType().isPrimitive();
        }
        return values -> {
            Object made = Instantiator.of(raw);
            for (int i = 0; i < setters.length; i++) {
                if (values[i] != null || !primitive[i]) {
                    setters[i].invokeExact(made, values[i]);
                }
            }
            return made;
        };
    }

    private static ObjectType.@Nullable Maker byConstructor(Class<?> raw, List<String> names)
            throws UnsupportedTypeException, IllegalAccessException {
        for (Constructor<?> each : raw.getDeclaredConstructors()) {
            Parameter[] parameters = each.getParameters();
            Set<String> given = new HashSet<>();
            for (Parameter parameter : parameters) {
                given.add(parameter.isNamePresent() ? parameter.getName() : "?");
            }
            if (names.isEmpty() || parameters.length != names.size() || !given.equals(new HashSet<>(names))) {
                continue;
            }
            MethodHandle maker = spread(lookup(raw).unreflectConstructor(each));
            int[] order = Arrays.stream(parameters)
                    .mapToInt(parameter -> names.indexOf(parameter.getName()))
                    .toArray();
            return values -> {
                @Nullable Object[] ordered = new Object[order.length];
                for (int i = 0; i < order.length; i++) {
                    ordered[i] = values[order[i]];
                }
                return (Object) maker.invokeExact(ordered);
            };
        }
        return null;
    }

    private static MethodHandle spread(MethodHandle constructor) {
        return constructor
                .asSpreader(Object[].class, constructor.type().parameterCount())
                .asType(MAKER);
    }

    private static ObjectType.Maker made(MethodHandle maker) {
        return values -> (Object) maker.invokeExact(values);
    }

    private static MethodHandles.Lookup lookup(Class<?> type) throws UnsupportedTypeException {
        try {
            return MethodHandles.privateLookupIn(type, OWN);
        } catch (IllegalAccessException e) {
            if (Modifier.isPublic(type.getModifiers()) && type.isRecord()) {
                return MethodHandles.publicLookup();
            }
            Module module = type.getModule();
            throw new UnsupportedTypeException(type.getName()
                    + ": its module does not let Wherry in. Add to the module-info.java of " + module.getName()
                    + ":\n    opens " + type.getPackageName() + " to dev.wherry, dev.wherry.http;");
        }
    }
}
