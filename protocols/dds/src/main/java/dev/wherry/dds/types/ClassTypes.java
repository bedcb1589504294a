package dev.wherry.dds.types;

import dev.wherry.dds.Id;
import dev.wherry.dds.Key;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaType.Maker;
import dev.wherry.dds.types.JavaType.Member;
import dev.wherry.dds.types.JavaType.Members;
import dev.wherry.reflect.GenericTypes;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records, and classes with fields: structures with a member for each component or field. */
final class ClassTypes {
    private static final int LARGEST_ID = 0x0fff_ffff;

    private ClassTypes() {}

    static Members of(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        return raw.isRecord() ? ofRecord(type, raw, all) : ofFields(type, raw, all);
    }

    private static Members ofRecord(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        return members(type, raw, components(type, raw, all), maker(raw), all);
    }

    /** Returns the members for the components of a record. */
    static List<Found> components(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(type);
        List<Found> found = new ArrayList<>();
        for (RecordComponent each : raw.getRecordComponents()) {
            found.add(found(
                    each.getName(),
                    seen.resolve(each.getGenericType()),
                    each.getAnnotatedType(),
                    each,
                    raw,
                    MemberAccess.getter(raw, each.getAccessor()),
                    all));
        }
        return found;
    }

    /** Returns what makes a record of the values of its components. */
    static Maker maker(Class<?> raw) throws UnsupportedTypeException {
        Class<?>[] types = Arrays.stream(raw.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            return MemberAccess.maker(raw.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Members ofFields(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            throw new UnsupportedTypeException(raw.getName() + " may be of any class that "
                    + (raw.isInterface() ? "implements" : "extends") + " it. Make it sealed");
        }
        if (raw.getDeclaringClass() != null && !Modifier.isStatic(raw.getModifiers())) {
            throw new UnsupportedTypeException(raw.getName() + " has an outer object. Make it static");
        }
        List<Field> fields = MemberAccess.fields(raw);
        return members(type, raw, ofFields(type, fields, all), maker(raw, fields), all);
    }

    /** Returns the members for fields. */
    static List<Found> ofFields(Type type, List<Field> fields, JavaTypes all) throws UnsupportedTypeException {
        GenericTypes seen = GenericTypes.of(type);
        List<Found> found = new ArrayList<>();
        for (Field each : fields) {
            found.add(found(
                    each.getName(),
                    seen.resolve(each.getGenericType()),
                    each.getAnnotatedType(),
                    each,
                    each.getDeclaringClass(),
                    MemberAccess.getter(each),
                    all));
        }
        return found;
    }

    /**
     * A member that has no id yet.
     *
     * @param id that its declaration sets; null if it sets none
     */
    record Found(
            String name,
            JavaType type,
            Presence presence,
            boolean key,
            @Nullable Integer id,
            MethodHandle getter) {}

    private static Found found(
            String name,
            Type type,
            AnnotatedType declared,
            AnnotatedElement place,
            Class<?> in,
            MethodHandle getter,
            JavaTypes all)
            throws UnsupportedTypeException {
        boolean key = place.isAnnotationPresent(Key.class);
        Id id = place.getAnnotation(Id.class);
        try {
            String named = IdlNames.member(name, place);
            Presence presence = Nullness.of(type, declared, place, in);
            if (key && presence == Presence.NULLABLE) {
                presence = Presence.REQUIRED;
            }
            if (key && presence.isOptional()) {
                throw new UnsupportedTypeException("a member that is a @Key cannot be optional");
            }
            Type refined = RefinedType.of(type, declared);
            return new Found(
                    named, sent(refined, presence, all), presence, key, id == null ? null : id.value(), getter);
        } catch (UnsupportedTypeException e) {
            throw e.within("." + name);
        }
    }

    /** Returns the type of what a member, parameter or result has if it has something. */
    static JavaType sent(Type type, Presence presence, JavaTypes all) throws UnsupportedTypeException {
        Type present = switch (presence) {
            case REQUIRED, NULLABLE -> type;
            case OPTIONAL -> ContainerTypes.argument(type, Optional.class, Optional.class, 0);
            case OPTIONAL_INT -> int.class;
            case OPTIONAL_LONG -> long.class;
            case OPTIONAL_DOUBLE -> double.class;
        };
        return all.part(present, "");
    }

    /** Returns the structure of members, to which it gives their ids. */
    static Members members(Type type, Class<?> raw, List<Found> found, Maker maker, JavaTypes all)
            throws UnsupportedTypeException {
        List<Member> members = new ArrayList<>();
        List<Structure.Member> described = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        int next = 0;
        for (Found each : found) {
            int id = each.id() == null ? next : each.id();
            if (!names.add(each.name())) {
                throw new UnsupportedTypeException("a field has the name of a field of a superclass")
                        .within("." + each.name());
            }
            if (id < 0 || id > LARGEST_ID || !ids.add(id)) {
                throw new UnsupportedTypeException(
                                "the id " + id + (id < 0 || id > LARGEST_ID ? " is out of range" : " is used twice")
                                        + ". Set another one with @Id")
                        .within("." + each.name());
            }
            next = id + 1;
            members.add(new Member(each.name(), id, each.type(), each.presence(), each.getter()));
            described.add(new Structure.Member(
                    each.name(),
                    id,
                    each.type().dataType(),
                    each.key(),
                    each.presence().isOptional()));
        }
        Structure structure = RpcTypes.structure(all.named(type), all.extensibility(raw), described);
        return new Members(structure, raw, List.copyOf(members), maker);
    }

    /** Finds the constructor with a parameter for each field, or that without parameters. */
    private static Maker maker(Class<?> raw, List<Field> fields) throws UnsupportedTypeException {
        List<String> names = fields.stream().map(Field::getName).toList();
        Constructor<?> empty = null;
        for (Constructor<?> each : raw.getDeclaredConstructors()) {
            Parameter[] parameters = each.getParameters();
            if (parameters.length == 0) {
                empty = each;
            }
            int[] arguments = Arrays.stream(parameters)
                    .mapToInt(parameter -> parameter.isNamePresent() ? names.indexOf(parameter.getName()) : -1)
                    .toArray();
            boolean all =
                    Arrays.stream(arguments).filter(at -> at >= 0).distinct().count() == names.size();
            if (!names.isEmpty() && parameters.length == names.size() && all) {
                return MemberAccess.maker(each, arguments, new MethodHandle[0], new boolean[0]);
            }
        }
        if (empty == null) {
            throw new UnsupportedTypeException(
                    raw.getName() + " has no constructor without parameters, and none whose" + " parameters are named "
                            + names + ". Add one, and compile with -parameters; or make it a record");
        }
        return MemberAccess.maker(empty, new int[0], setters(fields, Set.of()), primitive(fields));
    }

    /**
     * Returns what sets each field.
     *
     * @param except names of fields that are set already, for which there is null
     */
    static @Nullable MethodHandle[] setters(List<Field> fields, Set<String> except) throws UnsupportedTypeException {
        @Nullable MethodHandle[] setters = new MethodHandle[fields.size()];
        for (int i = 0; i < setters.length; i++) {
            Field field = fields.get(i);
            if (except.contains(field.getName())) {
                continue;
            }
            if (Modifier.isFinal(field.getModifiers())) {
                throw new UnsupportedTypeException(
                                "it is final, and no constructor has a parameter for each field. Add one,"
                                        + " and compile with -parameters; or make the class a record")
                        .within("." + field.getName());
            }
            setters[i] = MemberAccess.setter(field);
        }
        return setters;
    }

    static boolean[] primitive(List<Field> fields) {
        boolean[] primitive = new boolean[fields.size()];
        for (int i = 0; i < primitive.length; i++) {
            primitive[i] = fields.get(i).getType().isPrimitive();
        }
        return primitive;
    }
}
