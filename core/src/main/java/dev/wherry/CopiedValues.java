package dev.wherry;

/** The values that a builder sets. Each object that it builds has a copy, which the builder cannot change. */
abstract class CopiedValues<V extends CopiedValues<V>> implements Cloneable {
    /** Returns an object with the same values. */
    @SuppressWarnings("unchecked") // V is the class itself
    final V copy() {
        try {
            return (V) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
