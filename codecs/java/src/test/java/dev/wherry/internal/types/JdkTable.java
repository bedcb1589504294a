package dev.wherry.internal.types;

import java.util.List;
import java.util.Objects;

/** The JDK's values that travel in every call, for tests of other packages. */
public final class JdkTable {
    private JdkTable() {}

    public static List<Class<?>> values() {
        return JdkTypes.values().stream()
                .<Class<?>>map(name -> Objects.requireNonNull(JdkTypes.find(name), name))
                .toList();
    }
}
