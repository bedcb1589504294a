package dev.wherry.mobility.internal.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A use of a class or of one of its methods.
 *
 * @param owner the class by its internal name, {@code com/acme/Task$1}; never an array
 * @param member the method's name and descriptor; empty if only the class counts
 */
record ClassUse(Kind kind, String owner, String member) {
    enum Kind {
        /** It is loaded, for example by a cast. */
        LOADED,
        /** It is asked for by its name. */
        NAMED,
        /** Its class object is used, mostly for reflection. */
        REFLECTED,
        /** A field of a sent object may have values of this type: the codec reads its fields. */
        HELD,
        /** Its static fields are used. */
        INITIALIZED,
        /** An object of it is created. */
        MADE,
        /** An object of it is received. */
        TRAVELLED,
        /** A lambda of it is received that calls the member: class, name and descriptor. */
        DESERIALIZED,
        /** Exactly this method runs: a static one, a constructor, or one of a superclass. */
        CALLED,
        /** A virtual method is called: the override of the receiver's class runs. */
        DISPATCHED
    }

    static ClassUse of(Kind kind, String owner) {
        return new ClassUse(kind, owner, "");
    }

    /** Returns the class of an array's elements, or the class itself; empty if the elements are primitive. */
    static String element(String internalName) {
        if (!internalName.startsWith("[")) {
            return internalName;
        }
        int start = internalName.lastIndexOf('[') + 1;
        return internalName.charAt(start) == 'L' ? internalName.substring(start + 1, internalName.length() - 1) : "";
    }

    /** Returns the classes that a descriptor or the generic signature of a field names, including type arguments. */
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
