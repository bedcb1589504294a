package dev.wherry.mobility;

import java.io.Serializable;

/**
 * How much code an endpoint takes from its peers at the most. Over a limit it is refused with a message that names the
 * limit, and the endpoint serves on. Immutable; start from {@link #defaults()}.
 *
 * @param bundleBytes the class files that one bundle announces, unpacked, together (default 16 MiB)
 * @param classBytes one class file (default 1 MiB), which {@code bundleBytes} limits, too, if that is less
 * @param workspaceClasses class files that one workspace holds (default 4,096)
 * @param workspaceBytes of the class files that one workspace holds (default 64 MiB)
 * @param cacheBytes of the class files kept by their hashes for later workspaces, of all sessions together (default
 *     64 MiB; 0 keeps none)
 * @param nesting how many shipped classes may extend or implement one another in a row, and how deep annotations may stand
 *     within annotations (default 64). A virtual machine goes through both by recursion, and breaks on some thousands
 * @param hops how often a task may send itself on, counted from where it started (default 16)
 */
public record CodeLimits(
        int bundleBytes,
        int classBytes,
        int workspaceClasses,
        long workspaceBytes,
        long cacheBytes,
        int nesting,
        int hops)
        implements Serializable {
    private static final CodeLimits DEFAULTS = new CodeLimits(16 << 20, 1 << 20, 4_096, 64L << 20, 64L << 20, 64, 16);

    public CodeLimits {
        within(1, bundleBytes, Integer.MAX_VALUE, "bundleBytes");
        within(1, classBytes, Integer.MAX_VALUE, "classBytes");
        within(1, workspaceClasses, Integer.MAX_VALUE, "workspaceClasses");
        within(1, workspaceBytes, Long.MAX_VALUE, "workspaceBytes");
        within(0, cacheBytes, Long.MAX_VALUE, "cacheBytes");
        within(1, nesting, 1_000, "nesting");
        within(0, hops, 1_000, "hops");
    }

    public static CodeLimits defaults() {
        return DEFAULTS;
    }

    public CodeLimits withBundleBytes(int most) {
        return new CodeLimits(most, classBytes, workspaceClasses, workspaceBytes, cacheBytes, nesting, hops);
    }

    public CodeLimits withClassBytes(int most) {
        return new CodeLimits(bundleBytes, most, workspaceClasses, workspaceBytes, cacheBytes, nesting, hops);
    }

    public CodeLimits withWorkspace(int classes, long bytes) {
        return new CodeLimits(bundleBytes, classBytes, classes, bytes, cacheBytes, nesting, hops);
    }

    public CodeLimits withCacheBytes(long most) {
        return new CodeLimits(bundleBytes, classBytes, workspaceClasses, workspaceBytes, most, nesting, hops);
    }

    public CodeLimits withNesting(int most) {
        return new CodeLimits(bundleBytes, classBytes, workspaceClasses, workspaceBytes, cacheBytes, most, hops);
    }

    public CodeLimits withHops(int most) {
        return new CodeLimits(bundleBytes, classBytes, workspaceClasses, workspaceBytes, cacheBytes, nesting, most);
    }

    private static void within(long least, long value, long most, String name) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("Limit '" + name + "' is at least " + least
                    + (most < Integer.MAX_VALUE ? " and at most " + most : "") + "; this is " + value);
        }
    }
}
