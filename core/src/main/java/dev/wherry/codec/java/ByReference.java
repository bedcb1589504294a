package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which objects of a message travel by reference by their class. The stream does not tell of what type a field is, so
 * that, as in Java RMI, the object decides: it does if it implements an interface that is by reference.
 */
public final class ByReference {
    private final Types types;
    /** Nothing for a class that is not by reference. */
    private final Map<Class<?>, Optional<List<Class<?>>>> known = new HashMap<>();

    public ByReference(Types types) {
        this.types = types;
    }

    boolean contains(Object object) {
        return find(object).isPresent();
    }

    /** The interfaces to name in the reference; none if this side's types list none of the object's. */
    List<Class<?>> interfaces(Object object) {
        return find(object).orElse(List.of());
    }

    private Optional<List<Class<?>>> find(Object object) {
        return known.computeIfAbsent(object.getClass(), this::of);
    }

    /** The same of all objects of a class; nothing if it is not by reference. */
    public Optional<List<Class<?>>> of(Class<?> type) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            collect(part, interfaces);
        }
        interfaces.removeIf(candidate -> !types.isReference(candidate));
        return interfaces.isEmpty()
                ? Optional.empty()
                : Optional.of(interfaces.stream().filter(this::isListed).toList());
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
