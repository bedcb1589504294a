package dev.wherry.dds.rpc;

import dev.wherry.dds.types.Operation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** How long the calls of each operation of a service have run, so that quick ones can run on the thread that receives them. For any thread. */
final class CallTimes {
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(100);

    /** The calls after which an operation may count as quick. */
    private static final int ENOUGH = 8;

    private final Map<String, MethodSpeed> operations = new ConcurrentHashMap<>();

    /** @param average in nanoseconds, in which the last call counts an eighth */
    private record MethodSpeed(int calls, long average) {
        MethodSpeed and(long nanos) {
            return new MethodSpeed(Math.min(ENOUGH, calls + 1), calls == 0 ? nanos : average + (nanos - average) / 8);
        }
    }

    /** A call of an operation has run for so many nanoseconds. */
    void add(Operation operation, long nanos) {
        operations.merge(operation.name(), new MethodSpeed(1, nanos), (before, _) -> before.and(nanos));
    }

    /** Returns whether calls of an operation have been quick so far. */
    boolean isQuick(Operation operation) {
        MethodSpeed speed = operations.get(operation.name());
        return speed != null && speed.calls == ENOUGH && speed.average < QUICK;
    }
}
