package dev.wherry.transport;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A host and a port, taken from the authority of a URI by hand: {@link URI#getHost()} knows no names with underscores and
 * no short forms of addresses, which the resolver does know.
 *
 * @param host as the resolver wants it: an IPv6 address without brackets, its zone, if any, behind {@code %}
 * @param port -1: none is named
 */
record TcpAddress(String host, int port) {
    private static final String EXAMPLE = ": expected tcp://host:port, such as tcp://127.0.0.1:5739";
    private static final int HIGHEST_PORT = 65_535;
    /** That fit into an int, leading zeros included. */
    private static final int MOST_DIGITS = 9;

    /** @throws IllegalArgumentException that says what is wrong with it */
    static TcpAddress of(URI uri) {
        String authority = uri.getRawAuthority();
        if (authority == null || authority.isEmpty()) {
            throw new IllegalArgumentException("No host in '" + uri + "'" + EXAMPLE);
        }
        if (uri.getRawQuery() != null) {
            throw new IllegalArgumentException("'?" + uri.getRawQuery() + "' in '" + uri
                    + "': tcp has no options; in the name of an object, ? is written %3F");
        }
        if (authority.indexOf('@') >= 0) {
            throw new IllegalArgumentException("A user in '" + uri + "': tcp knows none" + EXAMPLE);
        }
        int end = authority.startsWith("[") ? authority.indexOf(']') + 1 : hostEnd(authority);
        String host = authority.startsWith("[") ? zoned(authority.substring(1, end - 1)) : authority.substring(0, end);
        String rest = authority.substring(end);
        if (host.isEmpty()) {
            throw new IllegalArgumentException("No host in '" + uri + "'" + EXAMPLE);
        }
        if (!authority.startsWith("[") && host.indexOf(':') >= 0) {
            throw new IllegalArgumentException(
                    "'" + authority + "' in '" + uri + "': an IPv6 address stands in brackets, as in tcp://[::1]:5739");
        }
        return new TcpAddress(host, port(rest, uri));
    }

    private static int hostEnd(String authority) {
        int colon = authority.lastIndexOf(':');
        return colon < 0 ? authority.length() : colon;
    }

    /** A zone is written {@code %25eth0}, as RFC 6874 has it, or {@code %eth0}. */
    private static String zoned(String literal) {
        return literal.replaceFirst("%25(?=.)", "%");
    }

    private static int port(String rest, URI uri) {
        String digits = rest.startsWith(":") ? rest.substring(1) : rest;
        if (digits.isEmpty()) {
            return -1;
        }
        if (!rest.startsWith(":") || !isNumber(digits)) {
            throw new IllegalArgumentException("'" + rest + "' in '" + uri + "' is not a port" + EXAMPLE);
        }
        int port = Integer.parseInt(digits);
        if (port > HIGHEST_PORT) {
            throw new IllegalArgumentException("Port " + port + " in '" + uri + "' is above " + HIGHEST_PORT);
        }
        return port;
    }

    private static boolean isNumber(String digits) {
        boolean isNumber = digits.length() <= MOST_DIGITS;
        for (int i = 0; i < digits.length(); i++) {
            isNumber &= digits.charAt(i) >= '0' && digits.charAt(i) <= '9';
        }
        return isNumber;
    }

    boolean isIpv6() {
        return host.indexOf(':') >= 0;
    }

    /** All that the resolver knows. */
    InetAddress[] resolve() throws UnknownHostException {
        return InetAddress.getAllByName(ascii(host));
    }

    private static String ascii(String host) {
        try {
            return StandardCharsets.US_ASCII.newEncoder().canEncode(host) ? host : IDN.toASCII(host);
        } catch (IllegalArgumentException e) {
            return host; // the resolver says that it does not know it
        }
    }

    URI withPort(int port) {
        return URI.create("tcp://" + (isIpv6() ? "[" + host + "]" : host) + ":" + port);
    }

    /** The same for all ways to write it, without asking a name server. */
    URI canonical(int port) {
        return new TcpAddress(canonicalHost(), port).withPort(port);
    }

    private String canonicalHost() {
        if (!isIpv6()) {
            return host.toLowerCase(Locale.ROOT);
        }
        int zone = host.indexOf('%');
        InetAddress address = literal(zone < 0 ? host : host.substring(0, zone));
        return address == null ? host : text(address) + (zone < 0 ? "" : host.substring(zone));
    }

    /** An address as people write it: {@code ::} stands for the longest row of zeros in one of IPv6, as RFC 5952 has it. */
    static String text(InetAddress ip) {
        String host = ip.getHostAddress();
        if (!(ip instanceof Inet6Address)) {
            return host;
        }
        int zone = host.indexOf('%');
        String[] groups = (zone < 0 ? host : host.substring(0, zone)).split(":", -1);
        int longest = 0;
        int end = 0;
        for (int i = 0, zeros = 0; i < groups.length; i++) {
            zeros = groups[i].equals("0") ? zeros + 1 : 0;
            if (zeros > longest) {
                longest = zeros;
                end = i + 1;
            }
        }
        if (longest < 2) {
            return host;
        }
        List<String> all = List.of(groups);
        return String.join(":", all.subList(0, end - longest)) + "::"
                + String.join(":", all.subList(end, groups.length)) + (zone < 0 ? "" : host.substring(zone));
    }

    private static @Nullable InetAddress literal(String ip) {
        try {
            return InetAddress.ofLiteral(ip);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
