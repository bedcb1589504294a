package dev.wherry.codec.compact;

import java.util.List;

/** Objects that stay where they are: the peer gets a stub. */
final class ReferenceForm extends Form {
    /** Where the declared type is open. */
    static final ReferenceForm OPEN = new ReferenceForm(Object.class);

    private final List<Class<?>> as;

    ReferenceForm(Class<?> declared) {
        super(declared);
        as = declared == Object.class ? List.of() : List.of(declared);
    }

    /** A stub implements interfaces and is nothing else. */
    @Override
    boolean fits(Place place) {
        return place.takesStubs();
    }

    @Override
    void head(Writer to) {
        to.out.writeByte(Heads.REFERENCE);
    }

    @Override
    void write(Object value, Place at, Writer to) {
        to.encoding.writeReference(value, as);
    }

    @Override
    Object read(Place at, Reader from, int slot) {
        from.charge(1);
        return from.decoding.readReference(type, at.forms.types);
    }
}
