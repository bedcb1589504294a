package dev.wherry.internal.types;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code java.rmi.Remote}, and interfaces that extend it, by the names that peers send. Nothing else is returned, nothing is
 * initialised, and a name without a class file is not even asked of the loader, which would remember it for ever. For any
 * thread.
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
    private final Map<String, Class<?>> found = new ConcurrentHashMap<>();

    /** @param loader null: that of the JDK, which has none of these interfaces */
    public RemoteNames(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** Null if there is no such interface. */
    public @Nullable Class<?> find(String name) {
        Class<?> before = found.get(name);
        if (before != null) {
            return before;
        }
        if (loader == null || name.length() > LONGEST_NAME || absent.contains(name)) {
            return null;
        }
        Class<?> loaded = load(loader, name);
        if (loaded == null) {
            absent.add(name);
        } else {
            found.put(name, loaded);
        }
        return loaded;
    }

    private static @Nullable Class<?> load(ClassLoader loader, String name) {
        if (loader.getResource(name.replace('.', '/') + ".class") == null) {
            return null;
        }
        try {
            Class<?> loaded = Class.forName(name, false, loader);
            boolean remote = loaded.isInterface() && TypeClosure.extendsRmi(loaded) && !JdkTypes.defines(loaded);
            return remote || TypeClosure.isRemote(loaded) ? loaded : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // as if it were not there: what needs it says so
        }
    }
}
