package dev.wherry.dds.engine;

import dev.wherry.dds.types.DataType;

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

    /** Closes everything that this participant has created, and then itself. Returns when no thread uses any of it. */
    @Override
    void close();
}
