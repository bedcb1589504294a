package dev.wherry.codec.compact;

import dev.wherry.Limits;
import dev.wherry.spi.Coder;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;

/** Prints how much processor time people take to encode and decode, beside Java serialization. To be run by hand. */
final class PeopleTimes {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static long sink;

    private PeopleTimes() {}

    private interface Work {
        void run() throws IOException, ClassNotFoundException;
    }

    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        for (int count : new int[] {1, 10, 100}) {
            Collection<Person> people = Person.many(count);
            for (Generator generator : List.of(Generator.BEST, Generator.CLASS_DATA, Generator.NONE)) {
                Direct direct = new Direct(generator);
                byte[] bytes = direct.encode(people).clone();
                int length = direct.out.size();
                System.out.printf(
                        "%-12s %4d people %6d bytes, encode %7d ns, decode %7d ns%n",
                        generator,
                        count,
                        length,
                        nanos(() -> sink += direct.encode(people).length),
                        nanos(() -> sink += System.identityHashCode(direct.decode(bytes, length)) & 1));
            }
            byte[] bytes = serialize(people);
            System.out.printf(
                    "%-12s %4d people %6d bytes, encode %7d ns, decode %7d ns%n",
                    "java",
                    count,
                    bytes.length,
                    nanos(() -> sink += serialize(people).length),
                    nanos(() -> sink += deserialize(bytes)));
        }
        System.out.println(sink == 0 ? "" : "done");
    }

    /** The best of several rounds, after a warm-up. */
    private static long nanos(Work work) throws IOException, ClassNotFoundException {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < 8; round++) {
            long calls = 0;
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
        }
        return best;
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

        Direct(Generator generator) {
            coder = new Messages(new CompactCodec(generator)).coder(PeopleTest.collection(), Allowed.of(Person.class));
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
                public Object readReference(Class<?> declared) {
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
