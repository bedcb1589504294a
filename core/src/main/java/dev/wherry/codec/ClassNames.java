package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;

/** Classes as values: each travels by its name, among those that the calls of an interface may carry. */
public final class ClassNames {
    private ClassNames() {}

    /** Whether a class may be a value: it is primitive, or the types list it, be it as an interface or by its array, or stubs may be of it. */
    public static boolean isListed(Class<?> type, Types types) {
        if (type.isPrimitive() || types.allows(type)) {
            return true;
        }
        try {
            return ofArray(type.getName(), types) == type;
        } catch (CodecException e) {
            return false; // the caller refuses it
        }
    }

    /** Whether the JDK's own loaders define a class, whose fields nobody else may read. */
    public static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /**
     * The class of a name that a peer has sent, which is not initialised by this.
     *
     * @throws CodecException if it may not travel
     */
    public static Class<?> find(String name, Types types) {
        Class<?> primitive = Class.forPrimitiveName(name);
        return primitive != null ? primitive : ofArray(name, types);
    }

    /**
     * The class of a name that a peer has sent for what an array is of: one that is listed, or an interface that stubs
     * may be of.
     *
     * @throws CodecException if there may be no such array
     */
    public static Class<?> ofArray(String name, Types types) {
        try {
            return types.find(name);
        } catch (CodecException e) {
            Class<?> reference = types.findReference(name);
            if (reference != null) {
                return reference;
            }
            throw e;
        }
    }
}
