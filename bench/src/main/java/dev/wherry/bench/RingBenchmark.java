package dev.wherry.bench;

import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Sends bytes through shared memory: in and out by one thread that never waits, and there and back by two threads. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RingBenchmark {
    private static final int CAPACITY = 1 << 17;

    @Param({"64", "1024", "16384"})
    public int size;

    private MemoryLink near;
    private MemoryLink far;
    private MemoryLink caller;
    private MemoryLink answerer;
    private Thread echo;
    private byte[] bytes;
    private byte[] back;

    @Setup
    public void start() throws IOException {
        bytes = new byte[size];
        back = new byte[size];
        Offered one = MemoryLink.make(CAPACITY, Waiting.ADAPTIVE);
        near = one.link();
        far = MemoryLink.open(one.offer(), Waiting.ADAPTIVE);
        Offered other = MemoryLink.make(CAPACITY, Waiting.ADAPTIVE);
        caller = other.link();
        answerer = MemoryLink.open(other.offer(), Waiting.ADAPTIVE);
        echo = Thread.ofPlatform().daemon().start(this::answer);
    }

    private void answer() {
        byte[] taken = new byte[size];
        try {
            for (int read = answerer.read(taken, 0, size); read >= 0; read = answerer.read(taken, 0, size)) {
                answerer.write(taken, 0, read);
            }
        } catch (IOException e) {
            // The benchmark has ended.
        }
    }

    @TearDown
    public void close() throws InterruptedException {
        near.close();
        far.close();
        caller.close();
        answerer.close();
        echo.join();
    }

    @Benchmark
    public int throughTheRing() throws IOException {
        near.write(bytes, 0, size);
        return take(far);
    }

    @Benchmark
    public int thereAndBack() throws IOException {
        caller.write(bytes, 0, size);
        return take(caller);
    }

    private int take(MemoryLink from) throws IOException {
        int taken = 0;
        while (taken < size) {
            taken += from.read(back, taken, size - taken);
        }
        return taken;
    }
}
