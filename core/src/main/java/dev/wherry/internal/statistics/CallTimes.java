package dev.wherry.internal.statistics;

import dev.wherry.statistics.CallTrace;
import java.time.Duration;

/** The trace of a call. */
public record CallTimes(
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
        long bytesIn)
        implements CallTrace {}
