package dev.wherry.testkit.trial;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.Delivery;
import dev.wherry.Idempotent;
import dev.wherry.Once;
import dev.wherry.OneWay;

/** The interface that a trial calls. Each method runs for the id of one call, and answers {@link #answer}. */
public interface Desk {
    long run(int id);

    /** Blocks for a few milliseconds. */
    @Blocking
    long block(int id) throws InterruptedException;

    @Idempotent
    long repeat(int id);

    /** Runs once, and its caller gets the answer after a restart of the server too. */
    @Once
    long once(int id);

    @OneWay
    void send(int id);

    @OneWay(Delivery.ACCEPTED)
    void accept(int id);

    /**
     * Runs in the order of the numbers of one caller.
     *
     * @param caller the caller, in all client processes of a trial
     */
    long order(int id, long caller, int number);

    /** Calls back before it answers. */
    long callBack(int id, Back back);

    /** An object of the client. */
    @ByReference
    interface Back {
        long back(int id);
    }

    static long answer(int id) {
        return id * 31L + 7;
    }
}
