package dev.wherry.mobility.internal.bundles;

import dev.wherry.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The classes of the JDK and of Wherry. Each JVM that runs Wherry has them, so they are never sent. */
final class Platform {
    private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();
    /** One class of each module of Wherry here: core and mobility. */
    private static final List<Class<?>> OWN = List.of(Endpoint.class, Platform.class);

    private Platform() {}

    @SuppressWarnings("ReferenceEquality") // of loaders
    static boolean has(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == JDK || isOwn(type);
    }

    /** Returns the class of this name; null if there is none. Initialises no class. */
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

    /** Compares modules; on the class path, where there are none, the places that classes were loaded from. */
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
