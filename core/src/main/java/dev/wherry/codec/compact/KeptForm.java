package dev.wherry.codec.compact;

/** A built-in form whose values keep their identity within the message. */
final class KeptForm extends Form {
    final BuiltIn plain;

    KeptForm(BuiltIn plain) {
        super(plain.type, plain.nests, true, plain.closed);
        this.plain = plain;
    }

    @Override
    boolean fits(Place place) {
        return plain.fits(place);
    }

    @Override
    void head(Writer to) {
        to.out.writeByte(Heads.KEPT);
        plain.head(to);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        plain.write(value, at, to);
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        return plain.read(at, from, slot);
    }
}
