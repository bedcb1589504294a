package dev.wherry.cli.policy;

import dev.wherry.Identity;
import dev.wherry.access.PolicyException;
import dev.wherry.access.toml.PolicyText;
import dev.wherry.access.toml.Section;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.text.OneLine;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A {@link MobilityPolicy} in TOML. The guide has a file with all entries. Names of other files are relative to the directory
 * of this file. An object is used by one thread.
 */
public final class PolicyFile {
    private static final String PACKAGE = "a package such as \"com.acme\", or \"com.acme.*\" with all below it";
    private static final String KEY = "a PEM file with a public Ed25519 key, or \"ed25519:\" and its SHA-256 in hex";

    private final Path file;
    private final Function<String, Duration> durations;

    private PolicyFile(Path file, Function<String, Duration> durations) {
        this.file = file;
        this.durations = durations;
    }

    /**
     * Reads a file of at most 256 KiB.
     *
     * @param durations parses a time as the command line does; throws {@link IllegalArgumentException}
     * @throws IOException if the file cannot be read
     * @throws PolicyException if an entry is unknown or invalid
     */
    public static MobilityPolicy read(Path file, Function<String, Duration> durations) throws IOException {
        return new PolicyFile(file, durations).policy(PolicyText.read(file));
    }

    private MobilityPolicy policy(Section top) {
        MobilityPolicy policy = MobilityPolicy.off();
        Section who = top.section("who");
        if (who != null) {
            policy = who(who);
        }
        policy = change(policy, top.section("packages"), this::packages);
        policy = change(policy, top.section("limits"), this::limits);
        policy = change(policy, top.section("child"), this::child);
        policy = change(policy, top.section("records"), this::records);
        top.end();
        if (policy.isOff()) {
            throw new PolicyException(
                    file
                            + " accepts code from nobody: expected a table [who] with keys, users, groups or anyone = true",
                    null);
        }
        return policy;
    }

    private static MobilityPolicy change(
            MobilityPolicy policy, @Nullable Section section, BiFunction<MobilityPolicy, Section, MobilityPolicy> by) {
        if (section == null) {
            return policy;
        }
        MobilityPolicy changed = by.apply(policy, section);
        section.end();
        return changed;
    }

    private MobilityPolicy who(Section who) {
        List<Identity> all = new ArrayList<>(who.texts("keys", KEY, this::key));
        all.addAll(who.texts("users", "a user's name", PolicyFile::user));
        all.addAll(who.texts(
                "groups", "a group's name", name -> new Identity("unix", null, Map.of("group", given(name)))));
        boolean anyone = who.flag("anyone");
        who.end();
        if (anyone && !all.isEmpty()) {
            throw who.contradiction(
                    "anyone", "is true, so keys, users and groups have no effect: remove them, or remove anyone");
        }
        return anyone ? MobilityPolicy.acceptAnyone() : MobilityPolicy.accept(all.toArray(Identity[]::new));
    }

    private Identity key(String text) {
        if (text.startsWith("ed25519:")) {
            String hash = text.substring("ed25519:".length());
            if (!hash.matches("[0-9a-f]{64}")) {
                throw new IllegalArgumentException(
                        "'" + OneLine.of(hash) + "' is not a SHA-256: expected 64 digits of 0 to 9 and a to f");
            }
            return Identity.of("ed25519", hash);
        }
        Path key = beside(text);
        try {
            return CodeSigner.identity(CodeSigner.readPublicKey(key));
        } catch (IOException e) {
            throw new IllegalArgumentException(OneLine.of(key.toString()) + " cannot be read: expected " + KEY, e);
        }
    }

    private static Identity user(String name) {
        return Identity.of("unix", (name.matches("\\d+") ? "uid " : "user ") + given(name));
    }

    private static String given(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("The name is empty");
        }
        return name;
    }

    private MobilityPolicy packages(MobilityPolicy policy, Section section) {
        // Each name is checked alone, so that the message about an invalid one names its line.
        String[] allowed = names(section, "allow", MobilityPolicy.Builder::allow);
        String[] denied = names(section, "deny", MobilityPolicy.Builder::deny);
        String[] first = names(section, "shipped-first", MobilityPolicy.Builder::shippedFirst);
        MobilityPolicy.Builder changed = policy.toBuilder();
        if (section.has("allow")) {
            MobilityPolicy.Builder _ = section.meaning("allow", changed::allow, allowed);
        }
        MobilityPolicy.Builder _ = section.meaning("shipped-first", changed::shippedFirst, first);
        return section.meaning("deny", names -> changed.deny(names).build(), denied);
    }

    private static String[] names(
            Section section, String key, BiFunction<MobilityPolicy.Builder, String[], MobilityPolicy.Builder> check) {
        return section
                .texts(key, PACKAGE, name -> {
                    MobilityPolicy.Builder _ = check.apply(MobilityPolicy.builder(), new String[] {name});
                    return name;
                })
                .stream()
                .distinct()
                .toArray(String[]::new);
    }

    private MobilityPolicy limits(MobilityPolicy policy, Section section) {
        String size = Amount.EXPECTED;
        CodeLimits limits = policy.limits();
        limits = section.with(
                limits,
                "bundle",
                size,
                Amount::fewBytes,
                (given, most) -> given.toBuilder().bundleBytes(most).build());
        limits = section.with(
                limits,
                "class",
                size,
                Amount::fewBytes,
                (given, most) -> given.toBuilder().classBytes(most).build());
        limits = section.with(
                limits,
                "workspace",
                size,
                Amount::bytes,
                (given, most) -> given.toBuilder().workspaceBytes(most).build());
        limits = section.withNumber(
                limits,
                "workspace-classes",
                (given, most) -> given.toBuilder().workspaceClasses(most).build());
        limits = section.with(
                limits,
                "cache",
                size,
                Amount::bytes,
                (given, most) -> given.toBuilder().cacheBytes(most).build());
        limits = section.withNumber(
                limits,
                "nesting",
                (given, most) -> given.toBuilder().nesting(most).build());
        limits = section.withNumber(
                limits, "hops", (given, most) -> given.toBuilder().hops(most).build());
        return policy.toBuilder().limits(limits).build();
    }

    private MobilityPolicy child(MobilityPolicy policy, Section section) {
        String duration = "a time such as \"30s\" or \"5m\"";
        ChildLimits limits = ChildLimits.defaults();
        limits = section.with(
                limits,
                "heap",
                Amount.EXPECTED,
                Amount::bytes,
                (given, most) -> given.toBuilder().heapBytes(most).build());
        limits = section.with(
                limits,
                "memory",
                Amount.EXPECTED,
                Amount::bytes,
                (given, most) -> given.toBuilder().memoryBytes(most).build());
        limits = section.with(
                limits,
                "cpu-time",
                duration,
                durations,
                (given, most) -> given.toBuilder().cpuTime(most).build());
        limits = section.with(
                limits,
                "wall-time",
                duration,
                durations,
                (given, most) -> given.toBuilder().wallTime(most).build());
        limits = section.withNumber(
                limits,
                "threads",
                (given, most) -> given.toBuilder().threads(most).build());
        return policy.toBuilder().child(limits).build();
    }

    private MobilityPolicy records(MobilityPolicy policy, Section section) {
        RecordFile records = section.text("file", "the name of a file", name -> new RecordFile(beside(name)));
        return records == null ? policy : policy.toBuilder().recorder(records).build();
    }

    private Path beside(String name) {
        try {
            return file.resolveSibling(name);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + OneLine.of(name) + "' is not the name of a file", e);
        }
    }
}
