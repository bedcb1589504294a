package dev.wherry.mobility;

import dev.wherry.internal.types.Checks;

/**
 * The most code that an endpoint accepts from its peers. Code above a limit is refused with a message that names the limit, and
 * the endpoint serves on. Immutable; made by a {@link #builder()}.
 *
 * @param bundleBytes the size of all class files of one bundle, unpacked (default 16 MiB)
 * @param classBytes the size of one class file (default 1 MiB)
 * @param workspaceClasses how many class files one workspace holds (default 4,096)
 * @param workspaceBytes the size of all class files of one workspace (default 64 MiB)
 * @param cacheBytes the size of the class files that are kept for later workspaces of all sessions (default 64 MiB; 0 keeps
 *     none)
 * @param nesting how many shipped classes may extend or implement one another in a chain, and how deep annotations may be nested
 *     (default 64). A virtual machine visits both by recursion, and fails at some thousands
 * @param hops how often a task may send itself to a further host (default 16)
 */
public record CodeLimits(
        int bundleBytes,
        int classBytes,
        int workspaceClasses,
        long workspaceBytes,
        long cacheBytes,
        int nesting,
        int hops) {
    private static final CodeLimits DEFAULTS = new CodeLimits(16 << 20, 1 << 20, 4_096, 64L << 20, 64L << 20, 64, 16);

    public CodeLimits {
        Checks.atLeast(1, bundleBytes, of("bundleBytes"));
        Checks.atLeast(1, classBytes, of("classBytes"));
        Checks.atLeast(1, workspaceClasses, of("workspaceClasses"));
        Checks.atLeast(1, workspaceBytes, of("workspaceBytes"));
        Checks.atLeast(0, cacheBytes, of("cacheBytes"));
        Checks.within(1, 1_000, nesting, of("nesting"));
        Checks.within(0, 1_000, hops, of("hops"));
    }

    /** Returns the limits of a policy that sets none. */
    public static CodeLimits defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return DEFAULTS.toBuilder();
    }

    /** Returns a builder that has these limits set. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    private static String of(String name) {
        return "Limit '" + name + "'";
    }

    /** Sets limits. For one thread at a time. {@link #build} throws {@link IllegalArgumentException} if one is out of range. */
    public static final class Builder {
        private int bundleBytes;
        private int classBytes;
        private int workspaceClasses;
        private long workspaceBytes;
        private long cacheBytes;
        private int nesting;
        private int hops;

        private Builder(CodeLimits from) {
            bundleBytes = from.bundleBytes;
            classBytes = from.classBytes;
            workspaceClasses = from.workspaceClasses;
            workspaceBytes = from.workspaceBytes;
            cacheBytes = from.cacheBytes;
            nesting = from.nesting;
            hops = from.hops;
        }

        /** Sets the limit of {@link CodeLimits#bundleBytes}. */
        public Builder bundleBytes(int most) {
            bundleBytes = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#classBytes}. */
        public Builder classBytes(int most) {
            classBytes = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#workspaceClasses}. */
        public Builder workspaceClasses(int most) {
            workspaceClasses = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#workspaceBytes}. */
        public Builder workspaceBytes(long most) {
            workspaceBytes = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#cacheBytes}. */
        public Builder cacheBytes(long most) {
            cacheBytes = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#nesting}. */
        public Builder nesting(int most) {
            nesting = most;
            return this;
        }

        /** Sets the limit of {@link CodeLimits#hops}. */
        public Builder hops(int most) {
            hops = most;
            return this;
        }

        /** Returns the limits that are set now. */
        public CodeLimits build() {
            return new CodeLimits(bundleBytes, classBytes, workspaceClasses, workspaceBytes, cacheBytes, nesting, hops);
        }
    }
}
