package dev.wherry.codec.compact;

import java.util.Collection;
import java.util.Map;

/** A form of the JDK's own classes, known to every peer by its ordinal. */
abstract class BuiltIn extends Form {
    private int ordinal = -1;
    private final boolean container;
    private final boolean mutable;
    private final KeptForm kept = new KeptForm(this);

    /**
     * @param container whether it holds values of any kind, and so may hold itself
     * @param mutable whether a change made through one reference is seen through another
     */
    BuiltIn(Class<?> type, boolean container, boolean mutable) {
        super(type);
        this.container = container;
        this.mutable = mutable;
    }

    final void ordinal(int ordinal) {
        this.ordinal = ordinal;
    }

    final boolean container() {
        return container;
    }

    final boolean hashesElements() {
        return Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type);
    }

    @Override
    final void head(Writer to) {
        to.out.writeSize(Heads.ofBuiltIn(ordinal));
    }

    @Override
    boolean nests() {
        return container;
    }

    @Override
    Form at(Place place) {
        return (container && place.keeps()) || (mutable && place.forms.types.keepsSharing()) ? kept : this;
    }

    final Form kept(boolean kept) {
        return kept ? this.kept : this;
    }
}
