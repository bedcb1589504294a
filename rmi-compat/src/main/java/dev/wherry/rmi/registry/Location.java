package dev.wherry.rmi.registry;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The location at which a registered object can be called.
 *
 * @param host the host; empty for the host of the registry
 * @param port the port; 0 for the port of the registry
 * @param name the name of the object at the endpoint there
 * @param interfaces the names of its interfaces that extend Remote, each before its superinterfaces
 */
public record Location(String host, int port, String name, List<String> interfaces) implements Serializable {
    private static final int MOST_INTERFACES = 64;
    /** The most characters of each name. */
    private static final int MOST_CHARACTERS = 1_024;

    public Location {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(name, "name");
        interfaces = List.copyOf(interfaces);
        if (port < 0 || port > 65_535 || interfaces.isEmpty() || interfaces.size() > MOST_INTERFACES) {
            throw new IllegalArgumentException("Not a location: port " + port + ", " + interfaces.size()
                    + " interfaces of 1 to " + MOST_INTERFACES);
        }
        if (Stream.concat(Stream.of(host, name), interfaces.stream())
                .anyMatch(each -> each.length() > MOST_CHARACTERS)) {
            throw new IllegalArgumentException(
                    "Not a location: host, name and interfaces have at most " + MOST_CHARACTERS + " characters each");
        }
    }

    /** Returns the number of characters of all parts. */
    public int characters() {
        return host.length()
                + name.length()
                + interfaces.stream().mapToInt(String::length).sum();
    }

    /**
     * Returns the location for clients of a registry at a port. An object at the same port has port 0, so that clients
     * which reach the registry by another port find it too.
     */
    public Location asSeenFrom(int registry) {
        return host.isEmpty() && port == registry ? new Location(host, 0, name, interfaces) : this;
    }
}
