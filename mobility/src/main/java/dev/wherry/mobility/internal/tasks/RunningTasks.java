package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.invoke.InboundCall;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** The calls that run tasks of one connection, with numbers. For any thread. */
final class RunningTasks {
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, InboundCall> calls = new ConcurrentHashMap<>();

    <T, X extends Throwable> T run(ScopedValue.CallableOp<T, X> task) throws X {
        InboundCall call = InboundCall.current();
        if (call == null) {
            return task.call();
        }
        Long number = last.incrementAndGet();
        calls.put(number, call);
        try {
            return task.call();
        } finally {
            calls.remove(number);
        }
    }

    /** Returns the numbers of the tasks whose callers have given them up. */
    Set<Long> givenUp() {
        return calls.entrySet().stream()
                .filter(each -> each.getValue().isGivenUp())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
