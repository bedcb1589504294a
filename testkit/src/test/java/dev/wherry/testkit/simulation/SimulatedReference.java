package dev.wherry.testkit.simulation;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** Stands for {@link WeakReference} in woven classes: it is cleared when the simulation says so, not by the garbage collector. */
public final class SimulatedReference<T> extends WeakReference<T> {
    public SimulatedReference(T referent) {
        super(referent);
        SimulatedCleaner.keep(referent);
    }

    @Override
    public @Nullable T get() {
        T referent = super.get();
        return referent != null && SimulatedCleaner.isCollected(referent) ? null : referent;
    }
}
