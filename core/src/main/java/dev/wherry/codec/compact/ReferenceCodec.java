package dev.wherry.codec.compact;

import dev.wherry.spi.Types;
import java.util.List;

/** Objects that stay where they are: the peer gets a stub. */
final class ReferenceCodec extends ValueCodec {
    /** Where the declared type is open. */
    static final ReferenceCodec OPEN = new ReferenceCodec(Object.class);

    private final List<Class<?>> as;

    ReferenceCodec(Class<?> declared) {
        super(declared);
        as = declared == Object.class ? List.of() : List.of(declared);
    }

    /** A stub implements interfaces and is nothing else. */
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

    /** Objects that may travel by reference only, once they were exported. */
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
