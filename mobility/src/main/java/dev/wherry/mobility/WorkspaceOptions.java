package dev.wherry.mobility;

import dev.wherry.text.OneLine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of a workspace. Immutable; start from {@link #own()} or {@link #shared(String)}. The options of a shared workspace
 * are those of the connection that opens it first.
 *
 * @param name under which other connections share it: at most 200 characters, without control and format characters; null: it is
 *     private
 * @param kept whether it stays, with its static fields, after the last connection that uses it (default false)
 * @param shippedFirst packages of which the sender's classes are used even if the host has classes of the same name (default
 *     none). They are written as in {@link MobilityPolicy}, which may name further ones
 */
public record WorkspaceOptions(@Nullable String name, boolean kept, Set<String> shippedFirst) {
    private static final int LONGEST_NAME = 200;

    public WorkspaceOptions {
        if (name != null && (name.isBlank() || name.length() > LONGEST_NAME)) {
            throw new IllegalArgumentException("A shared workspace's name has 1 to " + LONGEST_NAME
                    + " characters, not all blank; this has " + name.length());
        }
        if (name != null && !OneLine.whole(name).equals(name)) {
            throw new IllegalArgumentException("A shared workspace's name has no control or format characters, as '"
                    + OneLine.whole(name) + "' has at each '?': it is written to logs");
        }
        if (kept && name == null) {
            throw new IllegalArgumentException("A workspace that nobody can name again cannot be kept: give it a name");
        }
        shippedFirst = Packages.checked(shippedFirst);
    }

    /** Returns the options of a private workspace. */
    public static WorkspaceOptions own() {
        return new WorkspaceOptions(null, false, Set.of());
    }

    /** Returns the options of a workspace that connections share by its name. */
    public static WorkspaceOptions shared(String name) {
        return new WorkspaceOptions(name, false, Set.of());
    }

    /** Returns these options for a workspace that is kept. */
    public WorkspaceOptions keep() {
        return new WorkspaceOptions(name, true, shippedFirst);
    }

    /** Returns these options with other packages of which the sender's classes are used first. */
    public WorkspaceOptions withShippedFirst(String... packages) {
        return new WorkspaceOptions(name, kept, Set.of(packages));
    }

    /** Returns whether a shipped class of this binary name is used even if the host has one. */
    public boolean prefersShipped(String className) {
        return Packages.contain(shippedFirst, className);
    }
}
