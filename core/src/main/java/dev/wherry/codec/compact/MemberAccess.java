package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Gives access to members of other modules' classes, as far as these modules allow it. */
final class MemberAccess {
    static final MethodHandles.Lookup OWN = MethodHandles.lookup();
    /** The most arguments that any method handle takes: a long or double counts twice. */
    static final int MOST_ARGUMENTS = 120;

    private static final Module MODULE = MemberAccess.class.getModule();

    /**
     * The handles of each record: accessors by name, and the constructor. Making them takes longer than most are used.
     */
    private static final ClassValue<ConcurrentMap<String, MethodHandle>> OF_RECORDS = new ClassValue<>() {
        @Override
        protected ConcurrentMap<String, MethodHandle> computeValue(Class<?> record) {
            return new ConcurrentHashMap<>();
        }
    };

    private MemberAccess() {}

    /**
     * Returns full access to a class.
     *
     * @throws CodecException with the line that would give access, if there is none
     */
    static MethodHandles.Lookup into(Class<?> type) {
        MethodHandles.Lookup lookup = tryInto(type);
        if (lookup == null) {
            throw refusal(type);
        }
        return lookup;
    }

    static MethodHandles.@Nullable Lookup tryInto(Class<?> type) {
        MODULE.addReads(type.getModule());
        try {
            return MethodHandles.privateLookupIn(type, OWN);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    static CodecException refusal(Class<?> type) {
        if (ClassNames.isOfJdk(type)) {
            return CodecException.refused(
                    type.getName(),
                    "The JDK does not allow reading its fields. Pass what is needed of it as a record.");
        }
        String to = MODULE.isNamed() ? " to " + MODULE.getName() : "";
        return CodecException.refused(
                type.getName(),
                "Its module does not let Wherry in. Add to the module-info.java of "
                        + type.getModule().getName() + ":\n    opens " + type.getPackageName() + to + ";"
                        + (type.isRecord() ? "\nA public record in an exported package needs no such line." : ""));
    }

    /** Returns whether a record can be made and read without opening its package. */
    static boolean isPublic(Class<?> record) {
        for (Class<?> each = record; each != null; each = each.getDeclaringClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return record.getModule().isExported(record.getPackageName(), MODULE);
    }

    static MethodHandles.Lookup intoRecord(Class<?> record) {
        MODULE.addReads(record.getModule());
        Constructor<?> constructor = canonical(record, record.getRecordComponents());
        return isPublic(record) && Modifier.isPublic(constructor.getModifiers()) ? OWN : into(record);
    }

    /** Returns a handle that reads a component of a record: its field, or its accessor if the package is closed. */
    static MethodHandle getter(Method accessor, @Nullable Field field) {
        Class<?> record = accessor.getDeclaringClass();
        ConcurrentMap<String, MethodHandle> handles = OF_RECORDS.get(record);
        MethodHandle known = handles.get(accessor.getName());
        if (known == null) {
            try {
                known = field == null
                        ? intoRecord(record).unreflect(accessor)
                        : into(record).unreflectGetter(field);
            } catch (IllegalAccessException e) {
                throw refusal(record);
            }
            handles.put(accessor.getName(), known);
        }
        return known;
    }

    /**
     * Returns a handle of fixed arity. If a method handle could not take so many arguments, its type is {@code
     * (Object[])Object}.
     */
    static MethodHandle maker(Constructor<?> canonical) {
        Class<?> record = canonical.getDeclaringClass();
        ConcurrentMap<String, MethodHandle> handles = OF_RECORDS.get(record);
        MethodHandle known = handles.get("<init>");
        if (known == null) {
            try {
                MethodHandles.Lookup lookup = intoRecord(record);
                known = canonical.getParameterCount() > MOST_ARGUMENTS
                        ? byReflection(canonical, lookup)
                        : lookup.unreflectConstructor(canonical).asFixedArity();
            } catch (IllegalAccessException e) {
                throw refusal(record);
            }
            handles.put("<init>", known);
        }
        return known;
    }

    /** Returns a handle of type {@code (Object[])Object} that calls newInstance. */
    static MethodHandle byReflection(Constructor<?> constructor, MethodHandles.Lookup lookup)
            throws IllegalAccessException {
        if (lookup != OWN) {
            constructor.setAccessible(true); // as the lookup may
        }
        try {
            return OWN.findVirtual(
                            Constructor.class, "newInstance", MethodType.methodType(Object.class, Object[].class))
                    .bindTo(constructor)
                    .asFixedArity();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param components the components of the record, which makes a new array for each caller */
    static Constructor<?> canonical(Class<?> record, RecordComponent[] components) {
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        try {
            return record.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("A record has a canonical constructor: " + record, e);
        }
    }

    static Field field(RecordComponent component) {
        try {
            return component.getDeclaringRecord().getDeclaredField(component.getName());
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("A record has a field for each component: " + component, e);
        }
    }

    static @Nullable Constructor<?> noArguments(Class<?> type) {
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /** Returns a handle of fixed arity that calls a constructor. */
    static MethodHandle constructor(Constructor<?> constructor) {
        try {
            return into(constructor.getDeclaringClass())
                    .unreflectConstructor(constructor)
                    .asFixedArity();
        } catch (IllegalAccessException e) {
            throw refusal(constructor.getDeclaringClass());
        }
    }

    /** Returns a handle that reads a field, and sets it unless it is final. */
    static VarHandle handle(Field field) {
        MethodHandles.Lookup lookup = into(field.getDeclaringClass());
        try {
            return lookup.unreflectVarHandle(field);
        } catch (IllegalAccessException e) {
            throw refusal(field.getDeclaringClass());
        }
    }

    /** Returns a handle that sets a field that is not final. */
    static MethodHandle setter(Field field) {
        try {
            return into(field.getDeclaringClass()).unreflectSetter(field);
        } catch (IllegalAccessException e) {
            throw refusal(field.getDeclaringClass());
        }
    }
}
