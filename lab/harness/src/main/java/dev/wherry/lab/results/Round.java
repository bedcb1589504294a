package dev.wherry.lab.results;

import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measured round of one cell. A figure that nobody measured is null, never zero.
 *
 * @param seconds from the first call of any caller to the last answer; in an open loop at least as long as the calls were
 *     to take at the offered rate
 * @param perThreadCallsPerSecond calls divided by the sum of the callers' times: what the mobility evaluation printed
 * @param cpuNanosPerCall user and system time of server and client processes together; null where the round was too short
 *     for the kernel's clock ticks
 * @param allocatedBytesPerCall heap allocated by client and server together; null unless both report it
 * @param wireBytesPerCall bytes both ways; null where nobody counted
 * @param duplicates executions seen at the server beyond the calls that came
 * @param carried calls by transport as the system itself counted them; null where it does not count
 * @param classesReceived classes that came to the server, which were not on its class path, from when the cell's answers
 *     were checked until the end of this round; null where nobody counted
 * @param capped whether its time was over before it had made all calls that it was to make
 * @param doneSeconds from the first call of any caller until everything that the calls started has ended, as far as the
 *     client knows. If the server tracks calls, it is until its call back
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
        @EmptyIfAbsent boolean capped,
        @Nullable Double doneSeconds,
        @Nullable Double jitterNanos,
        @Nullable List<Bar> histogram,
        @Nullable Lateness lateNanos,
        @Nullable String firstFailure) {
    /** That a cell may have; a difference shows in a few. */
    public static final int MOST = 1_000;

    public Round {
        InRange.check(
                "calls seconds callsPerSecond perThreadCallsPerSecond cpuNanosPerCall allocatedBytesPerCall wireBytesPerCall failed missing duplicates classesReceived doneSeconds jitterNanos",
                calls,
                seconds,
                callsPerSecond,
                perThreadCallsPerSecond,
                cpuNanosPerCall,
                allocatedBytesPerCall,
                wireBytesPerCall,
                failed,
                missing,
                duplicates,
                classesReceived,
                doneSeconds,
                jitterNanos);
    }

    /**
     * A bar of a histogram of times.
     *
     * @param toNanos the longest time that counts here; the bar before has the shorter ones
     */
    public record Bar(long toNanos, long calls) {
        public Bar {
            InRange.check("toNanos calls", toNanos, calls);
        }
    }

    /**
     * How late callers were who had waited for a call to be due, in nanoseconds: what the waiting itself adds to the latencies of
     * an open loop. It counts in them, since they begin when the call is due.
     */
    public record Lateness(long p50, long p99) {
        public Lateness {
            InRange.check("p50 p99", p50, p99);
        }
    }
}
