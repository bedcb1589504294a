package dev.wherry.bench;

import dev.wherry.internal.wire.InFlightCalls;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** Registers and ends a call on a main link, while other calls are in flight. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PendingCallsBenchmark {
    private record Call(long id, long deadline) implements InFlightCalls.Call {}

    @Param({"0", "256"})
    public int others;

    private InFlightCalls<Call> calls;

    @Setup
    public void prepare() {
        calls = new InFlightCalls<>(1 << 14);
        for (int i = 0; i < others; i++) {
            send();
        }
    }

    private long send() {
        if (!calls.enter()) {
            throw new IllegalStateException("the limit of calls in flight is reached");
        }
        long id = calls.nextId();
        calls.sent(new Call(id, Long.MAX_VALUE / 2));
        return id;
    }

    @Benchmark
    public Object oneCaller() {
        return calls.end(send());
    }

    @Benchmark
    @Threads(2)
    public Object twoCallers() {
        return calls.end(send());
    }
}
