package dev.wherry.codec;

import dev.wherry.spi.CodecException;

/** Refusals of values that hold themselves in a way that a reader could not rebuild. */
public final class CycleRefusal {
    private CycleRefusal() {}

    /** @param through a description of the value that cannot exist before its parts */
    public static CodecException refused(String through, Class<?> type) {
        return CodecException.impossible("A cycle through " + through + " cannot be rebuilt (" + type.getName()
                + "). Break it, or let it pass through a class whose fields can be set after it was made");
    }

    /** @param type the class whose hash code depends on itself */
    public static CodecException hashed(Class<?> type) {
        return CodecException.impossible(
                "A cycle through a map key or set element cannot be rebuilt: the hash code of a " + type.getName()
                        + " depends on itself. Compute it from what does not lead back to the object");
    }
}
