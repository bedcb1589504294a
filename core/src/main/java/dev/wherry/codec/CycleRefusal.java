package dev.wherry.codec;

import dev.wherry.spi.CodecException;

/** The refusal of values that hold themselves in a way that no reader could rebuild. */
public final class CycleRefusal {
    private CycleRefusal() {}

    /** @param through what cannot be there before its parts are */
    public static CodecException refused(String through, Class<?> type) {
        return CodecException.impossible("A cycle through " + through + " cannot be rebuilt (" + type.getName()
                + "). Break it, or let it pass through a class whose fields can be set after it was made");
    }

    /** @param type whose hash code leads back to the object */
    public static CodecException hashed(Class<?> type) {
        return CodecException.impossible(
                "A cycle through a map key or set element cannot be rebuilt: the hash code of a " + type.getName()
                        + " depends on itself. Compute it from what does not lead back to the object");
    }
}
