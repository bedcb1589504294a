package dev.wherry.mobility;

import dev.wherry.internal.types.Checks;

/**
 * The most code that an endpoint accepts from its peers. Code above a limit is refused with a message that names the limit, and
 * the endpoint serves on. Immutable.
 *
 * {@snippet :
 * CodeLimits limits = CodeLimits.builder().bundleBytes(4 << 20).hops(2).build();
 * }
 */
public final class CodeLimits {
    private static final CodeLimits DEFAULTS = builder().build();

    private final Values values;

    private CodeLimits(Values values) {
        this.values = values;
    }

    /** Returns the limits of a policy that sets none. */
    public static CodeLimits defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has these limits set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns the limit of {@link Builder#bundleBytes}. */
    public int bundleBytes() {
        return values.bundleBytes;
    }

    /** Returns the limit of {@link Builder#classBytes}. */
    public int classBytes() {
        return values.classBytes;
    }

    /** Returns the limit of {@link Builder#workspaceClasses}. */
    public int workspaceClasses() {
        return values.workspaceClasses;
    }

    /** Returns the limit of {@link Builder#workspaceBytes}. */
    public long workspaceBytes() {
        return values.workspaceBytes;
    }

    /** Returns the limit of {@link Builder#cacheBytes}. */
    public long cacheBytes() {
        return values.cacheBytes;
    }

    /** Returns the limit of {@link Builder#nesting}. */
    public int nesting() {
        return values.nesting;
    }

    /** Returns the limit of {@link Builder#hops}. */
    public int hops() {
        return values.hops;
    }

    private static String of(String name) {
        return "Limit '" + name + "'";
    }

    /** All limits with their defaults. A builder changes the values of its own; those of built limits never change. */
    private static final class Values implements Cloneable {
        int bundleBytes = 16 << 20;
        int classBytes = 1 << 20;
        int workspaceClasses = 4_096;
        long workspaceBytes = 64 << 20;
        long cacheBytes = 64 << 20;
        int nesting = 64;
        int hops = 16;

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /**
     * Sets limits. For one thread at a time. Each method throws {@link IllegalArgumentException} if the value is below the
     * least that its description names, which is 1 where it names none.
     */
    public static final class Builder {
        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /** Sets how many bytes the class files of one bundle may have together when they are unpacked (default 16 MiB). */
        public Builder bundleBytes(int most) {
            values.bundleBytes = Checks.atLeast(1, most, of("bundleBytes"));
            return this;
        }

        /** Sets how many bytes one class file may have (default 1 MiB). */
        public Builder classBytes(int most) {
            values.classBytes = Checks.atLeast(1, most, of("classBytes"));
            return this;
        }

        /** Sets how many class files one workspace may have (default 4,096). */
        public Builder workspaceClasses(int most) {
            values.workspaceClasses = Checks.atLeast(1, most, of("workspaceClasses"));
            return this;
        }

        /** Sets how many bytes the class files of one workspace may have together (default 64 MiB). */
        public Builder workspaceBytes(long most) {
            values.workspaceBytes = Checks.atLeast(1, most, of("workspaceBytes"));
            return this;
        }

        /**
         * Sets how many bytes of class files are kept for later workspaces of all sessions (default 64 MiB; at least 0, which
         * keeps none).
         */
        public Builder cacheBytes(long most) {
            values.cacheBytes = Checks.atLeast(0, most, of("cacheBytes"));
            return this;
        }

        /**
         * Sets how many shipped classes may extend or implement one another in a chain, and how deep annotations may be nested
         * (default 64; at most 1,000). A virtual machine visits both by recursion, and fails at some thousands.
         */
        public Builder nesting(int most) {
            values.nesting = Checks.within(1, 1_000, most, of("nesting"));
            return this;
        }

        /** Sets how often a task may send itself to a further host (default 16; at least 0 and at most 1,000). */
        public Builder hops(int most) {
            values.hops = Checks.within(0, 1_000, most, of("hops"));
            return this;
        }

        /** Returns the limits that are set now. */
        public CodeLimits build() {
            return new CodeLimits(values.copy());
        }
    }
}
