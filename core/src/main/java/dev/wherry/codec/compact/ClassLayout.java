package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.CodecException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of one record or class, and how its objects are made. A final field is only set by a constructor, or in a
 * {@code Serializable} class by the JDK's support for serialization.
 *
 * @param maker of type {@code ()Object}; for {@code FROM_MEMBERS} it takes the members in their order instead
 * @param resolver replaces an object after it was read, of type {@code (Object)Object}; null if nothing does
 */
record ClassLayout(
        Class<?> type,
        List<Member> members,
        Construction construction,
        MethodHandle maker,
        @Nullable MethodHandle resolver) {
    /** How an object is made. */
    enum Construction {
        /** From its members: a record, or a class with a constructor that takes its final fields. */
        FROM_MEMBERS,
        /** By its constructor without parameters. Its members are set afterwards. */
        NO_ARGUMENTS,
        /** Without a constructor of the class, as in JDK serialization. Its members are set afterwards. */
        WITHOUT_CONSTRUCTOR,
        /** Without a constructor of the class. The JDK sets final fields after all members have been read. */
        SERIALIZATION
    }

    /** Returns whether an object can be referred to only after all its members have been read. */
    boolean isClosed() {
        return construction == Construction.FROM_MEMBERS || resolver != null;
    }

    /** Makes an object from its members. */
    Object made(@Nullable Object[] values) throws Throwable {
        return Instantiator.made(this, values);
    }

    /**
     * Sets all members of an object that was made without a constructor of its class. The JDK sets those of classes
     * with final fields.
     */
    void set(Object object, @Nullable Object[] values) {
        Map<Class<?>, Map<String, @Nullable Object>> serial = new HashMap<>();
        for (Member member : members) {
            if (member.isFinal()) {
                serial.put(member.declaring(), new HashMap<>());
            }
        }
        for (int i = 0; i < values.length; i++) {
            Member member = members.get(i);
            Map<String, @Nullable Object> byName = serial.get(member.declaring());
            if (byName == null) {
                member.set(object, values[i]);
            } else {
                byName.put(Objects.requireNonNull(member.field()).getName(), values[i]);
            }
        }
        for (Map.Entry<Class<?>, Map<String, @Nullable Object>> part : serial.entrySet()) {
            SerialFields.of(part.getKey()).putDefault(object, part.getValue());
        }
    }

    /** Returns the object that replaces one that was read. */
    Object resolved(Object made) throws Throwable {
        return SerialMethods.resolved(made, resolver);
    }

    String[] names() {
        String[] names = new String[members.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = members.get(i).name();
        }
        return names;
    }

    static ClassLayout of(Type generic, CodecContext codecs) {
        Class<?> type = GenericTypes.erase(generic);
        GenericTypes seen = GenericTypes.of(generic);
        return type.isRecord() ? ofRecord(type, seen, codecs) : ofClass(type, seen, codecs);
    }

    private static ClassLayout ofRecord(Class<?> type, GenericTypes seen, CodecContext codecs) {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = MemberAccess.canonical(type, components);
        MethodHandle maker = MemberAccess.maker(constructor);
        boolean open = MemberAccess.tryInto(type) != null;
        List<Member> members = new ArrayList<>();
        for (RecordComponent each : components) {
            members.add(Member.of(each, codecs.slot(seen.resolve(each.getGenericType())), open));
        }
        return new ClassLayout(type, List.copyOf(members), Construction.FROM_MEMBERS, maker, null);
    }

    private static ClassLayout ofClass(Class<?> type, GenericTypes seen, CodecContext codecs) {
        MemberAccess.into(type);
        List<Member> members = members(type, Object.class, seen, codecs);
        MethodHandle resolver = SerialMethods.ownReadResolve(type);
        for (Member member : members) {
            if (member.isFinal()) {
                return withFinalFields(type, members, resolver, codecs);
            }
        }
        Constructor<?> constructor = resolver == null ? MemberAccess.noArguments(type) : null;
        return new ClassLayout(
                type,
                members,
                constructor == null ? Construction.WITHOUT_CONSTRUCTOR : Construction.NO_ARGUMENTS,
                Instantiator.maker(type, constructor),
                resolver);
    }

    /**
     * Uses a constructor that takes the final fields. A serializable class whose objects can come to hold themselves is
     * made as in JDK serialization instead, since such an object must exist before its members.
     */
    private static ClassLayout withFinalFields(
            Class<?> type, List<Member> members, @Nullable MethodHandle resolver, CodecContext codecs) {
        boolean serializable = FinalFields.areSetByJdk(type);
        MethodHandle maker =
                serializable && CycleAnalysis.of(type, codecs) ? null : FinalFields.constructor(type, members);
        if (maker != null) {
            return new ClassLayout(type, members, Construction.FROM_MEMBERS, maker, resolver);
        }
        if (!serializable) {
            throw FinalFields.refusal(type);
        }
        return new ClassLayout(type, members, Construction.SERIALIZATION, Instantiator.maker(type, null), resolver);
    }

    /**
     * Returns the layout of an exception. No constructor of its classes runs. The fields of classes of the program are
     * set if their packages are open.
     */
    static ClassLayout ofThrowable(Class<?> type, CodecContext codecs) {
        boolean open = true;
        Class<?> ofJdk = type;
        for (; !ClassNames.isOfJdk(ofJdk); ofJdk = ofJdk.getSuperclass()) {
            open &= MemberAccess.tryInto(ofJdk) != null;
        }
        List<Member> members = open ? members(type, ofJdk, GenericTypes.of(type), codecs) : List.of();
        return new ClassLayout(type, members, Construction.SERIALIZATION, Instantiator.maker(type, null), null);
    }

    /** Returns whether classes of the program add fields to those of their JDK superclasses. */
    static boolean addsFields(Class<?> type) {
        return fields(type, Object.class).stream()
                .anyMatch(field -> !field.isSynthetic() && !ClassNames.isOfJdk(field.getDeclaringClass()));
    }

    /**
     * Returns a handle that reads the message of an exception as its constructor took it. A getMessage method of its
     * class would compose the text again where the exception arrives. Overrides in the JDK do run; so do others if
     * their class gives no lookup.
     */
    static MethodHandle message(Class<?> type) {
        Class<?> caller = type;
        MethodHandles.Lookup lookup = null;
        boolean open = true; // if not, the message must show what the fields hold
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

    private static List<Member> members(Class<?> type, Class<?> end, GenericTypes seen, CodecContext codecs) {
        List<Field> fields = fields(type, end);
        List<String> names = names(fields);
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            if (field.getDeclaringClass().getClassLoader() == null) {
                throw CodecException.refused(
                        type.getName(),
                        "Its superclass " + field.getDeclaringClass().getName()
                                + " holds state that only the JDK can read.");
            }
            members.add(Member.of(field, names.get(i), codecs.slot(seen.resolve(field.getGenericType()))));
        }
        return List.copyOf(members);
    }

    /** Returns the names of fields on the wire. A field that hides one of a superclass gets a qualified name. */
    static List<String> names(List<Field> fields) {
        Set<String> names = new LinkedHashSet<>();
        for (Field field : fields) {
            if (!names.add(field.getName())) {
                names.add(field.getDeclaringClass().getSimpleName() + "." + field.getName());
            }
        }
        return List.copyOf(names);
    }

    /** Returns the fields of a class and its superclasses below {@code end}, those of superclasses first. */
    static List<Field> fields(Class<?> type, Class<?> end) {
        return fields(type, end, Modifier.STATIC | Modifier.TRANSIENT);
    }

    /** The same without fields that have one of these modifiers. */
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
