package dev.wherry.mobility.internal.code;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes of the JDK and of Wherry, which are known by their packages. They are never sent. Each JVM that runs Wherry has those of
 * the JDK, of core and of mobility. It may lack other artifacts of Wherry.
 */
public final class Platform {
    static final String CLASS_FILE = ".class";

    private static final String WHERRY = "dev.wherry";
    private static final Set<String> PACKAGES_OF_WHERRY = Set.of(
            "codec", "internal", "memory", "mobility", "net", "reflect", "spi", "statistics", "text", "transport");

    /** The artifacts that a JVM may lack, by their packages. All other packages are of core and of mobility. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "dev.wherry.codec.fory", "wherry-codec-fory",
            "dev.wherry.codec.java", "wherry-codec-java",
            "dev.wherry.codec.jboss", "wherry-codec-jboss",
            "dev.wherry.codec.kryo", "wherry-codec-kryo",
            "dev.wherry.codec.library", "wherry-codec-support",
            "dev.wherry.memory", "wherry-shared-memory");

    /** The beginnings of the JDK's packages, also of packages that this JDK lacks. */
    private static final Set<String> BEGINNINGS = Set.of("java", "jdk", "sun");

    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

    /** The packages of the JDK's modules: those of the boot and the platform loader, and the tools, which the system loader defines. */
    private static final Set<String> PACKAGES_OF_JDK = ModuleLayer.boot().modules().stream()
            .filter(Platform::isOfJdk)
            .flatMap(module -> module.getPackages().stream())
            .map(name -> name.replace('.', '/'))
            .collect(Collectors.toUnmodifiableSet());

    private Platform() {}

    // ---- classes

    /** Returns whether it is a class of the JDK or of Wherry. */
    @SuppressWarnings("ReferenceEquality") // of loaders
    public static boolean has(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == JDK || isPackageOfWherry(type.getPackageName());
    }

    /** Returns the class of this name; null if there is none. Initialises no class. */
    public static @Nullable Class<?> find(String name) {
        try {
            return isOfWherry(name) ? Class.forName(name, false, Platform.class.getClassLoader()) : JDK.loadClass(name);
        } catch (ClassNotFoundException e) {
            return null; // it is a user's, or of an artifact that is missing here
        }
    }

    /** Returns whether this is the name of a class of Wherry, which may be missing here. */
    public static boolean isOfWherry(String className) {
        return isPackageOfWherry(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }

    /** Returns the message about a class of Wherry that is missing here. */
    public static String missing(String className) {
        String artifact = ARTIFACTS.entrySet().stream()
                .filter(each -> className.startsWith(each.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(className.startsWith(WHERRY + ".mobility.") ? "wherry-mobility" : "wherry-core");
        return "Class " + className
                + " is of Wherry, whose classes are never sent, and this host lacks it. Add the artifact"
                + " dev.wherry:" + artifact + " to the host's program, in the version that the sender has";
    }

    // ---- names

    /** Returns whether a class of this internal name, {@code java/util/List}, is in a package of the JDK. */
    static boolean isOfJdk(String internalName) {
        return PACKAGES_OF_JDK.contains(packageOf(internalName));
    }

    private static boolean isOfJdk(Module module) {
        ClassLoader loader = module.getClassLoader();
        return loader == null || loader.equals(JDK) || module.getName().startsWith("jdk.");
    }

    /** Returns whether a class of this internal name is in a package of Wherry. */
    static boolean isNameOfWherry(String internalName) {
        return internalName.startsWith("dev/wherry/") && isOfWherry(internalName.replace('/', '.'));
    }

    /** Returns whether packages of this name are the JDK's or Wherry's. Names of libraries may begin like these: javax.inject. */
    static boolean reserves(String packageName) {
        return isOfJdk(packageName.replace('.', '/') + '/')
                || BEGINNINGS.contains(first(packageName))
                || isPackageOfWherry(packageName);
    }

    /** Other packages whose names begin with dev.wherry are users': those of examples, of tests, and of contracts. */
    private static boolean isPackageOfWherry(String name) {
        return name.startsWith(WHERRY)
                && (name.length() == WHERRY.length()
                        || (name.charAt(WHERRY.length()) == '.'
                                && PACKAGES_OF_WHERRY.contains(first(name.substring(WHERRY.length() + 1)))));
    }

    private static String packageOf(String internalName) {
        return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
    }

    private static String first(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }
}
