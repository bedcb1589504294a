package dev.wherry.mobility.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the host's classes and their hashes. It first asks the loader for the class, and then for its file. The search for a missing
 * file visits all modules of the JDK, which takes five times as long. For any thread.
 */
public final class HostClasses {
    /** A loader keeps a lock for each name that it was asked for. After this many names only files are searched for. */
    private static final int MOST_ABSENT = 10_000;

    private static final Set<String> ABSENT = ConcurrentHashMap.newKeySet();

    private HostClasses() {}

    /** Returns null if the host has no class of this name, or its file cannot be read. Initialises no class. */
    public static @Nullable CodeHash hash(String name, ClassLoader host) {
        if (isAbsent(name, host)) {
            return null;
        }
        try (InputStream in = host.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : CodeHash.of(in.readAllBytes());
        } catch (IOException e) {
            return null; // so it cannot be loaded from there either
        }
    }

    private static boolean isAbsent(String name, ClassLoader host) {
        if (ABSENT.size() >= MOST_ABSENT && !ABSENT.contains(name)) {
            return false;
        }
        try {
            host.loadClass(name);
            return false;
        } catch (ClassNotFoundException e) {
            ABSENT.add(name);
            return true;
        } catch (LinkageError | RuntimeException e) {
            return false; // it exists, and is broken
        }
    }
}
