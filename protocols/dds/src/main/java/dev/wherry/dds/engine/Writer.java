package dev.wherry.dds.engine;

import dev.wherry.dds.types.Representation;
import java.util.Set;

/**
 * Sends samples. For any thread; the samples of one thread stay in order.
 *
 * <p>A payload begins with the four bytes of the encapsulation header of RTPS, and the encoding that they name follows. Its length
 * need not be a multiple of four: the writer pads it.
 */
public interface Writer extends AutoCloseable {
    /** Returns the 16 bytes that identify the writer in its domain, as a new array. */
    byte[] guid();

    /** Returns how many readers receive the samples at this moment. */
    int matched();

    /** Returns the GUIDs of the participants, as 32 hexadecimal digits, that have these readers. */
    Set<String> participants();

    /**
     * Returns the policy that kept the last reader from matching, which requests and offers do not allow together. Empty if none was, or
     * if the engine does not report it.
     */
    String incompatible();

    /** Returns the encoding in which payloads must be. */
    Representation representation();

    /**
     * Sends a sample. Blocks while a reliable reader lags behind, for {@link Qos#maxBlocking()} at most; a virtual thread holds its
     * carrier meanwhile.
     *
     * @throws DdsException of kind {@code TIMEOUT} after that time, of kind {@code MALFORMED} if the payload is no value of the type
     */
    void write(byte[] payload, int offset, int length);

    /**
     * Sends a sample with a given time, such as one that another writer has sent. Otherwise as {@link #write(byte[], int, int)}.
     *
     * @param sourceNanos see {@link SampleInfo#sourceNanos()}
     */
    void write(byte[] payload, int offset, int length, long sourceNanos);

    /**
     * Notifies readers that an instance no longer exists.
     *
     * @param payload the members of the key alone
     */
    void dispose(byte[] payload, int offset, int length);

    /** Notifies readers that an instance no longer exists, with a given time. */
    void dispose(byte[] payload, int offset, int length, long sourceNanos);

    /**
     * Notifies readers that this writer no longer updates an instance.
     *
     * @param payload the members of the key alone
     */
    void unregister(byte[] payload, int offset, int length);

    @Override
    void close();
}
