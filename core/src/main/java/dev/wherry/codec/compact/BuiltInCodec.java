package dev.wherry.codec.compact;

import java.lang.reflect.Modifier;

/** A form of the JDK's own classes, known to every peer by its ordinal. */
abstract class BuiltInCodec extends ValueCodec {
    private final boolean shared;
    /** The same form for places where identity is kept. */
    final IdentityCodec keeping;

    private int ordinal = -1;

    /** Whether it travels only where the interface, or the endpoint, names it: in JdkTypes it is not a value. */
    boolean isRegistered() {
        return false;
    }

    @Override
    boolean fits(Slot slot) {
        if (isRegistered() && !slot.codecs.types.allows(type)) {
            throw slot.codecs.types.refusal(type);
        }
        return super.fits(slot) || isHidden(slot.raw);
    }

    /** Whether a declared class is one behind the JDK's factory methods, of which only making a value tells. */
    private boolean isHidden(Class<?> declared) {
        return type.isAssignableFrom(declared)
                && declared.getClassLoader() == null
                && !Modifier.isPublic(declared.getModifiers());
    }

    /**
     * @param container whether it holds values of any kind, and so may hold itself
     * @param shared whether sharing can be told: a change made through one reference is seen through another, or writing it
     *     twice is expensive
     */
    BuiltInCodec(Class<?> type, boolean container, boolean shared, boolean closed) {
        super(type, container, false, closed);
        this.shared = shared;
        keeping = new IdentityCodec(this);
    }

    final void ordinal(int ordinal) {
        this.ordinal = ordinal;
    }

    @Override
    final void head(Writer to) {
        to.out.writeSize(ValueHead.ofBuiltIn(ordinal));
    }

    @Override
    ValueCodec at(Slot slot) {
        return (nests && slot.keeps()) || (shared && slot.codecs.types.keepsSharing()) ? keeping : this;
    }
}
