package dev.wherry.statistics;

import java.time.Duration;

/**
 * The times that the stages of one call took. The methods that return durations are in the order of events. Each end measures
 * durations by its own clock.
 */
public interface CallTrace {
    /** Returns what the call ran on: {@code lane}, {@code memory}, {@code loop} or {@code thread}; see {@link MethodStatistics}. */
    String mode();

    /** Returns the time at the caller from the begin of the call until its arguments were encoded. */
    Duration encodeArguments();

    /** Returns the time that neither end accounts for, in both directions: writing, the network, waking the reader. */
    Duration wire();

    /** Returns the time at the server from when the call was read until it began. */
    Duration waiting();

    /** Returns the time at the server in which the arguments were decoded. */
    Duration decodeArguments();

    /** Returns the time in which the server found object and method, and made the call one that can be cancelled. */
    Duration dispatch();

    /** Returns the time that the method took, interceptors included. */
    Duration execute();

    /** Returns the time at the server in which the result was encoded. */
    Duration encodeResult();

    /** Returns the time at the caller in which the result was decoded. */
    Duration decodeResult();

    /**
     * Returns the bytes of the call, heads of frames included, and about 20 bytes that ask for this trace. Definitions, which
     * are sent once per link, do not count.
     */
    long bytesOut();

    /** Returns the bytes of the answer, counted as {@link #bytesOut}. */
    long bytesIn();

    /** Returns the sum of all durations. */
    default Duration total() {
        return encodeArguments()
                .plus(wire())
                .plus(waiting())
                .plus(decodeArguments())
                .plus(dispatch())
                .plus(execute())
                .plus(encodeResult())
                .plus(decodeResult());
    }
}
