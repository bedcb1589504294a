package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/** A domain of this process. The library has one configuration for each, so all participants of a domain share it. */
final class Domain {
    private static final Map<Integer, Domain> OPEN = new HashMap<>(); // guarded by itself

    private final int id;
    private final String configuration;
    private final int handle;
    private int participants; // guarded by OPEN

    private Domain(int id, String configuration) {
        this.id = id;
        this.configuration = configuration;
        handle = configuration.isEmpty() ? 0 : create();
    }

    /** Returns a domain that the caller must leave. */
    static Domain join(int id, String configuration) {
        if (id < 0 || id > Engine.LARGEST_DOMAIN) {
            throw new DdsException(
                    DdsException.Kind.REFUSED,
                    "The domain id " + id + " is not between 0 and " + Engine.LARGEST_DOMAIN);
        }
        if (configuration.indexOf(0) >= 0) {
            throw new DdsException(
                    DdsException.Kind.REFUSED, "The configuration of the domain contains a NUL character");
        }
        synchronized (OPEN) {
            Domain domain = OPEN.get(id);
            if (domain == null) {
                domain = new Domain(id, configuration);
                OPEN.put(id, domain);
            } else if (!domain.configuration.equals(configuration)) {
                throw new DdsException(
                        DdsException.Kind.REFUSED,
                        "The domain " + id
                                + " is open in this process with another configuration. Close its participants"
                                + " first, or use the same configuration");
            }
            domain.participants++;
            return domain;
        }
    }

    /** Deletes the domain if no participant is left. */
    void leave() {
        synchronized (OPEN) {
            if (--participants == 0) {
                OPEN.remove(id);
                if (handle != 0) {
                    Entity.delete(handle);
                }
            }
        }
    }

    int id() {
        return id;
    }

    private int create() {
        try (Arena arena = Arena.ofConfined()) {
            return Functions.CREATE_DOMAIN.check(
                    "Opening the domain " + id + " with the configuration", id, arena.allocateFrom(configuration));
        }
    }
}
