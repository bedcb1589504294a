package dev.wherry.codec.java;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes that one message names, each found on the interface's list or as a part of what was found there. */
final class StreamTypes {
    private final Types types;
    private final Map<String, Class<?>> found = new HashMap<>();
    private final Map<String, Class<?>> parents = new HashMap<>();
    private final Set<Class<?>> known = new HashSet<>();

    StreamTypes(Types types) {
        this.types = types;
    }

    /** Without loading anything that is not allowed. */
    Class<?> find(String name) {
        Class<?> before = found.get(name);
        if (before != null) {
            return before;
        }
        Class<?> type = look(name);
        found.put(name, type);
        known.add(type);
        for (@Nullable Class<?> parent = type.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            parents.putIfAbsent(parent.getName(), parent);
        }
        return type;
    }

    private Class<?> look(String name) {
        Class<?> ours = Substitutes.CLASSES.get(name);
        if (ours != null) {
            return ours;
        }
        Class<?> parent = parents.get(name);
        if (parent != null) {
            return parent;
        }
        try {
            Class<?> form = JdkForms.find(name);
            return form != null ? form : types.find(name);
        } catch (ClassNotFoundException e) {
            throw (CodecException) types.refusal(name).initCause(e);
        }
    }

    /** A superclass is found with its heir, which does not make it a value. */
    void requireObjects(Class<?> type) {
        if (type.isArray() || type.isEnum() || !(isOurs(type) || types.allows(type))) {
            throw types.refusal(type.getName());
        }
    }

    static boolean isOurs(Class<?> type) {
        return Substitutes.CLASSES.containsValue(type) || JdkForms.contains(type);
    }

    CodecException refusal(String name) {
        return types.refusal(name);
    }

    /** Whether the message has named this class, or it may travel, or is what JDK collections name before allocating. */
    boolean knows(Class<?> type) {
        return known.contains(type) || type == Object[].class || type == Map.Entry[].class || types.allows(type);
    }
}
