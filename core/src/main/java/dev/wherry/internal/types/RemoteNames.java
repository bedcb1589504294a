package dev.wherry.internal.types;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds interfaces that extend {@code java.rmi.Remote} by the names that peers send. Nothing else is returned, nothing is
 * initialised, and a name without a class file is not even asked of the loader, which would remember it for ever. For any
 * thread.
 */
public final class RemoteNames {
    private static final int LONGEST_NAME = 1_000;
    /** Names that lead to nothing are remembered, and so many only are looked for. */
    private static final int MOST_ABSENT = 1_000;

    private final @Nullable ClassLoader loader;
    private final Set<String> absent = ConcurrentHashMap.newKeySet();

    /** @param loader null: that of the JDK, which has none of these interfaces */
    public RemoteNames(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** Null if there is no such interface. */
    public @Nullable Class<?> find(String name) {
        if (loader == null || name.length() > LONGEST_NAME || absent.contains(name) || absent.size() >= MOST_ABSENT) {
            return null;
        }
        Class<?> found = load(loader, name);
        if (found == null) {
            absent.add(name);
        }
        return found;
    }

    private static @Nullable Class<?> load(ClassLoader loader, String name) {
        if (loader.getResource(name.replace('.', '/') + ".class") == null) {
            return null;
        }
        try {
            Class<?> loaded = Class.forName(name, false, loader);
            return loaded.isInterface() && TypeClosure.extendsRmi(loaded) && !JdkTypes.defines(loaded) ? loaded : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // as if it were not there: what needs it says so
        }
    }
}
