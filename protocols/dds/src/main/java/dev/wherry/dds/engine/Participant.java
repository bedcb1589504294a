package dev.wherry.dds.engine;

import dev.wherry.dds.types.DataType;
import java.time.Duration;

/**
 * The membership of this process in a domain. For any thread. Each method but {@code close} throws a {@link DdsException} of kind
 * {@link DdsException.Kind#CLOSED} after the participant is closed.
 */
public interface Participant extends AutoCloseable {
    int domain();

    /** Returns the 16 bytes that identify the participant in its domain, as a new array. */
    byte[] guid();

    /**
     * Makes a topic known, with its type.
     *
     * @throws DdsException if the engine refuses the type, the name or the policies
     */
    Topic topic(String name, DataType.Structure type, Qos qos);

    /** @param topic one of this participant */
    Writer writer(Topic topic, Qos qos);

    /**
     * Creates a reader.
     *
     * @param topic one of this participant
     * @param longest the most bytes of a payload; {@link SampleSink#refused} is notified of a longer one
     */
    Reader reader(Topic topic, Qos qos, int longest);

    WaitSet waitSet();

    /** Begins to watch who and what is in the domain. */
    DomainWatch watch();

    /**
     * Makes a topic known with the type that an endpoint of another participant has. Its {@link Topic#type()} has no members.
     *
     * @param limit how long to wait for the type, which the other participant may have to send. The calling thread is blocked
     * @throws DdsException of kind {@code REFUSED} if the endpoint has left or does not describe its type
     */
    Topic topic(Discovered.Endpoint like, Qos qos, Duration limit);

    /**
     * Returns the description of the type of an endpoint and of those within: the {@code TypeMapping} of XTypes, in XCDR2 and little
     * endian. Otherwise as {@link #topic(Discovered.Endpoint, Qos, Duration)}.
     */
    byte[] typeMapping(Discovered.Endpoint of, Duration limit);

    /** Closes everything that this participant has created, and then itself. Returns when no thread uses any of it. */
    @Override
    void close();
}
