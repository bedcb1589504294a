package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The classes that one message names, each found on the interface's list or as a part of what was found there. */
final class StreamTypes {
    private final Types types;
    private final Map<String, Class<?>> found = new HashMap<>();
    private final Map<String, Class<?>> parents = new HashMap<>();

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
        addParents(type);
        return type;
    }

    /** A class that is itself the value. */
    Class<?> findLiteral(String name) {
        try {
            return find(name);
        } catch (CodecException e) {
            throw types.refusalOfLiteral(name);
        }
    }

    /** Lets the superclasses of a class be described. */
    void addParents(Class<?> type) {
        for (@Nullable Class<?> parent = type.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            parents.putIfAbsent(parent.getName(), parent);
        }
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
            return form != null ? form : ClassNames.find(name, types);
        } catch (ClassNotFoundException e) {
            throw (CodecException) types.refusal(name).initCause(e);
        }
    }

    /** A superclass is found with its heir, which does not make it a value. */
    void requireObjects(Class<?> type) {
        if (type.isArray() || type.isEnum() || !(isOurs(type) || types.allows(type))) {
            throw types.refusal(type);
        }
        boolean inOtherForm =
                type == URL.class || type == Class.class || LogLevels.is(type) || CheckedForms.isDuration(type);
        if (inOtherForm) {
            throw CodecException.malformed("a " + type.getName() + " in the form of an object");
        }
    }

    static boolean isOurs(Class<?> type) {
        return Substitutes.CLASSES.containsValue(type) || JdkForms.contains(type);
    }

    CodecException refusal(String name) {
        return types.refusal(name);
    }

    /** Any class that signatures name may be a value, and none that is only a superclass of what may travel. */
    void requireLiterals(Class<?> type) {
        if (!ClassNames.isListed(type, types)) {
            throw types.refusalOfLiteral(type);
        }
    }

    /** Whether a value may be of this class, or its form, or what JDK collections name before they allocate. */
    boolean mayBeMade(Class<?> type) {
        return types.allows(type) || isOurs(type) || type == Object[].class || type == Map.Entry[].class;
    }

    /** Whether a class is what a stand-in may give back: a class of a user's that extends one which signatures name. */
    boolean extendsListed(Class<?> type) {
        if (ClassNames.isOfJdk(type)) {
            return false;
        }
        Class<?> parent = type.getSuperclass();
        while (parent != null && !ClassNames.isOfJdk(parent)) {
            if (ClassNames.isListed(parent, types)) {
                return true;
            }
            parent = parent.getSuperclass();
        }
        return false;
    }

    /** Whether this is a superclass of what the message has named. */
    boolean isParent(Class<?> type) {
        return type.equals(parents.get(type.getName()));
    }
}
