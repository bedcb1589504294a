package dev.wherry.internal.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where an endpoint is, and the name of an object there.
 *
 * @param endpoint the URI without the name
 * @param name empty if the URI has none
 */
record Address(URI endpoint, String name) {
    /** {@code tcp://host:port/name}; where the path is the address itself, the name is the fragment: {@code unix:/path#name}. */
    static Address parse(String uri) {
        Objects.requireNonNull(uri, "uri");
        URI parsed;
        try {
            parsed = new URI(uri);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + uri + "' is no URI: " + e.getMessage(), e);
        }
        if (parsed.getScheme() == null) {
            throw new IllegalArgumentException("'" + uri + "' has no scheme: expected such as tcp://host:5739/name");
        }
        if (parsed.getRawAuthority() == null) {
            return new Address(
                    URI.create(parsed.getScheme() + ":" + parsed.getRawSchemeSpecificPart()),
                    parsed.getFragment() == null ? "" : parsed.getFragment());
        }
        String path = parsed.getPath();
        return new Address(
                URI.create(parsed.getScheme() + "://" + parsed.getRawAuthority() + query(parsed.getRawQuery())),
                path == null || path.length() < 2 ? "" : path.substring(1));
    }

    private static String query(@Nullable String raw) {
        return raw == null ? "" : "?" + raw;
    }

    /** As a user would write it. */
    static String with(URI endpoint, String name) {
        if (endpoint.getRawAuthority() == null) {
            return endpoint + "#" + name;
        }
        return endpoint.getScheme() + "://" + endpoint.getRawAuthority() + "/" + name + query(endpoint.getRawQuery());
    }

    String requireName(String uri) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + uri + "' names no object: expected such as " + with(endpoint, "bank"));
        }
        return name;
    }
}
