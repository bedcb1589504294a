package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
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
 * @param constructor the no-arg constructor, or the canonical one; null if none of the class's own is run
 * @param resolver gives what takes an object's place once it is read, of type {@code (Object)Object}; null if nothing does
 */
record ClassLayout(
        Class<?> type,
        List<Member> members,
        MethodHandle maker,
        @Nullable Constructor<?> constructor,
        @Nullable MethodHandle resolver) {
    boolean record() {
        return type.isRecord();
    }

    /** A record of these components. */
    Object made(@Nullable Object[] components) throws Throwable {
        return components.length > MemberAccess.MOST_ARGUMENTS
                ? (Object) maker.invokeExact(components)
                : maker.invokeWithArguments(components);
    }

    /** What stands for an object that was read. */
    Object resolved(Object made) throws Throwable {
        Object resolved = resolver == null ? made : (Object) resolver.invokeExact(made);
        if (resolved == null) {
            throw CodecException.malformed("null in the place of a " + type.getName());
        }
        return resolved;
    }

    String[] names() {
        String[] names = new String[members.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = members.get(i).name();
        }
        return names;
    }

    static ClassLayout of(Type generic, ValueCodecs codecs) {
        Class<?> type = GenericTypes.erase(generic);
        GenericTypes seen = GenericTypes.of(generic);
        return type.isRecord() ? ofRecord(type, seen, codecs) : ofClass(type, seen, codecs);
    }

    private static ClassLayout ofRecord(Class<?> type, GenericTypes seen, ValueCodecs codecs) {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = MemberAccess.canonical(type, components);
        MethodHandle maker = MemberAccess.maker(constructor);
        boolean open = MemberAccess.tryInto(type) != null;
        List<Member> members = new ArrayList<>();
        for (RecordComponent each : components) {
            members.add(Member.of(each, codecs.slot(seen.resolve(each.getGenericType())), open));
        }
        return new ClassLayout(type, List.copyOf(members), maker, constructor, null);
    }

    private static ClassLayout ofClass(Class<?> type, GenericTypes seen, ValueCodecs codecs) {
        MemberAccess.into(type);
        List<Member> members = members(type, Object.class, seen, codecs);
        MethodHandle resolver = SerialMethods.ownReadResolve(type);
        Constructor<?> constructor = resolver == null ? MemberAccess.noArguments(type) : null;
        return new ClassLayout(type, members, Instantiator.maker(type, constructor), constructor, resolver);
    }

    /**
     * An exception is made without a constructor of its classes; what its own classes hold is set if their packages are open.
     */
    static ClassLayout ofThrowable(Class<?> type, ValueCodecs codecs) {
        boolean open = true;
        Class<?> ofJdk = type;
        for (; !ClassNames.isOfJdk(ofJdk); ofJdk = ofJdk.getSuperclass()) {
            open &= MemberAccess.tryInto(ofJdk) != null;
        }
        List<Member> members = open ? members(type, ofJdk, GenericTypes.of(type), codecs) : List.of();
        return new ClassLayout(type, members, Instantiator.maker(type, null), null, null);
    }

    /** Whether classes of a user's add fields that travel to what those of the JDK among their superclasses hold. */
    static boolean addsFields(Class<?> type) {
        return fields(type, Object.class).stream()
                .anyMatch(field -> !field.isSynthetic() && !ClassNames.isOfJdk(field.getDeclaringClass()));
    }

    /**
     * Gives an exception's message as its constructor took it, without what a getMessage of its classes makes of that: it
     * does so again where the exception arrives. The JDK's own overrides are run; so are others into which no lookup is given.
     */
    static MethodHandle message(Class<?> type) {
        Class<?> caller = type;
        MethodHandles.Lookup lookup = null;
        boolean open = true; // or what the fields tell would be missed
        for (Class<?> each = type; !ClassNames.isOfJdk(each) && open; each = each.getSuperclass()) {
            caller = each;
            lookup = MemberAccess.tryInto(each);
            open = lookup != null;
        }
        MethodType text = MethodType.methodType(String.class);
        try {
            return lookup == null
                    ? MethodHandles.publicLookup().findVirtual(Throwable.class, "getMessage", text)
                    : lookup.findSpecial(Throwable.class, "getMessage", text, caller);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Member> members(Class<?> type, Class<?> end, GenericTypes seen, ValueCodecs codecs) {
        Set<String> names = new HashSet<>();
        List<Member> members = new ArrayList<>();
        for (Field field : fields(type, end)) {
            if (field.getDeclaringClass().getClassLoader() == null) {
                throw CodecException.refused(
                        type.getName(),
                        "Its superclass " + field.getDeclaringClass().getName() + " keeps state of the JDK's own.");
            }
            String name = field.getName();
            if (!names.add(name)) {
                name = field.getDeclaringClass().getSimpleName() + "." + name;
                names.add(name);
            }
            members.add(Member.of(field, name, codecs.slot(seen.resolve(field.getGenericType()))));
        }
        return List.copyOf(members);
    }

    /** The fields of a class and its superclasses up to, without, {@code end}; those of superclasses first. */
    static List<Field> fields(Class<?> type, Class<?> end) {
        return fields(type, end, Modifier.STATIC | Modifier.TRANSIENT);
    }

    /** The same but for fields that have one of these modifiers. */
    static List<Field> fields(Class<?> type, Class<?> end, int without) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> each = type; each != end && each != null; each = each.getSuperclass()) {
            int at = 0;
            for (Field field : each.getDeclaredFields()) {
                if ((field.getModifiers() & without) == 0) {
                    fields.add(at++, field);
                }
            }
        }
        return fields;
    }
}
