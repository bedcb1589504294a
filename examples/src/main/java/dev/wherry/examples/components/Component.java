package dev.wherry.examples.components;

import dev.wherry.Endpoint;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A part of a program, in a process of its own. Its facets are the interfaces that it offers, its receptacles those that it needs.
 * The constructor declares them and does nothing else, since the checks of a file create components too.
 */
public abstract class Component {
    private final Map<String, Facet<?>> facets = new TreeMap<>();
    private final Map<String, Receptacle<?>> receptacles = new TreeMap<>();

    /** For subclasses. */
    protected Component() {}

    /** An interface that a component offers, and the object that serves it. */
    record Facet<T>(Class<T> type, T object) {
        void bind(Endpoint endpoint, String name) {
            endpoint.bind(name, type, object);
        }
    }

    /** Declares an interface that this component offers. */
    protected final <T> void offer(String facet, Class<T> type, T object) {
        facets.put(facet, new Facet<>(type, object));
    }

    /** Declares an interface that this component needs. */
    protected final <T> Receptacle<T> need(String receptacle, Class<T> type) {
        Receptacle<T> declared = new Receptacle<>(type);
        receptacles.put(receptacle, declared);
        return declared;
    }

    /** Does what the component does without being called. Called some times a second, always by the same thread. */
    protected void step() {}

    final Map<String, Facet<?>> facets() {
        return Collections.unmodifiableMap(facets);
    }

    final Map<String, Receptacle<?>> receptacles() {
        return Collections.unmodifiableMap(receptacles);
    }
}
