package dev.wherry.dds.engine;

/**
 * The state of a sample.
 *
 * @param valid whether there is a value; false: the sample only reports the new state of its instance
 * @param sourceNanos when it was sent, in nanoseconds since 1970 by the clock of its writer
 * @param instance a number that the samples with the same key have in common in this process
 * @param publication a number of the writer in this process
 * @param disposals how often the instance was disposed of and written again before, while this reader had samples of it
 */
public record SampleInfo(
        InstanceState state, boolean valid, long sourceNanos, long instance, long publication, int disposals) {
    /** The state of the instance of which a sample is a value. */
    public enum InstanceState {
        ALIVE,
        /** A writer has disposed of it. */
        DISPOSED,
        /** Every writer that updated it has left or unregistered it. */
        NO_WRITERS
    }
}
