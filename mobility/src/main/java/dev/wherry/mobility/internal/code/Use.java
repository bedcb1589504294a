package dev.wherry.mobility.internal.code;

import java.util.ArrayList;
import java.util.List;

/**
 * What code does with a class, or with one of its methods.
 *
 * @param owner the class by its internal name, {@code com/acme/Task$1}; never an array
 * @param member the method's name and descriptor; empty where a class is all that counts
 */
record Use(Kind kind, String owner, String member) {
    enum Kind {
        /** It is loaded, as by a cast. */
        LOADED,
        /** It is asked for by its name. */
        NAMED,
        /** It is taken as an object, which is mostly done to look at it by reflection. */
        REFLECTED,
        /** Values of this type may lie in a field of what travels: the codec looks at its fields. */
        HELD,
        /** Its static fields are used. */
        INITIALIZED,
        /** An object of it is made. */
        MADE,
        /** An object of it comes from elsewhere. */
        TRAVELLED,
        /** A lambda of it comes from elsewhere, which calls the member: class, name and descriptor. */
        DESERIALIZED,
        /** This very method runs: static, a constructor, of a superclass. */
        CALLED,
        /** The method runs by which the class of the receiver overrides this one. */
        DISPATCHED
    }

    static Use of(Kind kind, String owner) {
        return new Use(kind, owner, "");
    }

    /** The class of an array's elements, else the class itself; empty if the elements are primitive. */
    static String element(String internalName) {
        if (!internalName.startsWith("[")) {
            return internalName;
        }
        int start = internalName.lastIndexOf('[') + 1;
        return internalName.charAt(start) == 'L' ? internalName.substring(start + 1, internalName.length() - 1) : "";
    }

    /** The classes that a descriptor, or the generic signature of a field, names; type arguments each by itself. */
    static List<String> named(String descriptor) {
        List<String> classes = new ArrayList<>();
        for (int at = 0; at < descriptor.length(); at++) {
            char tag = descriptor.charAt(at);
            if (tag == 'L' || tag == 'T' || tag == '.') {
                int start = ++at;
                while (at < descriptor.length() && ";<.".indexOf(descriptor.charAt(at)) < 0) {
                    at++;
                }
                if (tag == 'L') {
                    classes.add(descriptor.substring(start, at));
                }
                at -= at < descriptor.length() && descriptor.charAt(at) == '.' ? 1 : 0;
            }
        }
        return classes;
    }
}
