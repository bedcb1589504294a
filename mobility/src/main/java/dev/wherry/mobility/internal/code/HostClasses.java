package dev.wherry.mobility.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The classes that a host has of its own, by content. It is asked for each class first, and for its file only if it has
 * it: for a file that nobody has, all modules of the JDK are searched, which takes five times as long. For any thread.
 */
public final class HostClasses {
    /** A loader keeps a lock for each name that it was ever asked for, so after this many only files are asked for. */
    private static final int MOST_ABSENT = 10_000;

    private static final Set<String> ABSENT = ConcurrentHashMap.newKeySet();

    private HostClasses() {}

    /** Null if the host has no class of this name, or none whose file can be read. Initialises none. */
    public static @Nullable CodeHash hash(String name, ClassLoader host) {
        if (isAbsent(name, host)) {
            return null;
        }
        try (InputStream in = host.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null ? null : CodeHash.of(in.readAllBytes());
        } catch (IOException e) {
            return null; // then it cannot be loaded from there either
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
            return false; // it is there, whatever is wrong with it
        }
    }
}
