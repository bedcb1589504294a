package dev.wherry.dds.engine;

import java.util.function.Consumer;

/** Waits until readers have samples. Any thread may attach and wake up; one thread awaits. */
public interface WaitSet extends AutoCloseable {
    /** @param reader one of the same participant; closing it detaches it */
    void attach(Reader reader);

    void detach(Reader reader);

    /**
     * Has the thread that awaits run an action whenever a reader meets a writer with policies that do not fit, if the engine reports that.
     *
     * @param reader one of the same participant; closing it ends this
     * @param action calls {@link Reader#incompatible()}, which is what ends the report
     */
    void watch(Reader reader, Runnable action);

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
