package dev.wherry.dds.engine;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.types.Representation;

/** An implementation of DDS. For any thread. */
public interface Engine {
    /** The largest id of a domain: the ports of larger ones do not exist. */
    int LARGEST_DOMAIN = 230;

    /** The entities whose policies a profile can describe. */
    enum EntityKind {
        PUBLISHER,
        SUBSCRIBER,
        TOPIC,
        READER,
        WRITER
    }

    /** Returns the name and the version of the implementation, for messages. */
    String name();

    /**
     * Joins a domain.
     *
     * @param domain 0 to {@value #LARGEST_DOMAIN}
     * @param configuration in the engine's own language; empty: the engine's default
     * @throws DdsException if the engine refuses the configuration, or has the domain open with another one
     */
    Participant open(int domain, String configuration);

    /** Joins a domain as the options say. */
    default Participant open(int domain, DdsOptions options) {
        return open(domain, options.configuration());
    }

    /** Returns the newest encoding that its writers can send. */
    default Representation representation() {
        return Representation.XCDR2;
    }

    /**
     * Reads the policies of an entity from a text of DDS-XML.
     *
     * @param xml the text of a {@code <dds>} element with libraries of profiles
     * @param name such as {@code Library::Profile} or {@code Library::Profile::entity}
     * @param base has the policies that the text does not set
     * @throws DdsException if the text is not valid, or has no such profile
     * @throws IllegalArgumentException if a value is out of its range
     */
    Qos profile(String xml, EntityKind kind, String name, Qos base);
}
