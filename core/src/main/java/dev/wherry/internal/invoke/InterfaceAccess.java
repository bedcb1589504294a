package dev.wherry.internal.invoke;

import dev.wherry.internal.types.ArrayTypes;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Access to users' interfaces in other modules, packages and class loaders. */
final class InterfaceAccess {
    private static final Lookup OURS = MethodHandles.lookup();
    private static final MethodType SPREAD = MethodType.methodType(Object.class, Object.class, Object[].class);

    private InterfaceAccess() {}

    /** Returns a handle of type {@code (Object, Object[])Object} that calls the method on an object. */
    static MethodHandle of(Method method) throws IllegalAccessException {
        Class<?> type = method.getDeclaringClass();
        OURS.lookupClass().getModule().addReads(type.getModule());
        Lookup lookup = isPublic(type) ? OURS : MethodHandles.privateLookupIn(type, OURS);
        return lookup.unreflect(method)
                .asFixedArity()
                .asSpreader(Object[].class, method.getParameterCount())
                .asType(SPREAD);
    }

    /** Returns a handle of the same type that runs the default body of the method. */
    static MethodHandle body(Method method) throws IllegalAccessException {
        Class<?> type = method.getDeclaringClass();
        OURS.lookupClass().getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, OURS)
                .unreflectSpecial(method, type)
                .asFixedArity()
                .asSpreader(Object[].class, method.getParameterCount())
                .asType(SPREAD);
    }

    /** Returns whether Wherry's classes can name a type. */
    static boolean names(Class<?> type) {
        if (type.isArray()) {
            return names(type.getComponentType());
        }
        OURS.lookupClass().getModule().addReads(type.getModule());
        return type.isPrimitive()
                || (isPublic(type) && isVisible(type, OURS.lookupClass().getClassLoader()));
    }

    /** Returns whether a loader finds this type by its name. */
    static boolean isVisible(Class<?> type, @Nullable ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // of another loader: the caller works without it
        }
    }

    /** Returns whether code of any package can cast to a type. To the JVM a protected class is public. */
    static boolean isCastable(Class<?> type) {
        Class<?> element = ArrayTypes.element(type);
        return element.isPrimitive() || (element.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && type.getModule()
                        .isExported(type.getPackageName(), OURS.lookupClass().getModule());
    }

    /** Returns the missing line of the interface's {@code module-info.java}. */
    static String remedy(Class<?> type) {
        String us = OURS.lookupClass().getModule().isNamed()
                ? OURS.lookupClass().getModule().getName()
                : "ALL-UNNAMED";
        String verb = Modifier.isPublic(type.getModifiers()) ? "exports" : "opens";
        String place = "module " + type.getModule().getName();
        return us.equals("ALL-UNNAMED")
                ? "Wherry is on the class path: start java with --add-" + verb + " "
                        + type.getModule().getName() + "/" + type.getPackageName()
                        + "=ALL-UNNAMED, or put Wherry on the module path"
                : "Add '" + verb + " " + type.getPackageName() + " to " + us + ";' to " + place;
    }
}
