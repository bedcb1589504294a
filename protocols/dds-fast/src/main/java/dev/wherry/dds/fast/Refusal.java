package dev.wherry.dds.fast;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.DdsException;
import java.io.IOException;

/** The refusals of features that the binding does not have, of parts that the library does not create, and of closed parts. */
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

    /** @param kind of the entity, for the message */
    static DdsException notCreated(String kind, EndpointProfile profile, IOException why) {
        return new DdsException(
                DdsException.Kind.REFUSED,
                "Creating the " + kind + " of the topic '" + profile.topic().name() + "' failed: " + why.getMessage());
    }
}
