package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;

/**
 * Classes as values. A class travels by its name, if it is among the classes that the calls of an interface may carry.
 */
public final class ClassNames {
    private ClassNames() {}

    /**
     * Returns whether a class may be a value. It may if it is primitive, if the types list it or an array of it, or if
     * stubs may implement it.
     */
    public static boolean isListed(Class<?> type, Types types) {
        if (type.isPrimitive() || types.allows(type)) {
            return true;
        }
        try {
            return ofArray(type.getName(), types) == type;
        } catch (CodecException e) {
            return false; // the caller reports the refusal
        }
    }

    /**
     * Returns whether one of the JDK's class loaders defines a class. Other modules cannot read the fields of such a
     * class.
     */
    public static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader.equals(ClassLoader.getPlatformClassLoader());
    }

    /**
     * Returns the class of a name that a peer has sent. The class is not initialized by this.
     *
     * @throws CodecException if it may not travel
     */
    public static Class<?> find(String name, Types types) {
        Class<?> primitive = Class.forPrimitiveName(name);
        return primitive != null ? primitive : ofArray(name, types);
    }

    /**
     * Returns the component class of an array, by a name that a peer has sent. It must be listed, or an interface that
     * stubs may implement.
     *
     * @throws CodecException if such an array may not travel
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
