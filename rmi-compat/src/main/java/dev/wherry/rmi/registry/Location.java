package dev.wherry.rmi.registry;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where a registered object can be called.
 *
 * @param host empty: the host of the registry itself
 * @param port 0: that of the registry itself
 * @param name of the object at the endpoint there
 * @param interfaces those of its class that extend Remote, by name, each before those that it extends
 */
public record Location(String host, int port, String name, List<String> interfaces) implements Serializable {
    private static final int MOST_INTERFACES = 64;
    /** Of each name. */
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

    /** Of its texts. */
    public int characters() {
        return host.length()
                + name.length()
                + interfaces.stream().mapToInt(String::length).sum();
    }

    /** The same for a registry at a port: what is there too is found where the registry is found, be that another port. */
    public Location asSeenFrom(int registry) {
        return host.isEmpty() && port == registry ? new Location(host, 0, name, interfaces) : this;
    }
}
