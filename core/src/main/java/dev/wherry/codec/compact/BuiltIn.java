package dev.wherry.codec.compact;

import java.lang.reflect.Modifier;

/** A form of the JDK's own classes, known to every peer by its ordinal. */
abstract class BuiltIn extends Form {
    private final boolean shared;
    /** The same form for places where identity is kept. */
    final KeptForm keeping;

    private int ordinal = -1;

    /** Whether it travels only where the interface, or the endpoint, names it: in JdkTypes it is not a value. */
    boolean isRegistered() {
        return false;
    }

    @Override
    boolean fits(Place place) {
        if (isRegistered() && !place.forms.types.allows(type)) {
            throw place.forms.types.refusal(type);
        }
        return super.fits(place) || isHidden(place.raw);
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
    BuiltIn(Class<?> type, boolean container, boolean shared, boolean closed) {
        super(type, container, false, closed);
        this.shared = shared;
        keeping = new KeptForm(this);
    }

    final void ordinal(int ordinal) {
        this.ordinal = ordinal;
    }

    @Override
    final void head(Writer to) {
        to.out.writeSize(Heads.ofBuiltIn(ordinal));
    }

    @Override
    Form at(Place place) {
        return (nests && place.keeps()) || (shared && place.forms.types.keepsSharing()) ? keeping : this;
    }
}
