package dev.wherry.http.websocket;

import dev.wherry.spi.Transport;
import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address {@code ws://host:port?name=host&path=/path}.
 *
 * @param scheme {@code ws} or {@code wss}
 * @param tcp where to connect, always with a port
 * @param name the host that the server is asked for; null: the host of the address
 * @param path of the request
 */
record WebSocketAddress(String scheme, URI tcp, @Nullable String name, String path) {
    /** The path of an address that has none. */
    static final String PATH = "/wherry";

    static final String PLAIN = "ws";
    static final String SECURE = "wss";

    private static final String NAME_KEY = "name=";
    private static final String PATH_KEY = "path=";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,255}|\\[[0-9A-Fa-f:.]+\\]");
    private static final Pattern PATHS = Pattern.compile("/[A-Za-z0-9/._~!$'()*+,;=:@%-]{0,1000}");

    /** @throws IllegalArgumentException if it is not such an address */
    static WebSocketAddress parse(URI address) {
        String scheme = address.getScheme();
        String name = null;
        String path = PATH;
        String query = address.getRawQuery();
        for (String each : query == null ? new String[0] : query.split("&", -1)) {
            String value = each.substring(each.indexOf('=') + 1);
            if (each.startsWith(NAME_KEY) && NAME.matcher(value).matches()) {
                name = value.toLowerCase(Locale.ROOT);
            } else if (each.startsWith(PATH_KEY) && PATHS.matcher(value).matches()) {
                path = value;
            } else {
                throw new IllegalArgumentException(
                        "'" + each + "' in '" + address
                                + "': expected ?name=HOST, the host that the server is asked for, or ?path=/PATH of the request");
            }
        }
        String port = address.getRawAuthority().matches(".*:[0-9]+") ? "" : ":" + port(scheme);
        String authority = address.getRawAuthority().replaceFirst(":$", "") + port;
        return new WebSocketAddress(scheme, URI.create("tcp://" + authority), name, path);
    }

    private static int port(String scheme) {
        return scheme.equals(SECURE) ? 443 : 80;
    }

    int port() {
        String authority = tcp.getRawAuthority();
        return Integer.parseInt(authority.substring(authority.lastIndexOf(':') + 1));
    }

    boolean isSecure() {
        return scheme.equals(SECURE);
    }

    /** Returns the host that the server is asked for, without the zone of an address. */
    String host() {
        if (name != null) {
            return name;
        }
        String authority = tcp.getRawAuthority();
        return authority.substring(0, authority.lastIndexOf(':')).replaceFirst("%.*]", "]");
    }

    /** Returns the header {@code Host}. */
    String hostHeader() {
        return port() == port(scheme) ? host() : host() + ":" + port();
    }

    /** Returns the one form of this address. */
    URI canonical(Transport tcpTransport) {
        return with(tcpTransport.canonical(tcp), name);
    }

    /** Returns the address of the same path and name at the place that was connected to. */
    URI at(@Nullable URI connected) {
        return with(connected == null ? tcp : connected, host());
    }

    private URI with(URI place, @Nullable String asked) {
        StringBuilder text = new StringBuilder(scheme + place.toString().substring("tcp".length()));
        String before = "?";
        if (asked != null) {
            text.append(before).append(NAME_KEY).append(asked);
            before = "&";
        }
        if (!path.equals(PATH)) {
            text.append(before).append(PATH_KEY).append(path);
        }
        return URI.create(text.toString());
    }
}
