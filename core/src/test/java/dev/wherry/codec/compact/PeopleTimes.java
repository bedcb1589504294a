package dev.wherry.codec.compact;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import dev.wherry.codec.compact.Shapes.Parcel;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Type;
import java.util.List;

/** Prints how much processor time people take to encode and decode, beside Java serialization. To be run by hand. */
final class PeopleTimes {
    private static final ThreadMXBean CPU = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static long sink;

    private PeopleTimes() {}

    private interface Work {
        void run() throws IOException, ClassNotFoundException;
    }

    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        for (int count : new int[] {1, 10, 50, 100}) {
            print(count + " people", Person.many(count), PeopleTest.collection());
        }
        print("1 KiB payload", new Parcel(1, "", new byte[1 << 10]), Parcel.class);
        System.out.println(sink == 0 ? "" : "done");
    }

    private static void print(String what, Object value, Type declared) throws IOException, ClassNotFoundException {
        for (CodeGeneration generator : List.of(CodeGeneration.ALWAYS, CodeGeneration.NEVER)) {
            Direct direct = new Direct(generator, declared);
            byte[] bytes = direct.encode(value).clone();
            int length = direct.out.size();
            print(
                    generator + " " + what,
                    length,
                    () -> sink += direct.encode(value).length,
                    () -> sink += System.identityHashCode(direct.decode(bytes, length)) & 1);
        }
        byte[] bytes = serialize(value);
        print("java " + what, bytes.length, () -> sink += serialize(value).length, () -> sink += deserialize(bytes));
    }

    private static void print(String what, int bytes, Work encode, Work decode)
            throws IOException, ClassNotFoundException {
        System.out.printf("%-24s %6d bytes, encode %s, decode %s%n", what, bytes, cost(encode), cost(decode));
    }

    /** The best of several rounds, after a warm-up. */
    private static String cost(Work work) throws IOException, ClassNotFoundException {
        long thread = Thread.currentThread().threadId();
        long best = Long.MAX_VALUE;
        long allocated = 0;
        for (int round = 0; round < 6; round++) {
            long calls = 0;
            long before = CPU.getThreadAllocatedBytes(thread);
            long start = CPU.getCurrentThreadCpuTime();
            long now;
            do {
                for (int i = 0; i < 100; i++) {
                    work.run();
                }
                calls += 100;
                now = CPU.getCurrentThreadCpuTime();
            } while (now - start < 150_000_000);
            best = Math.min(best, (now - start) / calls);
            allocated = (CPU.getThreadAllocatedBytes(thread) - before) / calls;
        }
        return "%7d ns %7d B".formatted(best, allocated);
    }

    private static byte[] serialize(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static int deserialize(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return System.identityHashCode(in.readObject()) & 1;
        }
    }

    /** One lane's worth of state, re-used from message to message. */
    private static final class Direct {
        final Out out = new Out(512);
        private final In in = new In();
        private final Coder coder;
        private Definition known;

        Direct(CodeGeneration generator, Type declared) {
            coder = new Messages(new CompactCodec(generator)).coder(declared, Allowed.of(Person.class, Parcel.class));
        }

        byte[] encode(Object value) {
            out.size(0);
            coder.encode(value, new Encoding(out) {
                @Override
                public int define(Definition definition) {
                    if (known == null) {
                        known = new Definition(definition.kind(), definition.content());
                    }
                    return 0;
                }

                @Override
                public Limits limits() {
                    return Limits.defaults();
                }

                @Override
                public boolean travelsByReference(Object value) {
                    return false;
                }

                @Override
                public void writeReference(Object object, List<Class<?>> as) {
                    throw new IllegalStateException();
                }
            });
            return out.array();
        }

        Object decode(byte[] bytes, int length) {
            in.over(bytes, 0, length);
            return coder.decode(new Decoding(in) {
                @Override
                public Definition definition(int number) {
                    return known;
                }

                @Override
                public Object readReference(Class<?> declared, Types types) {
                    throw new IllegalStateException();
                }

                @Override
                public Limits limits() {
                    return Limits.defaults();
                }
            });
        }
    }
}
