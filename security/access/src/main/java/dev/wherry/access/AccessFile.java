package dev.wherry.access;

import dev.wherry.access.toml.PolicyText;
import dev.wherry.access.toml.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reads an {@link AccessPolicy}. */
final class AccessFile {
    private static final int MOST_ENTRIES = 10_000;

    private AccessFile() {}

    static AccessPolicy.Builder read(Path file) throws IOException {
        Section top = PolicyText.read(file);
        AccessPolicy.Builder policy = AccessPolicy.builder();
        Section roles = top.section("roles");
        if (roles != null) {
            for (String role : roles.keys()) {
                AccessPolicy.Builder _ = roles.meaning(role, policy::role, role);
                for (String who : roles.texts(role, IdentityPattern.EXPECTED, AccessFile::checked)) {
                    policy.role(role, who);
                }
            }
        }
        for (Section entry : few(top.sections("allow"), top, "allow")) {
            Selection selection = selection(entry);
            entry.end();
            if (selection.names().isEmpty() && selection.interfaces().isEmpty()) {
                throw entry.contradiction("names", "is missing: name the objects, or interfaces");
            }
            required(entry, "roles");
            AccessPolicy.Builder _ = entry.meaning("roles", policy::allow, selection);
        }
        for (Section entry : few(top.sections("limit"), top, "limit")) {
            limit(entry, policy);
        }
        top.end();
        return policy;
    }

    private static void limit(Section entry, AccessPolicy.Builder policy) {
        Selection given = selection(entry);
        Selection selection = given.roles().isEmpty()
                ? new Selection(Set.of(Allow.ANYONE), given.names(), given.methods(), given.interfaces())
                : given;
        int inFlight = entry.number("calls-in-flight", 0);
        double rate = entry.decimal("rate", 0);
        int burst = entry.number("burst", (int) Math.max(1, rate));
        boolean together = entry.flag("together");
        String key = entry.has("rate") ? "rate" : "calls-in-flight";
        AccessPolicy.Builder _ = entry.meaning(
                key, _ -> policy.limit(selection, new CallLimit.Amounts(inFlight, rate, burst, together)), key);
        entry.end();
    }

    private static Selection selection(Section entry) {
        return new Selection(
                Set.copyOf(listed(entry, "roles", "a role's name", Function.identity())),
                listed(entry, "names", "a bound name, in which * stands for any characters", Glob::new),
                listed(entry, "methods", "a method's name, in which * stands for any characters", Glob::new),
                listed(entry, "interfaces", "an interface's full name", Glob::new));
    }

    /** An empty list would be as if it were left out, which allows more. */
    private static <T> List<T> listed(Section entry, String key, String expected, Function<String, T> meaning) {
        List<T> all = entry.texts(key, expected, meaning);
        if (all.isEmpty() && entry.has(key)) {
            throw entry.contradiction(key, "is empty: leave the key out, or delete the entry");
        }
        return all;
    }

    private static void required(Section entry, String key) {
        if (!entry.has(key)) {
            throw entry.contradiction(key, "is missing: name the roles, or \"*\" for everyone");
        }
    }

    private static List<Section> few(List<Section> entries, Section top, String key) {
        if (entries.size() > MOST_ENTRIES) {
            throw top.contradiction(key, "has " + entries.size() + " entries; the most are " + MOST_ENTRIES);
        }
        return entries;
    }

    private static String checked(String who) {
        IdentityPattern _ = IdentityPattern.parse(who); // here, so that the message names its line
        return who;
    }
}
