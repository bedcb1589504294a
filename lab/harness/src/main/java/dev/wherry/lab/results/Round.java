package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.OptBoolean;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured round of one cell. A figure that nobody measured is null, never zero.
 *
 * @param round 1 for the first
 * @param calls calls that were answered
 * @param seconds from the first call of any caller to the last answer; in an open loop at least as long as the calls were
 *     to take at the offered rate
 * @param callsPerSecond all callers together
 * @param perThreadCallsPerSecond calls divided by the sum of the callers' times: what the mobility evaluation printed
 * @param cpuNanosPerCall user and system time of server and client processes together; null where the round was too
 *     short for the kernel's clock ticks
 * @param allocatedBytesPerCall heap allocated by client and server together; null unless both told
 * @param wireBytesPerCall bytes both ways; null where nobody counted
 * @param failed calls that ended in an error or a wrong answer
 * @param missing calls that never came, of those that were made
 * @param duplicates executions seen at the server beyond the calls that came
 * @param carried calls by transport as the system itself counted them; null where it does not count
 * @param classesReceived classes that came to the server, which were not on its class path, from when the cell's answers
 *     were checked until the end of this round; null where nobody counted
 * @param capped whether its time was over before it had made all calls that it was to make;
 *     false in files from before any was
 * @param doneSeconds from the first call of any caller until all that the calls began had come to its end, as far as the
 *     client can tell: where the server tracks calls, until it has called back that all have come
 * @param jitterNanos the mean absolute difference of the times of neighbouring calls of a caller
 * @param histogram of the times of calls, bars without calls left out
 * @param lateNanos how late callers were who had waited for a call to be due; null in a closed loop
 * @param firstFailure what became of the first call that failed; null where none did, and in files from before that was kept
 */
public record Round(
        int round,
        long calls,
        double seconds,
        double callsPerSecond,
        double perThreadCallsPerSecond,
        LatencyNanos latencyNanos,
        @Nullable Long cpuNanosPerCall,
        @Nullable Long allocatedBytesPerCall,
        @Nullable Long wireBytesPerCall,
        long failed,
        long missing,
        long duplicates,
        @Nullable Map<String, Long> carried,
        @Nullable Long classesReceived,
        @JsonProperty(isRequired = OptBoolean.FALSE) boolean capped,
        @Nullable Double doneSeconds,
        @Nullable Double jitterNanos,
        @Nullable List<Bar> histogram,
        @Nullable Lateness lateNanos,
        @Nullable String firstFailure) {
    /** That a cell may have; a difference shows in a few. */
    public static final int MOST = 1_000;

    /** Refuses figures that cannot be. */
    public Round {
        InRange.check("calls", calls);
        InRange.check("seconds", seconds);
        InRange.check("callsPerSecond", callsPerSecond);
        InRange.check("perThreadCallsPerSecond", perThreadCallsPerSecond);
        InRange.check("cpuNanosPerCall", cpuNanosPerCall);
        InRange.check("allocatedBytesPerCall", allocatedBytesPerCall);
        InRange.check("wireBytesPerCall", wireBytesPerCall);
        InRange.check("failed", failed);
        InRange.check("missing", missing);
        InRange.check("duplicates", duplicates);
        InRange.check("classesReceived", classesReceived);
        InRange.check("doneSeconds", doneSeconds);
        InRange.check("jitterNanos", jitterNanos);
    }
}
