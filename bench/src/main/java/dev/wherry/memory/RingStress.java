package dev.wherry.memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Checks a ring between two threads. If a wake-up is lost, a test never ends. */
final class RingStress {
    private RingStress() {}

    /** The two ends of a ring that is so small that a message wraps around. */
    static class Pair {
        private static final int ENDS = 384;
        private static final int CAPACITY = 4;

        final End maker;
        final RingWriter writer;
        final RingReader reader;

        Pair() {
            MemorySegment all = Arena.ofAuto().allocate(2 * ENDS + CAPACITY, 128);
            MemorySegment ring = all.asSlice(2 * ENDS, CAPACITY);
            maker = new End(all, 0, true);
            End opener = new End(all, ENDS, true);
            writer = new RingWriter(ring, maker, opener, lifetime(maker, opener), Waiting.ASLEEP);
            reader = new RingReader(ring, opener, maker, lifetime(opener, maker), Waiting.ASLEEP);
        }

        private static Lifetime lifetime(End mine, End theirs) {
            return new Lifetime(Arena.global(), mine, theirs, null);
        }

        int read() {
            byte[] one = new byte[1];
            try {
                if (reader.await() < 0) {
                    return -1;
                }
            } catch (IOException e) {
                return -2;
            }
            reader.take(one, 0, 1);
            return one[0];
        }

        void write(byte... bytes) {
            try {
                writer.write(bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @JCStressTest
    @Outcome(id = "7, 8", expect = Expect.ACCEPTABLE, desc = "the written bytes")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the reader saw bytes before they were written")
    @State
    public static class Published extends Pair {
        @Actor
        public void writer() {
            write((byte) 7);
            write((byte) 8);
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = read();
            result.r2 = read();
        }
    }

    @JCStressTest
    @Outcome(id = "1, 5, 6", expect = Expect.ACCEPTABLE, desc = "the written bytes")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the writer overwrote bytes before they were read")
    @State
    public static class LongerThanTheRing extends Pair {
        @Actor
        public void writer() {
            write(new byte[] {1, 2, 3, 4, 5, 6});
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = read();
            read();
            read();
            read();
            result.r2 = read();
            result.r3 = read();
        }
    }

    @JCStressTest
    @Outcome(id = "7, -1", expect = Expect.ACCEPTABLE, desc = "all bytes, then the end")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the end was reported before the written bytes")
    @State
    public static class WrittenBeforeTheEnd extends Pair {
        @Actor
        public void writer() {
            write((byte) 7);
            maker.close();
        }

        @Actor
        public void reader(II_Result result) {
            result.r1 = read();
            while (!maker.isClosed()) {
                Thread.onSpinWait();
            }
            result.r2 = read();
        }
    }
}
