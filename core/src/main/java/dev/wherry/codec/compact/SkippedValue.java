package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;

/** What is left of a value that was stepped over: in a field that is not here, of a class that is not here. */
final class SkippedValue {
    /** In the place of all objects in bytes that nobody reads. */
    static final SkippedValue PASSED = new SkippedValue();

    SkippedValue() {}

    /** Steps over one value and all in it. Values of classes that are here are read, as others may refer back to them. */
    static void skip(FieldKind kind, CodecContext codecs, Reader from) {
        from.dropping++;
        kind.read(codecs.open, from);
        from.dropping--;
    }

    static CodecException shared() {
        return CodecException.impossible(
                "A value is shared with one that was stepped over: in a field that is not here, of a class that is not"
                    + " here, or left unread by a readExternal method. Bring both sides to versions that have and read"
                    + " it");
    }
}
