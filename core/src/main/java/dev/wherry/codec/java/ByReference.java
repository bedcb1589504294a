package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a message travel by reference by their class. The stream does not tell of what type a field is, so
 * that, as in Java RMI, the object decides: it does if it implements an interface that is by reference.
 */
final class ByReference {
    private final Types types;
    private final Map<Class<?>, Class<?>> declared = new HashMap<>();

    ByReference(Types types) {
        this.types = types;
    }

    boolean contains(Object object) {
        return find(object) != void.class;
    }

    /** The interface to name in the reference; Object if this side's types list none of the object's. */
    Class<?> declared(Object object) {
        Class<?> found = find(object);
        return found == void.class ? Object.class : found;
    }

    private Class<?> find(Object object) {
        return declared.computeIfAbsent(object.getClass(), this::find);
    }

    /** The first that is listed, or Object if none is; void if none is by reference. */
    private Class<?> find(Class<?> type) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            collect(part, interfaces);
        }
        interfaces.removeIf(candidate -> !types.isReference(candidate));
        return interfaces.isEmpty()
                ? void.class
                : interfaces.stream().filter(this::isListed).findFirst().orElse(Object.class);
    }

    private static void collect(Class<?> type, Set<Class<?>> to) {
        for (Class<?> parent : type.getInterfaces()) {
            to.add(parent);
            collect(parent, to);
        }
    }

    private boolean isListed(Class<?> candidate) {
        try {
            return types.find(candidate.getName()) == candidate;
        } catch (CodecException e) {
            return false; // an interface that this side's types do not mention; the reference then goes without it
        }
    }
}
