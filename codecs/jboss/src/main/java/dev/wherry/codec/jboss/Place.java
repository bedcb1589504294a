package dev.wherry.codec.jboss;

/**
 * The places where river reads a tag, each with the tags that its writer writes there for what travels here. River's reader
 * knows many more tags, some of which allocate, make classes or repeat work without limits. The names in the comments are
 * those of river's constants, which are not public, without their prefix ID.
 */
enum Place {
    OBJECT(
            0x01, 0x04, // NULL, REPEAT_OBJECT_FAR, PREDEFINED_OBJECT, NEW_OBJECT
            0x39, 0x3a, // REPEAT_OBJECT_NEAR, _NEARISH
            0x3d, 0x44, // STRING_EMPTY to _LARGE, ARRAY_EMPTY to _LARGE
            0x49, 0x55), // BYTE_OBJECT to BOOLEAN_OBJECT_FALSE, COLLECTION_EMPTY to _LARGE

    /** The class of a new object. */
    CLASS(
            0x06, 0x06, // REPEAT_CLASS_FAR
            0x10, 0x10, // PREDEFINED_SERIALIZABLE_CLASS
            0x13, 0x13, // PREDEFINED_ENUM_TYPE_CLASS
            0x3b, 0x3c), // REPEAT_CLASS_NEAR, _NEARISH

    /** The superclass of the class before it; OBJECT_CLASS if that is not a user's class. */
    SUPERCLASS(
            0x10, 0x10, // PREDEFINED_SERIALIZABLE_CLASS
            0x16, 0x16), // OBJECT_CLASS

    /** The class of an array's elements. */
    ELEMENT(
            0x06, 0x06, // REPEAT_CLASS_FAR
            0x0d, 0x0e, // OBJECT_ARRAY_TYPE_CLASS, PREDEFINED_PLAIN_CLASS
            0x10, 0x11, // PREDEFINED_SERIALIZABLE_CLASS, PREDEFINED_EXTERNALIZABLE_CLASS
            0x13, 0x27, // PREDEFINED_ENUM_TYPE_CLASS, STRING_CLASS to ENUM_CLASS, BOOLEAN_ARRAY_CLASS to PRIM_DOUBLE
            0x29, 0x31, // BOOLEAN_CLASS to VOID_CLASS
            0x3b, 0x3c, // REPEAT_CLASS_NEAR, _NEARISH
            0x5a, 0x5b, // CC_ARRAY_LIST, CC_LINKED_LIST
            0x63, 0x63, // CC_IDENTITY_HASH_MAP
            0x6b, 0x71, // CC_ENUM_SET, CC_ENUM_MAP, ABSTRACT_COLLECTION to _SEQUENTIAL_LIST
            0x73, 0x76, // CC_COPY_ON_WRITE_ARRAY_LIST, _SET, CC_VECTOR, CC_STACK
            0x78, 0x78), // CC_ARRAY_DEQUE

    /** The class of a collection, whose elements follow. */
    COLLECTION(
            0x5a, 0x5b, // CC_ARRAY_LIST, CC_LINKED_LIST
            0x78, 0x78); // CC_ARRAY_DEQUE

    static final int ARRAY_CLASS = 0x0d;
    static final int PLAIN_CLASS = 0x0e;
    static final int SERIALIZABLE_CLASS = 0x10;
    static final int EXTERNALIZABLE_CLASS = 0x11;
    static final int ENUM_CLASS = 0x13;
    static final int LARGE_STRING = 0x40;

    private static final int NEW_OBJECT = 0x04;
    private static final int SMALL_STRING = 0x3e;
    private static final int EMPTY_ARRAY = 0x41;
    private static final int SMALL_ARRAY = 0x42;
    private static final int LARGE_ARRAY = 0x44;
    private static final int EMPTY_COLLECTION = 0x52;
    private static final int SMALL_COLLECTION = 0x53;

    @SuppressWarnings("ImmutableEnumChecker") // changed by the constructor alone
    private final boolean[] tags = new boolean[0x100];

    /** @param ranges the first and the last tag of each */
    Place(int... ranges) {
        for (int i = 0; i < ranges.length; i += 2) {
            for (int tag = ranges[i]; tag <= ranges[i + 1]; tag++) {
                tags[tag] = true;
            }
        }
    }

    boolean has(int tag) {
        return tags[tag];
    }

    /** Where the next tag stands if this one stands here. */
    Place after(int tag) {
        if (this != OBJECT) {
            return tag == SERIALIZABLE_CLASS ? SUPERCLASS : tag == ARRAY_CLASS ? ELEMENT : OBJECT;
        }
        if (tag >= EMPTY_ARRAY && tag <= LARGE_ARRAY) {
            return ELEMENT;
        }
        return tag == NEW_OBJECT ? CLASS : tag >= EMPTY_COLLECTION ? COLLECTION : OBJECT;
    }

    /** Whether the byte after this tag is a number of elements or letters. */
    boolean hasNumber(int tag) {
        return this == OBJECT && (tag == SMALL_STRING || tag == SMALL_ARRAY || tag == SMALL_COLLECTION);
    }
}
