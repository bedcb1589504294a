package dev.wherry.mobility.internal.code;

import java.util.Set;

/** Those of the JDK and of Wherry itself. Libraries may begin like either: javax.inject, com.sun.jna. */
final class ReservedPackages {
    /** Also those that this JDK happens not to have. */
    private static final Set<String> BEGINNINGS = Set.of("java", "jdk", "sun");

    private static final String OWN = "dev.wherry";
    private static final Set<String> OWN_PARTS = Set.of(
            "codec", "internal", "memory", "mobility", "net", "reflect", "spi", "statistics", "text", "transport");

    private ReservedPackages() {}

    static boolean contain(String packageName) {
        return ClassFiles.isOfPlatform(packageName.replace('.', '/') + '/')
                || BEGINNINGS.contains(first(packageName))
                || containOwn(packageName);
    }

    /** Wherry's own; others may begin like it. */
    static boolean containOwn(String packageName) {
        return packageName.equals(OWN)
                || (packageName.startsWith(OWN + ".")
                        && OWN_PARTS.contains(first(packageName.substring(OWN.length() + 1))));
    }

    private static String first(String name) {
        int end = name.indexOf('.');
        return end < 0 ? name : name.substring(0, end);
    }
}
