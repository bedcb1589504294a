package dev.wherry.examples.components;

import dev.wherry.access.PolicyException;
import dev.wherry.access.toml.PolicyText;
import dev.wherry.access.toml.Section;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The components that a file of TOML names, and how they are wired. Each component is a table with a {@code class}, an address to
 * {@code listen} at if it offers something, and a table {@code needs} with a facet for each receptacle.
 *
 * @param loopback whether DDS finds processes of this machine only, as tests need
 */
record Assembly(boolean loopback, Map<String, Part> parts) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern DDS = Pattern.compile("dds://(\\d{1,3})(\\?partition=[A-Za-z0-9_-]+)?");
    private static final int LARGEST_DOMAIN = 230;
    private static final String ADDRESS =
            "an address such as \"dds://0\", \"dds://0?partition=floor\" or \"tcp://127.0.0.1:5801\"";

    /**
     * A component of the file.
     *
     * @param listen null if it offers nothing
     * @param wires the address of the facet for each receptacle
     */
    record Part(Component component, @Nullable URI listen, Map<String, String> wires) {
        /** Returns whether a process that runs the other part need not be restarted to run this one. */
        boolean runsAs(Part other) {
            return component.getClass() == other.component.getClass() && Objects.equals(listen, other.listen);
        }

        private String address(String name, String facet) {
            URI at = Objects.requireNonNull(listen);
            String query = at.getRawQuery() == null ? "" : "?" + at.getRawQuery();
            return "%s://%s/%s.%s%s".formatted(at.getScheme(), at.getRawAuthority(), name, facet, query);
        }
    }

    /**
     * Reads a file.
     *
     * @throws IOException if the file cannot be read
     * @throws PolicyException if it has a mistake; the message has the line
     */
    static Assembly read(Path file) throws IOException {
        Section top = PolicyText.read(file);
        boolean loopback = top.flag("loopback");
        Map<String, Section> tables = new LinkedHashMap<>();
        for (String name : top.keys()) {
            if (!name.equals("loopback")) {
                tables.put(name, top.meaning(name, _ -> Objects.requireNonNull(top.section(checked(name))), name));
            }
        }
        Map<String, Part> parts = new TreeMap<>();
        Map<URI, String> taken = new HashMap<>();
        tables.forEach((name, table) -> parts.put(name, part(name, table, taken)));
        tables.forEach((name, table) -> wire(Objects.requireNonNull(parts.get(name)), table, parts));
        return new Assembly(loopback, parts);
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A component's name consists of letters, digits, _ and -, and begins with a letter");
        }
        return name;
    }

    /** Reads a component, whose receptacles are wired once all components are known. */
    private static Part part(String name, Section table, Map<URI, String> taken) {
        Component component = table.text("class", "the name of a class", Assembly::create);
        if (component == null) {
            throw table.contradiction("class", "is missing: name a subclass of " + Component.class.getName());
        }
        URI listen = table.text("listen", ADDRESS, Assembly::address);
        if (listen == null && !component.facets().isEmpty()) {
            throw table.contradiction(
                    "listen",
                    "is missing: %s offers %s"
                            .formatted(name, component.facets().keySet()));
        }
        if (listen != null && listen.getScheme().equals("tcp")) {
            String other = taken.putIfAbsent(listen, name);
            if (other != null) {
                throw table.contradiction("listen", "is the address of " + other + ", too");
            }
        }
        return new Part(component, listen, new TreeMap<>());
    }

    private static Component create(String type) {
        try {
            return Class.forName(type)
                    .asSubclass(Component.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("There is no class '" + type + "'", e);
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "'" + type + "' is not a component: it needs to extend Component, and a public constructor", e);
        }
    }

    private static URI address(String text) {
        Matcher dds = DDS.matcher(text);
        URI address = dds.matches() || text.startsWith("tcp://") ? URI.create(text) : URI.create("");
        boolean valid = dds.matches()
                ? Integer.parseInt(dds.group(1)) <= LARGEST_DOMAIN
                : address.getHost() != null
                        && address.getPort() > 0
                        && address.getPath().isEmpty();
        if (!valid) {
            throw new IllegalArgumentException("'%s' is not %s".formatted(text, ADDRESS));
        }
        return address;
    }

    private static void wire(Part part, Section table, Map<String, Part> parts) {
        Section needs = table.section("needs");
        Set<String> given = needs == null ? Set.of() : needs.keys();
        part.component().receptacles().forEach((receptacle, declared) -> {
            if (needs == null || !given.contains(receptacle)) {
                throw (needs == null ? table : needs)
                        .contradiction(
                                "needs." + receptacle,
                                "is missing: name the facet of a component, such as \"sensor.temperature\"");
            }
            String address = needs.text(
                    receptacle,
                    "a facet such as \"sensor.temperature\"",
                    facet -> facet(facet, declared.type(), parts));
            part.wires().put(receptacle, Objects.requireNonNull(address));
        });
        for (String receptacle : given) {
            if (!part.wires().containsKey(receptacle)) {
                throw Objects.requireNonNull(needs)
                        .contradiction(
                                receptacle,
                                "is not a receptacle of %s, which has %s"
                                        .formatted(
                                                part.component().getClass().getSimpleName(),
                                                part.component().receptacles().keySet()));
            }
        }
        table.end();
    }

    /** Returns the address of a facet, if it has the interface. */
    private static String facet(String text, Class<?> type, Map<String, Part> parts) {
        int dot = text.indexOf('.');
        String name = dot < 0 ? text : text.substring(0, dot);
        Part part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException(
                    "There is no component '%s'; there are %s".formatted(name, parts.keySet()));
        }
        String facet = text.substring(dot < 0 ? text.length() : dot + 1);
        Component.Facet<?> offered = part.component().facets().get(facet);
        if (offered == null) {
            throw new IllegalArgumentException("%s has no facet '%s'; it has %s"
                    .formatted(name, facet, part.component().facets().keySet()));
        }
        if (offered.type() != type) {
            throw new IllegalArgumentException("%s is a %s, and a %s is needed"
                    .formatted(text, offered.type().getSimpleName(), type.getSimpleName()));
        }
        return part.address(name, facet);
    }
}
