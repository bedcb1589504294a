package dev.wherry.mobility;

import dev.wherry.Identity;
import dev.wherry.text.OneLine;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The record of one bundle of code that a peer offered, made whether it was accepted or not; see
 * {@link MobilityPolicy.Builder#recorder}. The classes of an accepted bundle that must not be defined are on one more record
 * together, as refused.
 *
 * @param when the time of the decision
 * @param from the sender: the identity of the connection, and the key of the signature if it is valid
 * @param workspace the name of the workspace that the bundle was for
 * @param manifest the SHA-256, in hex, of the list of classes; it is what the sender signs
 * @param classes the classes that were announced, by name
 * @param resources the resources that a task has asked for by name; then there are no classes
 * @param bytes the size of all these files, unpacked
 * @param refusal the message that the peer got, which names the rule; {@code null} if the bundle was accepted
 */
public record CodeReceived(
        Instant when,
        Set<Identity> from,
        String workspace,
        String manifest,
        List<ClassFile> classes,
        List<Resource> resources,
        long bytes,
        @Nullable String refusal) {
    private static final Logger LOGGER = System.getLogger("dev.wherry.mobility");
    private static final int LONGEST_REFUSAL = 2_000;

    public CodeReceived {
        from = Set.copyOf(from);
        classes = List.copyOf(classes);
        resources = List.copyOf(resources);
    }

    /** The record of a bundle of classes. */
    public CodeReceived(
            Instant when,
            Set<Identity> from,
            String workspace,
            String manifest,
            List<ClassFile> classes,
            long bytes,
            @Nullable String refusal) {
        this(when, from, workspace, manifest, classes, List.of(), bytes, refusal);
    }

    /**
     * A class file by name and content.
     *
     * @param name binary, such as {@code com.acme.Task$1}
     * @param hash SHA-256 in hex
     * @param bytes its length
     */
    public record ClassFile(String name, String hash, int bytes) {}

    /**
     * A resource by name and content. Several may have one name, as on a class path.
     *
     * @param hash SHA-256 in hex
     * @param bytes its length
     */
    public record Resource(String name, String hash, int bytes) {}

    /** Returns whether the bundle was accepted. */
    public boolean accepted() {
        return refusal == null;
    }

    /** Returns one line, whatever characters the sender has used. */
    @Override
    public String toString() {
        return OneLine.whole((refusal == null ? "Accepted " : "Refused ")
                + (resources.isEmpty() ? classes.size() + " classes, " : resources.size() + " resources, ") + bytes
                + " bytes, from "
                + from.stream().map(Identity::toString).sorted().collect(Collectors.joining(", ", "[", "]"))
                + " for workspace '" + workspace + "', manifest " + manifest + ": "
                + (refusal == null
                        ? Stream.concat(
                                        classes.stream().map(file -> file.name + " " + file.hash),
                                        resources.stream().map(file -> file.name + " " + file.hash))
                                .collect(Collectors.joining(", "))
                        : refusal.substring(0, Math.min(refusal.length(), LONGEST_REFUSAL))));
    }

    /** Writes a record to the log {@code dev.wherry.mobility}: the recorder of a policy that sets none. */
    static void log(CodeReceived received) {
        LOGGER.log(received.accepted() ? Level.INFO : Level.WARNING, received::toString);
    }
}
