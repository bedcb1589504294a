package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;

/** Stands for a value that was skipped: of a field or a class that does not exist here. */
final class SkippedValue {
    /** Stands for all objects in bytes that were left unread. */
    static final SkippedValue PASSED = new SkippedValue();

    SkippedValue() {}

    /** Returns the refusal of a reference back to a skipped value. */
    static CodecException shared() {
        return CodecException.impossible(
                "A value is shared with one that was skipped: in a field that is not here, of a class that is not"
                        + " here, or left unread by a readExternal method. Bring both sides to versions that have and read"
                        + " it");
    }
}
