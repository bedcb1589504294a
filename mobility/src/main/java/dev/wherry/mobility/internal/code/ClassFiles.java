package dev.wherry.mobility.internal.code;

import dev.wherry.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.SoftReference;
import java.net.URL;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The class files that one loader finds, read once. Keeps no reference to the loader, so that it can be unloaded. For any thread. */
final class ClassFiles {
    private static final String SUFFIX = ".class";

    /** The packages of the JDK's modules: those of the boot and the platform loader, and the tools, which the system loader defines. */
    private static final Set<String> PLATFORM = ModuleLayer.boot().modules().stream()
            .filter(ClassFiles::isOfPlatform)
            .flatMap(module -> module.getPackages().stream())
            .map(name -> name.replace('.', '/'))
            .collect(Collectors.toUnmodifiableSet());

    /** The places that core and mobility were loaded from, folders or archives. Each ends with a slash. */
    private static final Set<String> HOMES = Set.copyOf(List.of(home(Endpoint.class), home(ClassFiles.class)));

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

    static boolean isOfPlatform(String internalName) {
        return PLATFORM.contains(packageOf(internalName));
    }

    static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }

    /** Returns null if the class file is missing or cannot be read. The class is then fetched when it is needed. */
    @Nullable
    ClassCode find(String internalName, ClassLoader loader) {
        if (this != EVERYWHERE && isOfPlatform(internalName)) {
            return EVERYWHERE.find(internalName, ClassLoader.getSystemClassLoader());
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
        String path = internalName + SUFFIX;
        try {
            if (this != EVERYWHERE && isOwn(path, loader)) {
                return EVERYWHERE.find(internalName, ClassFiles.class.getClassLoader());
            }
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

    /** Compares place and name: one archive may contain Wherry and a program, and other archives have packages of dev.wherry. */
    private static boolean isOwn(String path, ClassLoader loader) {
        if (!ReservedPackages.containOwn(packageOf(path).replace('/', '.'))) {
            return false;
        }
        URL url = loader.getResource(path);
        return url != null && HOMES.stream().anyMatch(home -> url.toString().equals(home + path));
    }

    private static String home(Class<?> own) {
        String path = own.getName().replace('.', '/') + SUFFIX;
        String url = Objects.requireNonNull(own.getResource(own.getSimpleName() + SUFFIX))
                .toString();
        return url.substring(0, url.length() - path.length());
    }

    private static boolean isOfPlatform(Module module) {
        ClassLoader loader = module.getClassLoader();
        return loader == null
                || loader.equals(ClassLoader.getPlatformClassLoader())
                || module.getName().startsWith("jdk.");
    }
}
