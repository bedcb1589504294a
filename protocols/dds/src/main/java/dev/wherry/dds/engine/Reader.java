package dev.wherry.dds.engine;

import java.util.Map;

/** Receives samples. For any thread; one at a time takes. */
public interface Reader extends AutoCloseable {
    /** Returns the 16 bytes that identify the reader in its domain, as a new array. */
    byte[] guid();

    /** Returns how many writers send samples to this reader at this moment. */
    int matched();

    /**
     * Returns the GUIDs of the participants, as 32 hexadecimal digits, that have these writers, by the numbers of the writers: see {@link
     * SampleInfo#publication()}.
     */
    Map<Long, String> participants();

    /** Returns how many of these have given a sign of life within their lease; {@link #matched()} if the engine does not report it. */
    int alive();

    /**
     * Returns the policy that kept the last writer from matching, which requests and offers do not allow together. Empty if none was, or
     * if the engine does not report it.
     */
    String incompatible();

    /**
     * Takes the samples that have arrived, and hands each to the sink in the calling thread. Does not block.
     *
     * @param most the most samples
     * @return how many there were, refused ones included
     * @throws DdsException of kind {@code CLOSED} if the reader is closed
     * @throws IllegalStateException if the sink itself calls this method
     */
    int take(SampleSink sink, int most);

    @Override
    void close();
}
