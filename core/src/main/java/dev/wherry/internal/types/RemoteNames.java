package dev.wherry.internal.types;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code java.rmi.Remote}, and interfaces that extend it, by the names that peers send, or any interface. Nothing else is
 * loaded, since a class stays until its loader goes: the class files say what an interface extends. Nothing is initialised.
 * For any thread.
 */
public final class RemoteNames {
    private static final int LONGEST_NAME = 1_000;
    /** Interfaces that one extends, directly or not. */
    private static final int MOST_PARENTS = 1_000;
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
        boolean isOfJdk = JdkTypes.isNameOfJdk(name) && !name.equals(TypeKinds.REMOTE);
        Class<?> loaded = isOfJdk ? null : loadRemote(loader, name);
        if (loaded == null) {
            absent.add(name);
        } else {
            found.put(name, loaded);
        }
        return loaded;
    }

    /** Loads {@code java.rmi.Remote} or an interface that extends it, if a loader has one of this name, and no other class. */
    public static @Nullable Class<?> loadRemote(ClassLoader loader, String name) {
        Class<?> type = extendsRemote(loader, name) ? load(loader, name) : null;
        return type != null && TypeKinds.extendsRmi(type) ? type : null;
    }

    /** Loads an interface, if a loader has one of this name, and no other class. */
    public static @Nullable Class<?> loadInterface(ClassLoader loader, String name) {
        return parents(loader, name) == null ? null : load(loader, name);
    }

    private static @Nullable Class<?> load(ClassLoader loader, String name) {
        try {
            Class<?> loaded = Class.forName(name, false, loader);
            return loaded.isInterface() ? loaded : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // as if it were not there: what needs it says so
        }
    }

    /** Whether the name is Remote's, or the class files say that it is an interface that extends Remote. */
    private static boolean extendsRemote(ClassLoader loader, String name) {
        Set<String> seen = new HashSet<>();
        Deque<String> pending = new ArrayDeque<>(List.of(name));
        while (!pending.isEmpty() && seen.size() < MOST_PARENTS) {
            String each = pending.remove();
            if (each.equals(TypeKinds.REMOTE)) {
                return true;
            }
            if (seen.add(each)) {
                List<String> parents = parents(loader, each);
                pending.addAll(parents == null ? List.of() : parents);
            }
        }
        return false;
    }

    /** The names of what an interface extends; null of a class, or if there is no such class file. */
    private static @Nullable List<String> parents(ClassLoader loader, String name) {
        if (name.length() > LONGEST_NAME) {
            return null;
        }
        String internal = name.replace('.', '/');
        try (InputStream bytes = loader.getResourceAsStream(internal + ".class")) {
            ClassModel file = bytes == null ? null : ClassFile.of().parse(bytes.readAllBytes());
            // a file system that knows no case finds others
            return file == null
                            || !file.flags().has(AccessFlag.INTERFACE)
                            || !file.thisClass().asInternalName().equals(internal)
                    ? null
                    : file.interfaces().stream()
                            .map(parent -> parent.asInternalName().replace('/', '.'))
                            .toList();
        } catch (IOException | IllegalArgumentException e) {
            return null; // not a class file
        }
    }
}
