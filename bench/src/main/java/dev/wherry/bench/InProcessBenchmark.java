package dev.wherry.bench;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A call by reference within the JVM, compared with a call of the object through its interface. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class InProcessBenchmark {
    /** A service that adds. */
    public interface Adder {
        int add(int a, int b);
    }

    private Endpoint server;
    private Endpoint client;
    private Adder object;
    private Adder stub;
    private Adder variant;
    private int a = 20;
    private int b = 22;

    @Setup
    public void start() {
        server = Endpoint.listen("inprocess://bench");
        client = Endpoint.create();
        object = (one, other) -> one + other;
        server.bind("adder", Adder.class, object);
        stub = client.lookup("inprocess://bench/adder", Adder.class);
        variant = Calls.with(
                stub,
                CallOptions.builder().context(ContextKey.text("tenant"), "acme").build());
    }

    @TearDown
    public void close() {
        client.close();
        server.close();
    }

    @Benchmark
    public int plainInterfaceCall() {
        return object.add(a, b);
    }

    @Benchmark
    public int byReference() {
        return stub.add(a, b);
    }

    /** A call with a context, so that it differs from the calls around it. */
    @Benchmark
    public int byReferenceWithContext() {
        return variant.add(a, b);
    }
}
