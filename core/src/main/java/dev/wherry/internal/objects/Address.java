package dev.wherry.internal.objects;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The address of an endpoint and the name of an object there. A list has several addresses, and the object has the same name at
 * each of them.
 *
 * @param endpoints the URIs without the name, at least one
 * @param name decoded; empty if the URI has none
 */
public record Address(List<URI> endpoints, String name) {
    /** The most addresses of a list. */
    public static final int MOST = 64;

    /** The characters that are not encoded in a part of a URI (RFC 3986, pchar), and the slash. */
    private static final String PLAIN = "/-._~!$&'()*+,;=:@";

    public Address {
        endpoints = List.copyOf(endpoints);
    }

    private Address(URI endpoint, String name) {
        this(List.of(endpoint), name);
    }

    /**
     * Parses {@code tcp://host:port/name}, or a list, {@code tcp://host:port,host:port/name}. If the path is the address itself,
     * the name is the fragment: {@code unix:/path#name}. Such an address is never a list, since a path may have a comma.
     */
    public static Address parse(String uri) {
        Objects.requireNonNull(uri, "uri");
        if (isHostAndPort(uri)) {
            throw new IllegalArgumentException("'" + uri + "' has no scheme: did you mean tcp://" + uri + "?");
        }
        int start = uri.indexOf("://") + 3;
        if (start >= 3 && uri.indexOf(',') >= 0) {
            int end = start;
            while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
                end++;
            }
            String authority = uri.substring(start, end);
            if (authority.indexOf(',') >= 0) {
                return parseList(uri, uri.substring(0, start), authority, uri.substring(end));
            }
        }
        return parseOne(uri);
    }

    private static Address parseList(String uri, String scheme, String authorities, String rest) {
        String[] listed = authorities.split(",", -1);
        if (listed.length > MOST) {
            throw new IllegalArgumentException(
                    "'" + uri + "' lists " + listed.length + " addresses: at most " + MOST + " are allowed");
        }
        List<URI> endpoints = new ArrayList<>();
        Set<String> before = new HashSet<>();
        String name = "";
        for (String each : listed) {
            if (each.isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + uri + "' lists an empty address: expected such as " + "tcp://a:5739,b:5739/bank");
            }
            if (each.endsWith(":") && rest.startsWith("/")) {
                throw new IllegalArgumentException("'" + each + "' in '" + uri
                        + "': all addresses of a list have the scheme that it begins with, which is written once, as in"
                        + " tcp://a:5739,b:5739/bank");
            }
            requireNew(before.add(each.toLowerCase(Locale.ROOT)), each, uri);
            Address one = parseOne(scheme + each + rest);
            endpoints.add(one.endpoint());
            name = one.name();
        }
        return new Address(endpoints, name);
    }

    /** @throws IllegalArgumentException unless an address is new in its list */
    public static void requireNew(boolean isNew, Object address, Object list) {
        if (!isNew) {
            throw new IllegalArgumentException("'" + list + "' lists the address " + address + " twice");
        }
    }

    private static Address parseOne(String uri) {
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
        return after < uri.length()
                && Character.isDigit(uri.charAt(after))
                && uri.matches("[^/:?#]+:\\d+(,[^/?#]*)?([/#].*)?");
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

    /** Returns the address of a name as a user would write it. */
    public static String with(URI endpoint, String name) {
        return with(List.of(endpoint), name);
    }

    /** Returns the address of a name at several endpoints as a user would write it; that of the endpoints if the name is empty. */
    public static String with(List<URI> endpoints, String name) {
        URI first = endpoints.getFirst();
        if (first.getRawAuthority() == null) {
            return first + (name.isEmpty() ? "" : "#" + encoded(name));
        }
        String path = name.isEmpty() ? "" : "/" + encoded(name);
        return first.getScheme() + "://" + authorities(endpoints) + path + query(first.getRawQuery());
    }

    /** Returns endpoints as a user would write them. */
    public static String text(List<URI> endpoints) {
        return with(endpoints, "");
    }

    private static String authorities(List<URI> endpoints) {
        return endpoints.stream().map(URI::getRawAuthority).collect(Collectors.joining(","));
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

    /** Returns the scheme of all endpoints. */
    public String scheme() {
        return endpoints.getFirst().getScheme();
    }

    /**
     * Returns the endpoint, for a use in which there can be only one.
     *
     * @throws IllegalArgumentException if there are several
     */
    public URI endpoint() {
        if (endpoints.size() > 1) {
            throw new IllegalArgumentException(
                    "'" + text(endpoints) + "' is a list of " + endpoints.size() + " addresses: one is expected here");
        }
        return endpoints.getFirst();
    }

    /** Returns the endpoints, for a use in which the name of an object has no meaning. */
    public List<URI> withoutName(String uri) {
        if (!name.isEmpty()) {
            throw new IllegalArgumentException("Cannot connect to '" + uri + "': it names the object '" + name
                    + "'. Connect to " + text(endpoints) + ", or look the object up with lookup");
        }
        return endpoints;
    }

    /** Returns the name, for a use in which there must be one. */
    public String requireName(String uri) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + uri + "' names no object: expected such as " + with(endpoints, "bank"));
        }
        return name;
    }
}
