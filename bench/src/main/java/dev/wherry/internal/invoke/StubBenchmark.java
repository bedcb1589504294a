package dev.wherry.internal.invoke;

import dev.wherry.CallOptions;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The cost that a stub adds to a remote call, and the cost of calling the method at the server. Both are measured with
 * generated classes, and with a proxy and method handles for an interface that is not public.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StubBenchmark {
    /** A public interface, for which classes are generated. */
    public interface Open {
        int add(int a, int b);

        void nothing();

        String join(String a, long b);
    }

    /** An interface that is not public, which needs a proxy and method handles. */
    interface Closed {
        int add(int a, int b);

        void nothing();

        String join(String a, long b);
    }

    static final class Adding implements Open, Closed {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void nothing() {}

        @Override
        public String join(String a, long b) {
            return a;
        }
    }

    /** A target that answers at once. */
    private static final class Answer implements CallTarget {
        private static final Integer SUM = 42;

        @Override
        public Object call(RemoteMethod method, Object[] arguments, CallOptions options) {
            return SUM;
        }

        @Override
        public CompletableFuture<Object> start(RemoteMethod method, Object[] arguments, CallOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void send(RemoteMethod method, Object[] arguments, CallOptions options, Delivery delivery) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object identity() {
            return this;
        }

        @Override
        public String describe() {
            return "here";
        }
    }

    private final Adding object = new Adding();
    private final Object[] arguments = {20, 22};
    private Open generated;
    private Closed proxy;
    private RemoteMethod dispatched;
    private RemoteMethod handled;
    private int a = 20;
    private int b = 22;

    @Setup
    public void prepare() {
        RemoteInterface open = RemoteInterface.of(Open.class, EndpointOptions.defaults(), List.of());
        RemoteInterface closed = RemoteInterface.of(Closed.class, EndpointOptions.defaults(), List.of());
        generated = Stubs.create(new Answer(), open, List.of(), CallOptions.none());
        proxy = Stubs.create(new Answer(), closed, List.of(), CallOptions.none());
        dispatched = open.method("add(II)I");
        handled = closed.method("add(II)I");
    }

    @Benchmark
    public int generatedStub() {
        return generated.add(a, b);
    }

    @Benchmark
    public int proxyStub() {
        return proxy.add(a, b);
    }

    @Benchmark
    public Object generatedDispatcher() throws Throwable {
        return dispatched.invoke(object, arguments);
    }

    @Benchmark
    public Object methodHandle() throws Throwable {
        return handled.invoke(object, arguments);
    }
}
