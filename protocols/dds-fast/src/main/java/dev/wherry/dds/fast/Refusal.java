package dev.wherry.dds.fast;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;

/** The refusals of features that the binding does not have, and of closed parts. */
final class Refusal {
    private Refusal() {}

    /**
     * Returns the exception.
     *
     * @param what is refused, as the subject of a sentence
     */
    static DdsException of(String what) {
        return new DdsException(
                DdsException.Kind.REFUSED,
                what + " is not supported by the engine 'fast-dds'. Leave it out, or use the engine '"
                        + DdsOptions.CYCLONE + "'");
    }

    /** Returns the exception for a part that is used after it was closed. */
    static DdsException closed(String what) {
        return new DdsException(DdsException.Kind.CLOSED, what + " is closed");
    }
}
