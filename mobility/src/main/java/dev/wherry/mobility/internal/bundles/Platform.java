package dev.wherry.mobility.internal.bundles;

import dev.wherry.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes that are the same everywhere, and so never travel: the JDK's, and Wherry's own. */
final class Platform {
    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();
    /** One class of each module that is Wherry's own here: core, and mobility. */
    private static final List<Class<?>> OWN = List.of(Endpoint.class, Platform.class);

    private Platform() {}

    @SuppressWarnings("ReferenceEquality") // of loaders
    static boolean has(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == JDK || isOwn(type);
    }

    /** The platform's class of this name; null if there is none. Initialises none. */
    static @Nullable Class<?> find(String name) {
        try {
            if (!name.startsWith("dev.wherry.")) {
                return JDK.loadClass(name);
            }
            Class<?> found = Class.forName(name, false, Platform.class.getClassLoader());
            return isOwn(found) ? found : null;
        } catch (ClassNotFoundException e) {
            return null; // then it is a user's
        }
    }

    /** On the class path, where there are no modules, by where it lies. */
    @SuppressWarnings("ReferenceEquality") // of loaders
    private static boolean isOwn(Class<?> type) {
        return type.getName().startsWith("dev.wherry.") && OWN.stream().anyMatch(own -> isBeside(own, type));
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
}
