package dev.wherry.testkit.codec;

import dev.wherry.ByReference;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.io.Serializable;
import java.rmi.Remote;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types for tests of codecs without an endpoint: they allow the classes that are named and values of the JDK. */
public final class AllowedTypes implements Types {
    private static final List<String> PACKAGES =
            List.of("java.lang.", "java.math.", "java.time.", "java.util.", "java.net.URI", "java.io.");
    private static final Set<Class<?>> POWERFUL = Set.of(Class.class);

    private final Class<?> root;
    private final boolean preservesIdentity;
    private final Map<String, Class<?>> classes = new HashMap<>();

    public AllowedTypes(Class<?> root, boolean preservesIdentity, Class<?>... classes) {
        this.root = root;
        this.preservesIdentity = preservesIdentity;
        for (Class<?> type : classes) {
            this.classes.put(type.getName(), type);
        }
    }

    @Override
    public boolean allows(Class<?> type) {
        if (type.isArray()) {
            Class<?> element = type.getComponentType();
            return element.isPrimitive() || element.isInterface() || element.equals(Object.class) || allows(element);
        }
        return classes.containsValue(type) || isConstantOfAllowed(type) || isValueOfJdk(type);
    }

    /** Returns whether a type is the class of an enum constant with a body, and the enum is allowed. */
    private boolean isConstantOfAllowed(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return parent != null && parent.isEnum() && classes.containsValue(parent);
    }

    private static boolean isValueOfJdk(Class<?> type) {
        return type.getClassLoader() == null
                && Serializable.class.isAssignableFrom(type)
                && !POWERFUL.contains(type)
                && PACKAGES.stream().anyMatch(type.getName()::startsWith);
    }

    @Override
    public Class<?> find(String className) {
        @Nullable Class<?> listed = classes.get(className);
        if (listed != null) {
            return listed;
        }
        if (className.startsWith("[") || PACKAGES.stream().anyMatch(className::startsWith)) {
            try {
                Class<?> found = Class.forName(className, false, root.getClassLoader());
                if (allows(found) || found.isInterface() || found.equals(Object.class)) {
                    return found;
                }
            } catch (ClassNotFoundException | LinkageError e) {
                throw refusal(className);
            }
        }
        throw refusal(className);
    }

    @Override
    public CodecException refusal(String className) {
        return CodecException.refused(className, "Register it.");
    }

    @Override
    public boolean isReference(Class<?> declared) {
        return declared.isInterface()
                && (declared.isAnnotationPresent(ByReference.class) || Remote.class.isAssignableFrom(declared));
    }

    @Override
    public boolean preservesIdentity() {
        return preservesIdentity;
    }

    @Override
    public Class<?> root() {
        return root;
    }
}
