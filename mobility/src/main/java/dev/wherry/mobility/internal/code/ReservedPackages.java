package dev.wherry.mobility.internal.code;

import java.util.Set;

/** The packages of the JDK and of Wherry. Names of libraries may begin like these: javax.inject, com.sun.jna. */
final class ReservedPackages {
    /** Also for packages that this JDK lacks. */
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

    /** Returns whether it is a package of Wherry. Names of other packages may begin like these. */
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
