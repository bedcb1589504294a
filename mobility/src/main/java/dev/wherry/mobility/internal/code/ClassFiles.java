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

/** The class files that one loader finds, read once. Does not know the loader, so that it can go. For any thread. */
final class ClassFiles {
    private static final String SUFFIX = ".class";

    /** Those of the modules that the JDK defines: the first two loaders', and its tools, which the third one loads. */
    private static final Set<String> PLATFORM = ModuleLayer.boot().modules().stream()
            .filter(ClassFiles::isOfPlatform)
            .flatMap(module -> module.getPackages().stream())
            .map(name -> name.replace('.', '/'))
            .collect(Collectors.toUnmodifiableSet());

    /** Where core and mobility were loaded from, folders or archives: each ends with a slash. */
    private static final Set<String> HOMES = Set.copyOf(List.of(home(Endpoint.class), home(ClassFiles.class)));

    /** The JDK's and Wherry's own. */
    private static final ClassFiles EVERYWHERE = new ClassFiles();

    private static final Map<ClassLoader, SoftReference<ClassFiles>> ALL = new WeakHashMap<>();

    private final Map<String, ClassCode> read = new HashMap<>();

    private ClassFiles() {}

    /** They are given up when memory is short. */
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

    /** Null if there is none, or none that can be read: it is then fetched, or missed, when it is really needed. */
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

    /** A loader may be anybody's, and so may the class file. */
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
                return code.name.equals(internalName) ? code : null; // a file system that knows no case finds others
            }
        } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
            return null; // the last from annotations within annotations within annotations
        }
    }

    /** By place and name: an archive may hold Wherry and what uses it, and other archives hold parts of dev.wherry. */
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
