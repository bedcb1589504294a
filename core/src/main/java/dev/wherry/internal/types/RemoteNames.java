package dev.wherry.internal.types;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds interfaces that extend {@code java.rmi.Remote} by the names that peers send. Nothing else is returned, nothing is
 * initialised, and a name without a class file is not even asked of the loader, which would remember it for ever. Looking
 * for one takes some microseconds of the file system; a peer that makes names up pays for that. For any thread.
 */
public final class RemoteNames {
    private static final int LONGEST_NAME = 1_000;
    /** The last names that lead to nothing are remembered. */
    static final int MOST_ABSENT = 1_000;

    private final @Nullable ClassLoader loader;
    private final Set<String> absent = Collections.synchronizedSet(Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_ABSENT;
        }
    }));

    /** @param loader null: that of the JDK, which has none of these interfaces */
    public RemoteNames(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** Null if there is no such interface. */
    public @Nullable Class<?> find(String name) {
        if (loader == null || name.length() > LONGEST_NAME || absent.contains(name)) {
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
