package dev.wherry.codec.compact;

import dev.wherry.codec.SerialForm;
import dev.wherry.spi.CodecException;

/**
 * Values of classes that define their own serial form, coded by codec java. A length precedes each, so that it can be
 * skipped. Each is a stream of its own, which shares no objects with other values.
 */
final class SerialFormCodec extends ValueCodec {
    private static final int LENGTH = 4;

    SerialFormCodec(Class<?> type) {
        super(type);
    }

    /** Accepts any slot: the stream holds the class, which is checked there. */
    @Override
    boolean fits(Slot slot) {
        return true;
    }

    @Override
    void head(Writer to) {
        to.out.writeByte(ValueHead.SERIAL);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        int start = to.out.size();
        to.out.writeInt(0);
        SerialForm.installed(value.getClass().getName()).write(value, to.encoding, at.codecs.types);
        to.out.patchInt(start, to.out.size() - start - LENGTH);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        from.charge(1);
        int length = from.in.readInt();
        if (from.dropping > 0) {
            from.in.skip(length);
            return new Reader.SkippedValue();
        }
        int end = from.in.position() + length;
        long before = from.cost();
        long searchingBefore = from.searching();
        Object value = SerialForm.installed("a value declared as " + at.raw.getName())
                .read(from.decoding, at.codecs.types, at.raw);
        if (from.in.position() != end) {
            throw CodecException.malformed("a serial form of " + length + " bytes that ends elsewhere");
        }
        from.budget().readSerial(value, from.cost() - before, from.searching() - searchingBefore);
        return value;
    }
}
