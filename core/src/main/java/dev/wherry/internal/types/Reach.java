package dev.wherry.internal.types;

import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import dev.wherry.reflect.GenericTypes;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The walk from an interface through its signatures to all the types that its calls may carry. */
final class Reach {
    private final Map<String, Class<?>> types = new LinkedHashMap<>();
    private final Set<String> packages = new HashSet<>();
    private final Set<Type> visited = new HashSet<>();
    private final Map<Field, Set<Class<?>>> fields = new LinkedHashMap<>();
    private int dimensions;

    private Reach() {}

    static Reach of(Class<?> root, EndpointOptions options) {
        Reach reach = new Reach();
        reach.signatures(root);
        reach.registrations(root);
        for (Class<?> registered : options.registeredClasses()) {
            reach.register(registered);
        }
        reach.packages.addAll(options.registeredPackages());
        return reach;
    }

    /** By name, in the order in which they were met; none of the JDK but those that an endpoint registered. */
    Map<String, Class<?>> types() {
        return types;
    }

    /** The fields of the values, with what they are declared to hold. */
    Map<Field, Set<Class<?>>> fields() {
        return fields;
    }

    /** The most dimensions of any array among them. */
    int dimensions() {
        return dimensions;
    }

    Set<String> packages() {
        return packages;
    }

    private void signatures(Class<?> root) {
        for (Method method : root.getMethods()) {
            if (Modifier.isStatic(method.getModifiers())) {
                continue;
            }
            reach(method.getGenericParameterTypes(), root);
            reach(GenericTypes.resolve(method.getGenericReturnType(), root));
            reach(method.getGenericExceptionTypes(), root);
        }
    }

    private void reach(Type[] several, Class<?> heir) {
        for (Type type : several) {
            reach(GenericTypes.resolve(type, heir));
        }
    }

    private void registrations(Class<?> type) {
        RegisterTypes registers = type.getAnnotation(RegisterTypes.class);
        if (registers != null) {
            for (Class<?> registered : registers.value()) {
                register(registered);
            }
            packages.addAll(List.of(registers.packages()));
        }
        for (Class<?> parent : type.getInterfaces()) {
            registrations(parent);
        }
    }

    private void register(Class<?> type) {
        dimensions = Math.max(dimensions, ArrayTypes.dimensions(type));
        Class<?> element = ArrayTypes.element(RegisteredTypes.requireClass(type));
        if (JdkRegistrations.concerns(element)) {
            JdkRegistrations.with(element).forEach(each -> types.putIfAbsent(each.getName(), each));
        } else {
            reach(type);
        }
    }

    private void reach(Type type) {
        if (!visited.add(type)) {
            return;
        }
        if (type instanceof Class<?> plain) {
            reach(plain);
        } else if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            reach((Type) raw);
            if (!TypeKinds.isByReference(raw)) {
                reach(parameterized.getActualTypeArguments());
            }
        } else if (type instanceof GenericArrayType array) {
            dimensions = Math.max(dimensions, ArrayTypes.dimensions(GenericTypes.erase(array)));
            reach(array.getGenericComponentType());
        } else if (type instanceof TypeVariable<?> variable) {
            reach(variable.getBounds());
        } else if (type instanceof WildcardType wildcard) {
            reach(wildcard.getUpperBounds());
            reach(wildcard.getLowerBounds());
        } else {
            throw new IllegalArgumentException("No type of the Java language: " + type);
        }
    }

    private void reach(Type[] several) {
        for (Type type : several) {
            reach(type);
        }
    }

    private void reach(Class<?> type) {
        if (type.isArray()) {
            dimensions = Math.max(dimensions, ArrayTypes.dimensions(type));
            reach((Type) type.getComponentType());
            return;
        }
        if (type.isPrimitive() || JdkTypes.defines(type)) {
            return;
        }
        types.putIfAbsent(type.getName(), type);
        if (TypeKinds.isByReference(type)) {
            for (Method method : type.getMethods()) {
                reach(
                        method.getGenericExceptionTypes(),
                        type); // what a callback throws may pass through the method that calls back
            }
        } else if (type.isEnum()) {
            return; // constants travel by name
        } else if (type.isSealed()) {
            reach(type.getPermittedSubclasses());
        }
        if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
            state(type);
        } else {
            reachAll(StandIns.of(type)); // objects of its subclasses that are written so need not be listed themselves
        }
    }

    /** Adds the types of the fields of a class, inherited fields included. */
    private void state(Class<?> type) {
        for (@Nullable Class<?> part = type; part != null && !JdkTypes.defines(part); part = part.getSuperclass()) {
            boolean writesItself = writesItself(part);
            for (Field field : part.getDeclaredFields()) {
                if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                    Type held = GenericTypes.resolve(field.getGenericType(), type);
                    reach(held);
                    if (!writesItself && !field.getType().isPrimitive()) {
                        fields.put(field, HeldTypes.of(held));
                    }
                }
            }
            reachAll(StandIns.of(part));
            Type parent = part.getGenericSuperclass();
            if (parent instanceof ParameterizedType parameterized) {
                reach(
                        GenericTypes.resolve(parameterized, type) instanceof ParameterizedType resolved
                                ? resolved.getActualTypeArguments()
                                : parameterized.getActualTypeArguments());
            }
        }
    }

    /** Whether its fields say nothing of what is sent. */
    private static boolean writesItself(Class<?> type) {
        if (Externalizable.class.isAssignableFrom(type) || Throwable.class.isAssignableFrom(type)) {
            return true;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("writeObject") || method.getName().equals("writeReplace")) {
                return true;
            }
        }
        return false;
    }

    private void reachAll(Set<Class<?>> several) {
        for (Class<?> each : several) {
            reach((Type) each);
        }
    }
}
