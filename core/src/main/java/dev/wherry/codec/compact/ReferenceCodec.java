package dev.wherry.codec.compact;

import dev.wherry.spi.Types;
import java.util.List;

/** Objects that are passed by reference: the peer gets a stub. */
final class ReferenceCodec extends ValueCodec {
    /** The codec for slots that are declared as Object. */
    static final ReferenceCodec OPEN = new ReferenceCodec(Object.class);

    private final List<Class<?>> as;

    ReferenceCodec(Class<?> declared) {
        super(declared);
        as = declared == Object.class ? List.of() : List.of(declared);
    }

    /** Accepts interfaces only, since a stub implements interfaces and extends no class. */
    @Override
    boolean fits(Slot slot) {
        return slot.takesStubs();
    }

    @Override
    void head(Writer to) {
        to.out.writeByte(ValueHead.REFERENCE);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        to.encoding.writeReference(value, as);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        from.charge(1);
        return from.decoding.readReference(type, at.codecs.types);
    }

    /** Objects that may travel only by reference, after they were exported. */
    static final class Only extends ValueCodec {
        private final Types types;

        Only(Class<?> type, Types types) {
            super(type);
            this.types = types;
        }

        @Override
        void head(Writer to) {
            throw types.refusal(type);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            throw types.refusal(type);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            throw types.refusal(type);
        }
    }
}
