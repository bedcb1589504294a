package dev.wherry.mobility;

import dev.wherry.text.OneLine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a workspace. The options of a shared workspace are those of the connection that opens it first. Immutable.
 *
 * {@snippet :
 * WorkspaceOptions options = WorkspaceOptions.builder().name("visits").kept(true).build();
 * }
 */
public final class WorkspaceOptions {
    private static final int LONGEST_NAME = 200;

    private static final WorkspaceOptions OWN = builder().build();

    private final Values values;

    private WorkspaceOptions(Values values) {
        this.values = values;
    }

    /** Returns the options of a private workspace, which are the defaults. */
    public static WorkspaceOptions own() {
        return OWN;
    }

    /** Returns the options of a workspace that connections share by its {@linkplain Builder#name name}. */
    public static WorkspaceOptions shared(String name) {
        return builder().name(name).build();
    }

    /** Returns a builder that has the options of a private workspace set. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has these options set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns the name by which connections share the workspace; null if it is private. */
    public @Nullable String name() {
        return values.name;
    }

    /** Returns whether the workspace stays after the last connection that uses it. */
    public boolean kept() {
        return values.kept;
    }

    /** Returns the packages of which the sender's classes are used even if the host has classes of the same name. */
    public Set<String> shippedFirst() {
        return values.shippedFirst;
    }

    /** Returns whether a shipped class of this binary name is used even if the host has one. */
    public boolean prefersShipped(String className) {
        return Packages.contain(values.shippedFirst, className);
    }

    /** All options with their defaults. A builder changes the values of its own; those of built options never change. */
    private static final class Values implements Cloneable {
        @Nullable
        String name;

        boolean kept;
        Set<String> shippedFirst = Set.of();

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Sets options. A method with the name of an option replaces its value. For one thread at a time. */
    public static final class Builder {
        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /**
         * Sets the name by which connections share the workspace; null: it is private (the default).
         *
         * @throws IllegalArgumentException if the name is blank, has more than 200 characters, or has control or format
         *     characters
         */
        public Builder name(@Nullable String name) {
            if (name != null) {
                check(name);
            }
            values.name = name;
            return this;
        }

        private static void check(String name) {
            if (name.isBlank() || name.length() > LONGEST_NAME) {
                throw new IllegalArgumentException("A shared workspace's name has 1 to " + LONGEST_NAME
                        + " characters, not all blank; this has " + name.length());
            }
            if (!OneLine.whole(name).equals(name)) {
                throw new IllegalArgumentException("A shared workspace's name has no control or format characters, as '"
                        + OneLine.whole(name) + "' has at each '?': it is written to logs");
            }
        }

        /**
         * Sets whether the workspace stays, with its static fields, after the last connection that uses it (default false). Only a
         * shared workspace can be kept.
         */
        public Builder kept(boolean kept) {
            values.kept = kept;
            return this;
        }

        /**
         * Sets the packages of which the sender's classes are used even if the host has classes of the same name (default none).
         * They are written as in {@link MobilityPolicy}. The host's policy may name further ones.
         *
         * @throws IllegalArgumentException if a name is not one of a package
         */
        public Builder shippedFirst(String... packages) {
            values.shippedFirst = Packages.checked(Set.of(packages));
            return this;
        }

        /**
         * Returns the options that are set now.
         *
         * @throws IllegalArgumentException if a private workspace is to be kept
         */
        public WorkspaceOptions build() {
            if (values.kept && values.name == null) {
                throw new IllegalArgumentException(
                        "A workspace that nobody can name again cannot be kept: give it a name");
            }
            return new WorkspaceOptions(values.copy());
        }
    }
}
