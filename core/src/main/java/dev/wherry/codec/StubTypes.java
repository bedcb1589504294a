package dev.wherry.codec;

import java.io.Serializable;
import java.util.List;

/** Which declared types can hold the stub of an object that travels by reference because of its class. */
public final class StubTypes {
    private StubTypes() {}

    /**
     * Returns whether a declared type can hold a stub that implements these interfaces and Serializable, and nothing else. If
     * it cannot, the object is copied or refused.
     */
    public static boolean fit(List<Class<?>> interfaces, Class<?> declared) {
        return declared == Object.class
                || declared == Serializable.class
                || (declared.isInterface() && interfaces.stream().anyMatch(declared::isAssignableFrom));
    }
}
