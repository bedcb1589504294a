package dev.wherry.mobility;

import dev.wherry.text.OneLine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace is to be. Immutable; start from {@link #own()} or {@link #shared(String)}. What a shared one is to be
 * says who opens it first.
 *
 * @param name under which other connections share it, at most 200 characters, none of them control or format ones; null:
 *     nobody does
 * @param kept whether it stays, with its statics, after the last connection that uses it (default false)
 * @param shippedFirst packages whose classes are the sender's even where the host has some of the same name (default none,
 *     then the host's come first); written as in {@link MobilityPolicy}, which may name others
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
                    + OneLine.whole(name) + "' has in place of each '?': it stands in lines of logs");
        }
        if (kept && name == null) {
            throw new IllegalArgumentException("A workspace that nobody can name again cannot be kept: give it a name");
        }
        shippedFirst = Packages.checked(shippedFirst);
    }

    /** One that nobody else uses. */
    public static WorkspaceOptions own() {
        return new WorkspaceOptions(null, false, Set.of());
    }

    public static WorkspaceOptions shared(String name) {
        return new WorkspaceOptions(name, false, Set.of());
    }

    /** The same, that stays. */
    public WorkspaceOptions keep() {
        return new WorkspaceOptions(name, true, shippedFirst);
    }

    public WorkspaceOptions withShippedFirst(String... packages) {
        return new WorkspaceOptions(name, kept, Set.of(packages));
    }

    /** Whether a shipped class of this binary name is taken before the host's own. */
    public boolean prefersShipped(String className) {
        return Packages.contain(shippedFirst, className);
    }
}
