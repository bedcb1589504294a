package dev.wherry.bench;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encodes and decodes the argument of a call by codec compact, in a session that has received all definitions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
    /** The interface of the benchmarked calls. */
    public interface Carrier {
        void people(List<Person> people);

        void text(String text);

        void payload(byte[] payload);

        void table(Hashtable<String, Integer> table);
    }

    /** The argument values of the published evaluations. */
    public enum Value {
        P1("people"),
        P100("people"),
        STRING("text"),
        PAYLOAD_1K("payload"),
        HASHTABLE("table");

        private final String method;

        Value(String method) {
            this.method = method;
        }

        private Object make() {
            return switch (this) {
                case P1 -> Person.many(1);
                case P100 -> Person.many(100);
                case STRING -> "a string of a usual length, in ASCII";
                case PAYLOAD_1K -> new byte[1024];
                case HASHTABLE -> {
                    Hashtable<String, Integer> table = new Hashtable<>();
                    IntStream.range(0, 249).forEach(i -> table.put("key_" + i, i));
                    yield table;
                }
            };
        }
    }

    @Param
    public Value value;

    private final List<Definition> definitions = new ArrayList<>();
    private final Out out = new Out(1 << 16);
    private final In in = new In();
    private RemoteMethod method;
    private Object[] arguments;
    private byte[] bytes;

    private final class Sent extends Encoding {
        Sent() {
            super(CodecBenchmark.this.out);
        }

        @Override
        public int define(Definition definition) {
            int known = definitions.indexOf(definition);
            if (known < 0) {
                definitions.add(definition);
            }
            return known < 0 ? definitions.size() - 1 : known;
        }

        @Override
        public boolean travelsByReference(Object object) {
            return false;
        }

        @Override
        public void writeReference(Object object, List<Class<?>> as) {
            throw new IllegalStateException("this benchmark has no references");
        }

        @Override
        public Limits limits() {
            return Limits.defaults();
        }
    }

    private final class Received extends Decoding {
        Received() {
            super(CodecBenchmark.this.in);
        }

        @Override
        public Definition definition(int number) {
            return definitions.get(number);
        }

        @Override
        public Object readReference(Class<?> declared, Types types) {
            throw new IllegalStateException("this benchmark has no references");
        }

        @Override
        public Limits limits() {
            return Limits.defaults();
        }
    }

    @Setup
    public void prepare() {
        RemoteInterface type =
                RemoteInterface.of(Carrier.class, EndpointOptions.defaults(), List.of(new CompactCodec()));
        method = type.methods().stream()
                .filter(each -> each.method().getName().equals(value.method))
                .findFirst()
                .orElseThrow();
        arguments = new Object[] {value.make()};
        encode();
        bytes = out.copy();
        check(decode()[0]);
    }

    private void check(Object decoded) {
        Object sent = arguments[0];
        boolean same = sent instanceof byte[] octets
                ? Arrays.equals(octets, (byte[]) decoded)
                : sent.toString().equals(decoded.toString()) || sent.equals(decoded);
        if (!same) {
            throw new IllegalStateException("the codec returned " + decoded + " instead of " + sent);
        }
    }

    @Benchmark
    public int encode() {
        out.size(0);
        method.encodeArguments(arguments, 0, new Sent());
        return out.size();
    }

    @Benchmark
    public Object[] decode() {
        in.over(bytes, 0, bytes.length);
        return method.decodeArguments(0, new Received());
    }
}
