package dev.wherry.internal.objects;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of an endpoint, and the name of an object there.
 *
 * @param endpoint the URI without the name
 * @param name decoded; empty if the URI has none
 */
public record Address(URI endpoint, String name) {
    /** The characters that are not encoded in a part of a URI (RFC 3986, pchar), and the slash. */
    private static final String PLAIN = "/-._~!$&'()*+,;=:@";

    /** {@code tcp://host:port/name}; where the path is the address itself, the name is the fragment: {@code unix:/path#name}. */
    public static Address parse(String uri) {
        Objects.requireNonNull(uri, "uri");
        if (isHostAndPort(uri)) {
            throw new IllegalArgumentException("'" + uri + "' has no scheme: did you mean tcp://" + uri + "?");
        }
        URI parsed;
        try {
            parsed = new URI(uri);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + uri + "' is not a URI: " + e.getMessage() + meant(uri), e);
        }
        if (parsed.getScheme() == null) {
            throw new IllegalArgumentException("'" + uri + "' has no scheme: expected such as tcp://host:5739/name");
        }
        String scheme = parsed.getScheme().toLowerCase(Locale.ROOT);
        if (parsed.getRawAuthority() == null) {
            return new Address(
                    URI.create(scheme + ":" + parsed.getRawSchemeSpecificPart()),
                    parsed.getFragment() == null ? "" : parsed.getFragment());
        }
        if (parsed.getRawFragment() != null) {
            throw new IllegalArgumentException("'#" + parsed.getRawFragment() + "' in '" + uri
                    + "': the name of an object is" + " the path of such an address; in a name, # is written %23");
        }
        String path = parsed.getPath();
        return new Address(
                URI.create(scheme + "://" + parsed.getRawAuthority() + query(parsed.getRawQuery())),
                path == null || path.length() < 2 ? "" : path.substring(1));
    }

    /** Checks the character after the first colon first, because matching takes longer. */
    private static boolean isHostAndPort(String uri) {
        int after = uri.indexOf(':') + 1;
        return after < uri.length() && Character.isDigit(uri.charAt(after)) && uri.matches("[^/:?#]+:\\d+([/#].*)?");
    }

    /** Returns a correction for names that are written as they were bound, without encoding. */
    private static String meant(String uri) {
        Matcher parts = Pattern.compile("([^/?#]+//[^/?#]*/|[^#]+#)(.+)", Pattern.DOTALL)
                .matcher(uri);
        if (!parts.matches()) {
            return "";
        }
        String meant = parts.group(1) + encoded(parts.group(2));
        try {
            return meant.equals(uri) ? "" : ". Did you mean '" + new URI(meant) + "'?";
        } catch (URISyntaxException e) {
            return "";
        }
    }

    private static String query(@Nullable String raw) {
        return raw == null ? "" : "?" + raw;
    }

    /** As a user would write it. */
    public static String with(URI endpoint, String name) {
        if (endpoint.getRawAuthority() == null) {
            return endpoint + "#" + encoded(name);
        }
        return endpoint.getScheme() + "://" + endpoint.getRawAuthority() + "/" + encoded(name)
                + query(endpoint.getRawQuery());
    }

    /** Leaves letters of all languages as they are, since a {@link URI} may have them. */
    private static String encoded(String name) {
        StringBuilder encoded = new StringBuilder();
        name.codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0) {
                encoded.appendCodePoint(c);
            } else {
                for (byte each : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
                }
            }
        });
        return encoded.toString();
    }

    /** Returns what to do about a scheme that has no transport; empty if nothing is known. */
    public static String advice(String scheme) {
        return switch (scheme) {
            case "rmi" ->
                ". The names of a registry of Java RMI are not looked up here: bind the object at an endpoint and"
                        + " look it up at tcp://host:5739/name; see 'From Java RMI' in the guide";
            case "shm" ->
                ". Shared memory is a module: add the artifact dev.wherry:wherry-shared-memory to this program";
            default -> "";
        };
    }

    /** Returns the endpoint, for a use in which the name of an object has no meaning. */
    public URI withoutName(String uri) {
        if (!name.isEmpty()) {
            throw new IllegalArgumentException("Cannot connect to '" + uri + "': it names the object '" + name
                    + "'. Connect to " + endpoint + ", or look the object up with lookup");
        }
        return endpoint;
    }

    public String requireName(String uri) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + uri + "' names no object: expected such as " + with(endpoint, "bank"));
        }
        return name;
    }
}
