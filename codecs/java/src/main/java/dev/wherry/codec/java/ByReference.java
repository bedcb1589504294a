package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides by its class whether an object of a message travels by reference. The stream does not hold the declared types of
 * fields, so the class of the object decides, as in Java RMI: see {@link Types#references}.
 */
final class ByReference {
    private final Types types;
    private final Map<Class<?>, List<Class<?>>> known = new HashMap<>();

    ByReference(Types types) {
        this.types = types;
    }

    /** Those of the object's class; none if its class does not put it by reference. */
    List<Class<?>> interfaces(Object object) {
        return known.computeIfAbsent(object.getClass(), types::references);
    }

    /** The name to write of these interfaces: the first that the types of the call list, as the peer's do. Null: none. */
    static @Nullable String listed(List<Class<?>> interfaces, Types types) {
        for (Class<?> each : interfaces) {
            if (isListed(each, types)) {
                return each.getName();
            }
        }
        return null;
    }

    private static boolean isListed(Class<?> candidate, Types types) {
        try {
            return types.find(candidate.getName()) == candidate;
        } catch (CodecException e) {
            return false;
        }
    }
}
