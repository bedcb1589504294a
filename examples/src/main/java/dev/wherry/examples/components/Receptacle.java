package dev.wherry.examples.components;

import dev.wherry.Endpoint;
import org.jspecify.annotations.Nullable;

/** A place for the stub of a facet. Another stub can be put there while the component runs. For any thread. */
public final class Receptacle<T> {
    private final Class<T> type;
    private volatile @Nullable Wire<T> wire;

    private record Wire<T>(String address, T stub) {}

    Receptacle(Class<T> type) {
        this.type = type;
    }

    /**
     * Returns the stub of the facet. Keep it for one step only.
     *
     * @throws IllegalStateException if the component does not run yet
     */
    public T get() {
        Wire<T> connected = wire;
        if (connected == null) {
            throw new IllegalStateException("The receptacle for " + type.getSimpleName() + " is not wired yet");
        }
        return connected.stub();
    }

    Class<T> type() {
        return type;
    }

    /** Connects this to the facet at an address, which need not run yet. Returns false if it was connected to it before. */
    boolean wire(Endpoint endpoint, String address) {
        Wire<T> before = wire;
        if (before != null && before.address().equals(address)) {
            return false;
        }
        wire = new Wire<>(address, endpoint.lookupLazily(address, type));
        return true;
    }
}
