package dev.wherry.dds.types;

import dev.wherry.CallException;
import dev.wherry.dds.types.JavaType.Maker;
import dev.wherry.dds.types.JavaType.Members;
import dev.wherry.dds.types.JavaType.Plain;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions that methods declare: structures of the fields that the program's classes add. An optional member {@code message} comes first
 * if a constructor takes a message.
 */
final class ExceptionTypes {
    private static final String RMI = "java.rmi.RemoteException";
    private static final String MESSAGE = "message";
    private static final MethodHandle GET_MESSAGE;

    static {
        try {
            GET_MESSAGE = MethodHandles.publicLookup()
                    .findVirtual(Throwable.class, "getMessage", MethodType.methodType(String.class))
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private ExceptionTypes() {}

    /** Returns the classes of exceptions that are sent as such. A sealed one stands for its permitted classes, too. */
    static List<Class<?>> declared(Class<?>[] exceptions) {
        List<Class<?>> declared = new ArrayList<>();
        for (Class<?> each : exceptions) {
            if (!each.getName().equals(RMI)
                    && each != CallException.class
                    && each != Exception.class
                    && each != Throwable.class
                    && each != RuntimeException.class) {
                add(each, declared);
            }
        }
        return declared.stream().distinct().toList();
    }

    private static void add(Class<?> type, List<Class<?>> to) {
        if (!Modifier.isAbstract(type.getModifiers())) {
            to.add(type);
        }
        if (type.isSealed()) {
            for (Class<?> each : type.getPermittedSubclasses()) {
                add(each, to);
            }
        }
    }

    /** Returns the structure of an exception. */
    static Members of(Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        try {
            return find(raw, all);
        } catch (UnsupportedTypeException e) {
            throw e.within(raw.getSimpleName());
        }
    }

    private static Members find(Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        List<Field> fields = MemberAccess.fields(raw);
        List<String> names = fields.stream().map(Field::getName).toList();
        Constructor<?>[] constructors = raw.getDeclaredConstructors();
        Arrays.sort(constructors, (one, other) -> Integer.compare(other.getParameterCount(), one.getParameterCount()));
        UnsupportedTypeException why = null;
        for (Constructor<?> each : constructors) {
            int[] arguments = arguments(each, names);
            if (arguments == null) {
                continue;
            }
            try {
                return of(raw, fields, each, arguments, all);
            } catch (UnsupportedTypeException e) {
                why = why == null ? e : why;
            }
        }
        throw why != null
                ? why
                : new UnsupportedTypeException(raw.getName() + " has no constructor whose parameters are its fields "
                        + names + ", a message or a cause. Add one, and compile with -parameters");
    }

    /** Returns for each parameter the place of its field; -1 for a cause, -2 for the message; null if it has others. */
    private static int @Nullable [] arguments(Constructor<?> constructor, List<String> names) {
        Parameter[] parameters = constructor.getParameters();
        int[] arguments = new int[parameters.length];
        boolean messages = false;
        for (int i = 0; i < parameters.length; i++) {
            int at = parameters[i].isNamePresent() ? names.indexOf(parameters[i].getName()) : -1;
            if (at >= 0) {
                arguments[i] = at;
            } else if (parameters[i].getType() == String.class && !messages) {
                arguments[i] = -2;
                messages = true;
            } else if (parameters[i].getType() == Throwable.class) {
                arguments[i] = -1;
            } else {
                return null;
            }
        }
        return arguments;
    }

    private static Members of(
            Class<?> raw, List<Field> fields, Constructor<?> constructor, int[] arguments, JavaTypes all)
            throws UnsupportedTypeException {
        Set<String> given = new HashSet<>();
        for (int at : arguments) {
            if (at >= 0) {
                given.add(fields.get(at).getName());
            }
        }
        boolean message = Arrays.stream(arguments).anyMatch(at -> at == -2)
                && fields.stream().noneMatch(each -> each.getName().equals(MESSAGE));
        int first = message ? 1 : 0;
        @Nullable MethodHandle[] setters = shifted(ClassTypes.setters(fields, given), first);
        boolean[] primitive = new boolean[setters.length];
        System.arraycopy(ClassTypes.primitive(fields), 0, primitive, first, fields.size());
        int[] places = Arrays.stream(arguments)
                .map(at -> at >= 0 ? at + first : at == -2 && message ? 0 : -1)
                .toArray();
        List<ClassTypes.Found> found = new ArrayList<>();
        if (message) {
            found.add(new ClassTypes.Found(
                    MESSAGE, new Plain(ScalarTypes.TEXT, String.class), Presence.NULLABLE, false, null, GET_MESSAGE));
        }
        found.addAll(ClassTypes.ofFields(raw, fields, all));
        Maker maker = MemberAccess.maker(constructor, places, setters, primitive);
        return ClassTypes.members(raw, raw, found, maker, all);
    }

    private static @Nullable MethodHandle[] shifted(@Nullable MethodHandle[] setters, int by) {
        @Nullable MethodHandle[] shifted = new MethodHandle[setters.length + by];
        System.arraycopy(setters, 0, shifted, by, setters.length);
        return shifted;
    }
}
