package dev.wherry.mobility.internal.code;

import dev.wherry.Endpoint;
import java.net.URL;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The classes of the JDK and of Wherry. Each JVM that runs Wherry has them, so they are never sent. */
public final class Platform {
    static final String CLASS_FILE = ".class";

    private static final String WHERRY = "dev.wherry";
    private static final Set<String> PACKAGES_OF_WHERRY = Set.of(
            "codec", "internal", "memory", "mobility", "net", "reflect", "spi", "statistics", "text", "transport");

    /** The beginnings of the JDK's packages, also of packages that this JDK lacks. */
    private static final Set<String> BEGINNINGS = Set.of("java", "jdk", "sun");

    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

    /** The packages of the JDK's modules: those of the boot and the platform loader, and the tools, which the system loader defines. */
    private static final Set<String> PACKAGES_OF_JDK = ModuleLayer.boot().modules().stream()
            .filter(Platform::isOfJdk)
            .flatMap(module -> module.getPackages().stream())
            .map(name -> name.replace('.', '/'))
            .collect(Collectors.toUnmodifiableSet());

    /** One class of each module of Wherry here: core and mobility. */
    private static final List<Class<?>> OWN = List.of(Endpoint.class, Platform.class);

    /** The places that core and mobility were loaded from, folders or archives. Each ends with a slash. */
    private static final Set<String> HOMES = OWN.stream().map(Platform::home).collect(Collectors.toUnmodifiableSet());

    private Platform() {}

    // ---- classes

    /** Returns whether it is a class of the JDK or of Wherry. */
    @SuppressWarnings("ReferenceEquality") // of loaders
    public static boolean has(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == JDK || isOfWherry(type);
    }

    /** Returns the class of this name; null if there is none. Initialises no class. */
    public static @Nullable Class<?> find(String name) {
        try {
            if (!isOfWherry(name)) {
                return JDK.loadClass(name);
            }
            Class<?> found = Class.forName(name, false, Platform.class.getClassLoader());
            return isOfWherry(found) ? found : null;
        } catch (ClassNotFoundException e) {
            return null; // then it is a user's
        }
    }

    /** Returns whether this is the name of a class of Wherry that exists here. */
    public static boolean hasOfWherry(String name) {
        return isOfWherry(name) && find(name) != null;
    }

    private static boolean isOfWherry(String name) {
        return name.startsWith(WHERRY + ".");
    }

    /** Compares modules; on the class path, where there are none, the places that classes were loaded from. */
    private static boolean isOfWherry(Class<?> type) {
        return isOfWherry(type.getName()) && OWN.stream().anyMatch(own -> isBeside(own, type));
    }

    @SuppressWarnings("ReferenceEquality") // of loaders
    private static boolean isBeside(Class<?> own, Class<?> type) {
        return type.getClassLoader() == own.getClassLoader()
                && type.getModule() == own.getModule()
                && (own.getModule().isNamed()
                        || type.getProtectionDomain()
                                .getCodeSource()
                                .equals(own.getProtectionDomain().getCodeSource()));
    }

    // ---- names and files

    /** Returns whether a class of this internal name, {@code java/util/List}, is in a package of the JDK. */
    static boolean isOfJdk(String internalName) {
        return PACKAGES_OF_JDK.contains(packageOf(internalName));
    }

    private static boolean isOfJdk(Module module) {
        ClassLoader loader = module.getClassLoader();
        return loader == null || loader.equals(JDK) || module.getName().startsWith("jdk.");
    }

    /** Returns whether packages of this name are the JDK's or Wherry's. Names of libraries may begin like these: javax.inject. */
    static boolean reserves(String packageName) {
        return isOfJdk(packageName.replace('.', '/') + '/')
                || BEGINNINGS.contains(first(packageName))
                || isPackageOfWherry(packageName);
    }

    private static boolean isPackageOfWherry(String name) {
        return name.equals(WHERRY)
                || (isOfWherry(name) && PACKAGES_OF_WHERRY.contains(first(name.substring(WHERRY.length() + 1))));
    }

    /**
     * Returns whether a loader finds Wherry's class file for this path. Compares place and name: one archive may contain Wherry and a
     * program, and other archives have packages of dev.wherry.
     */
    static boolean isFileOfWherry(String path, ClassLoader loader) {
        if (!isPackageOfWherry(packageOf(path).replace('/', '.'))) {
            return false;
        }
        URL url = loader.getResource(path);
        return url != null && HOMES.stream().anyMatch(home -> url.toString().equals(home + path));
    }

    private static String home(Class<?> own) {
        String path = own.getName().replace('.', '/') + CLASS_FILE;
        String url = Objects.requireNonNull(own.getResource(own.getSimpleName() + CLASS_FILE))
                .toString();
        return url.substring(0, url.length() - path.length());
    }

    private static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }

    private static String first(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }
}
