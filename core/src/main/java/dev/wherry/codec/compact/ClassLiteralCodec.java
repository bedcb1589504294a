package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.spi.CodecException;

/** Class objects: by name, among the types that the interface's calls may carry, and not initialised by that. */
final class ClassLiteralCodec extends BuiltInCodec {
    ClassLiteralCodec() {
        super(Class.class, false, false, false);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Class<?> type = (Class<?>) value;
        if (!ClassNames.isListed(type, at.codecs.types)) {
            throw at.codecs.types.refusalOfLiteral(type);
        }
        to.out.writeText(type.getName());
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        String name = ScalarCodecs.text(from.in);
        try {
            return ClassNames.find(name, at.codecs.types);
        } catch (CodecException e) {
            if (from.dropping > 0) {
                return Object.class;
            }
            throw e;
        }
    }
}
