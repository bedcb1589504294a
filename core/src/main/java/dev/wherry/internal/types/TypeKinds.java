package dev.wherry.internal.types;

import dev.wherry.ByReference;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/** Answers questions about a type from its declaration alone. */
public final class TypeKinds {
    static final String REMOTE = "java.rmi.Remote";

    private TypeKinds() {}

    /** Returns whether objects of this declared type are passed by reference. */
    public static boolean isByReference(Class<?> declared) {
        return declared.isInterface() && (extendsRmi(declared) || isAnnotated(declared, ByReference.class));
    }

    /** Returns whether a type extends {@code java.rmi.Remote}. Compares names, since the module java.rmi may be absent. */
    public static boolean extendsRmi(Class<?> type) {
        boolean does = isRemote(type);
        for (Class<?> parent : type.getInterfaces()) {
            does = does || extendsRmi(parent);
        }
        return does;
    }

    /** Returns whether a type is {@code java.rmi.Remote} itself. */
    public static boolean isRemote(Class<?> type) {
        return type.getName().equals(REMOTE);
    }

    /** Returns whether a type, or an interface that it extends, has an annotation. */
    static boolean isAnnotated(Class<?> type, Class<? extends Annotation> by) {
        boolean is = type.isAnnotationPresent(by);
        for (Class<?> parent : type.getInterfaces()) {
            is = is || isAnnotated(parent, by);
        }
        return is;
    }

    /** Returns whether there can be objects of exactly this class, and its name says what they are. */
    public static boolean hasObjects(Class<?> type) {
        return !type.isInterface()
                && (type.isEnum() || !Modifier.isAbstract(type.getModifiers()))
                && !type.isHidden()
                && !Proxy.isProxyClass(type);
    }
}
