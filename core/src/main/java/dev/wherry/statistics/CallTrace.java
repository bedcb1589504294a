package dev.wherry.statistics;

import java.time.Duration;

/**
 * Where the time of one call went, in the order in which it went there. Each end tells durations by its own clock.
 *
 * @param mode what it ran on: {@code lane}, {@code memory}, {@code loop} or {@code thread}, as
 *     {@link MethodStatistics} tells them apart
 * @param encodeArguments at the caller, from when the call begins
 * @param wire all that is at neither end's account: writing, the network, waking whoever reads; both ways
 * @param waiting at the server, from when the call was read until it is worked on
 * @param decodeArguments at the server
 * @param dispatch finding object and method, and making the call one that can be cancelled
 * @param execute the method itself, interceptors included
 * @param encodeResult at the server
 * @param decodeResult at the caller
 * @param bytesOut of the call, heads of frames included, and so the question for this, which takes some 20 bytes; definitions,
 *     which go once per link, are not counted
 * @param bytesIn of its answer, counted alike
 */
public record CallTrace(
        String mode,
        Duration encodeArguments,
        Duration wire,
        Duration waiting,
        Duration decodeArguments,
        Duration dispatch,
        Duration execute,
        Duration encodeResult,
        Duration decodeResult,
        long bytesOut,
        long bytesIn) {
    /** The sum. */
    public Duration total() {
        return encodeArguments
                .plus(wire)
                .plus(waiting)
                .plus(decodeArguments)
                .plus(dispatch)
                .plus(execute)
                .plus(encodeResult)
                .plus(decodeResult);
    }
}
