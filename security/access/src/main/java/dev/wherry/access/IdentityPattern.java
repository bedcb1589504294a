package dev.wherry.access;

import dev.wherry.Identity;
import dev.wherry.TokenVerifier;
import dev.wherry.text.OneLine;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Matches identities: {@code tls spiffe://bank.example/teller-*} by kind and name, {@code unix[group] build} by an attribute. An identity of
 * kind {@code address} is matched by its IP address, without the port.
 *
 * @param attribute null: the name
 */
record IdentityPattern(Glob kind, @Nullable String attribute, Glob value) {
    static final String EXPECTED = "a kind and a name, such as \"unix user ann\", \"tls spiffe://bank.example/*\","
            + " \"token alice\", or a kind, an attribute and its value, such as \"unix[group] build\"";
    private static final Pattern WRITTEN = Pattern.compile("([A-Za-z0-9*-]+)(?:\\[([A-Za-z0-9_.-]+)])? (.+)");

    static IdentityPattern parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + OneLine.of(text) + "' is not an identity: expected " + EXPECTED);
        }
        return new IdentityPattern(new Glob(matcher.group(1)), matcher.group(2), new Glob(matcher.group(3)));
    }

    boolean matches(Identity identity) {
        if (!kind.matches(identity.kind())) {
            return false;
        }
        if (attribute == null) {
            return value.matches(nameOf(identity));
        }
        String found = identity.attributes().get(attribute);
        if (found == null) {
            return false;
        }
        return attribute.equals(TokenVerifier.ROLES)
                ? Arrays.stream(found.split(" ")).anyMatch(value::matches)
                : value.matches(found);
    }

    /** Returns the name without what changes from connection to connection. */
    static String nameOf(Identity identity) {
        String ip =
                identity.kind().equals(Identity.ADDRESS) ? identity.attributes().get(Identity.IP) : null;
        return ip != null ? ip : String.valueOf(identity.name());
    }
}
