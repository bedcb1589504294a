package dev.wherry.mobility.internal.code;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The class files that one loader finds, read once. Keeps no reference to the loader, so that it can be unloaded. For any thread. */
final class ClassFiles {
    /** Those of the JDK and of Wherry. */
    private static final ClassFiles EVERYWHERE = new ClassFiles();

    private static final Map<ClassLoader, SoftReference<ClassFiles>> ALL = new WeakHashMap<>();

    private final Map<String, ClassCode> read = new HashMap<>();

    private ClassFiles() {}

    /** Returns the files of a loader. They are dropped when memory is short. */
    static ClassFiles of(ClassLoader loader) {
        synchronized (ALL) {
            SoftReference<ClassFiles> known = ALL.get(loader);
            ClassFiles files = known == null ? null : known.get();
            if (files == null) {
                files = new ClassFiles();
                ALL.put(loader, new SoftReference<>(files));
            }
            return files;
        }
    }

    /** Returns null if the class file is missing or cannot be read. The class is then fetched when it is needed. */
    @Nullable
    ClassCode find(String internalName, ClassLoader loader) {
        if (this != EVERYWHERE && Platform.isOfJdk(internalName)) {
            return EVERYWHERE.find(internalName, ClassLoader.getSystemClassLoader());
        }
        if (this != EVERYWHERE && Platform.isNameOfWherry(internalName)) {
            return EVERYWHERE.find(internalName, Platform.class.getClassLoader());
        }
        synchronized (read) {
            ClassCode code = read.get(internalName);
            if (code == null) {
                code = read(internalName, loader);
                if (code != null) {
                    read.put(internalName, code);
                }
            }
            return code;
        }
    }

    /** Catches all that a user's loader, or a broken class file, may cause. */
    private @Nullable ClassCode read(String internalName, ClassLoader loader) {
        String path = internalName + Platform.CLASS_FILE;
        try {
            try (InputStream in = loader.getResourceAsStream(path)) {
                if (in == null) {
                    return null;
                }
                ClassCode code = ClassCode.of(in.readAllBytes(), this == EVERYWHERE);
                return code.name.equals(internalName)
                        ? code
                        : null; // a file system that ignores case finds other classes
            }
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            return null; // the last if annotations are nested too deep
        }
    }
}
