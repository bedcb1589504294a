package dev.wherry.codec.compact;

/** A built-in form whose values keep their identity within the message. */
final class IdentityCodec extends ValueCodec {
    final BuiltInCodec plain;

    IdentityCodec(BuiltInCodec plain) {
        super(plain.type, plain.nests, true, plain.closed);
        this.plain = plain;
    }

    @Override
    boolean fits(Slot slot) {
        return plain.fits(slot);
    }

    @Override
    void head(Writer to) {
        to.out.writeByte(ValueHead.KEPT);
        plain.head(to);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        plain.write(value, at, to);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        return plain.read(at, from, id);
    }
}
