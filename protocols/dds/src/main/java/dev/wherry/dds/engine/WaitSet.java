package dev.wherry.dds.engine;

import java.util.function.Consumer;

/** Waits until readers have samples. Any thread may attach and wake up; one thread awaits. */
public interface WaitSet extends AutoCloseable {
    /** @param reader one of the same participant; closing it detaches it */
    void attach(Reader reader);

    void detach(Reader reader);

    /** A change of a reader that {@link #watch} reports. */
    enum Change {
        /** It met a writer with policies that do not fit. {@link Reader#incompatible()} ends the report. */
        INCOMPATIBLE,
        /** It has one writer more, or one less. {@link Reader#matched()} ends the report. */
        MATCHED
    }

    /**
     * Has the thread that awaits run an action whenever something has changed, if the engine reports that.
     *
     * @param reader one of the same participant, watched once; closing it ends this
     * @param action calls the method that ends the report
     */
    void watch(Reader reader, Change change, Runnable action);

    /**
     * Waits for samples, for {@link #wakeUp()}, or for the time limit, whichever is first. An interrupt does not end it.
     *
     * @param nanos the time limit; {@link Long#MAX_VALUE}: none
     * @param ready is called for each reader that has samples, in the calling thread
     * @return false once the wait set is closed
     * @throws DdsException of kind {@code WRONG_THREAD} in a virtual thread, whose carrier it would hold
     */
    boolean await(long nanos, Consumer<? super Reader> ready);

    /** Ends the wait of another thread, or the next one if none waits. */
    void wakeUp();

    @Override
    void close();
}
