package dev.wherry.dds.engine;

/** Consumes samples. It may close the reader and its participant. */
@FunctionalInterface
public interface SampleSink {
    /**
     * Consumes a sample.
     *
     * @param payload an array for this sample alone, which the sink may keep
     * @param offset of the encapsulation header
     * @param length with the header and without padding. Where {@link SampleInfo#valid()} is false only the members of the key
     *     follow the header, in XCDR2
     */
    void sample(byte[] payload, int offset, int length, SampleInfo info);

    /**
     * Notified of a sample that was dropped, as it is longer than the reader allows.
     *
     * @param length in bytes
     */
    default void refused(long length, SampleInfo info) {}
}
