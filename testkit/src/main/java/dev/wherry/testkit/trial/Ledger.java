package dev.wherry.testkit.trial;

import static java.time.temporal.ChronoUnit.MICROS;

import dev.wherry.CallException;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The record that the processes of a trial keep of each call, in a file that all of them map. It survives {@code kill -9}, since the
 * kernel keeps the pages. It has the kind of each call, how often its method and its callback ran, how the call ended for its
 * caller, and how long it took.
 */
@SuppressWarnings("EnumOrdinal") // processes of one build share the file
public final class Ledger {
    /** The kinds of calls. */
    public enum Kind {
        RUN,
        BLOCK,
        REPEAT,
        ONCE,
        FUTURE,
        SEND,
        ACCEPT,
        ORDER,
        CALL_BACK
    }

    /** How a call ended for its caller. */
    public enum Ending {
        /** The call was not made. */
        NONE,
        /** The call was made and has not ended. */
        STARTED,
        /** It returned the correct answer. */
        RETURNED,
        /** It threw a {@code CallException} with the outcome of the same name, as the next two did. */
        NOT_RUN,
        RAN,
        UNKNOWN,
        /** It threw another exception. */
        UNTYPED,
        /** It returned a wrong answer. */
        WRONG,
        /** Its process was killed before it ended. */
        CALLER_KILLED
    }

    /**
     * The file of a ledger.
     *
     * @param capacity the most calls
     */
    record Place(Path file, int capacity) {
        /** Returns the place that the first two arguments of a process name. */
        static Place of(String[] arguments) {
            return new Place(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        }

        Ledger open() throws IOException {
            return new Ledger(this);
        }
    }

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final int HEADER = 256;
    private static final int ENTRY = 24;
    private static final long STEP_NANOS = 200_000;

    private static final int NEXT = 0;
    private static final int ALLOWED = 4;
    private static final int ENDED = 8;
    private static final int RETURNED = 12;
    private static final int STOPPED = 16;
    private static final int INVERSIONS = 20;
    private static final int SAMPLE = 24;

    /** Where the samples of the processes begin, each with its number and its values. */
    private static final int SAMPLES = 64;

    private static final int SAMPLE_SIZE = 32;

    private final MappedByteBuffer map;
    private final int capacity;

    private Ledger(Place place) throws IOException {
        capacity = place.capacity;
        try (FileChannel channel = FileChannel.open(
                place.file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            map = channel.map(MapMode.READ_WRITE, 0, HEADER + (long) capacity * ENTRY);
        }
    }

    private int get(int at) {
        return (int) INTS.getVolatile(map, at);
    }

    private int add(int at, int value) {
        return (int) INTS.getAndAdd(map, at, value);
    }

    private void set(int at, int value) {
        INTS.setVolatile(map, at, value);
    }

    /** @throws CallException if there is no such call: a number can be corrupted on its way */
    private int entry(int id) {
        if (id < 0 || id >= capacity) {
            throw new CallException(CallException.Code.INVALID_CALL, "There is no call " + id);
        }
        return HEADER + id * ENTRY;
    }

    // ---- for the driver

    /** Allows so many more calls. */
    public void allow(int calls) {
        add(ALLOWED, calls);
    }

    public int allowed() {
        return get(ALLOWED);
    }

    public int ended() {
        return get(ENDED);
    }

    public int returned() {
        return get(RETURNED);
    }

    int inversions() {
        return get(INVERSIONS);
    }

    /** Returns the time within which a share of the calls has ended. */
    public Duration within(double share) {
        int[] micros = IntStream.range(0, allowed())
                .filter(id -> ending(id) != Ending.NONE && ending(id) != Ending.STARTED)
                .map(id -> get(entry(id) + 20))
                .sorted()
                .toArray();
        return micros.length == 0 ? Duration.ZERO : Duration.of(micros[(int) (share * (micros.length - 1))], MICROS);
    }

    /** Makes the processes take a sample of what they use. Returns it. */
    public List<Vitals> sample(int processes) {
        int number = add(SAMPLE, 1) + 1;
        List<Vitals> all = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            int at = SAMPLES + i * SAMPLE_SIZE;
            if (!await(Running.LONG.toNanos(), () -> get(at) == number)) {
                throw new IllegalStateException("A process takes no sample");
            }
            all.add(Vitals.of(IntStream.range(0, Vitals.COUNT).map(each -> get(at + 4 + 4 * each))));
        }
        return all;
    }

    /** Makes the processes end. */
    void stop() {
        set(STOPPED, 1);
    }

    /** Marks the calls of a killed client. They count as ended. */
    void callerKilled() {
        int taken = get(NEXT);
        for (int id = 0; id < taken; id++) {
            if (ending(id) == Ending.STARTED || ending(id) == Ending.NONE) {
                set(entry(id) + 8, Ending.CALLER_KILLED.ordinal());
            }
        }
        set(ENDED, taken);
    }

    public int runs(int id) {
        return get(entry(id));
    }

    public int backs(int id) {
        return get(entry(id) + 4);
    }

    public Ending ending(int id) {
        return Ending.values()[get(entry(id) + 8)];
    }

    public Kind kind(int id) {
        return Kind.values()[get(entry(id) + 12)];
    }

    public int caller(int id) {
        return get(entry(id) + 16);
    }

    // ---- for the processes

    boolean isStopped() {
        return get(STOPPED) != 0;
    }

    /** Takes the next id. Waits until the driver allows it. Returns -1 when the trial stops. */
    int take() {
        int id = tryTake();
        while (id < 0 && !isStopped()) {
            LockSupport.parkNanos(STEP_NANOS);
            id = tryTake();
        }
        return id;
    }

    /** Takes the next id. Returns -1 if the driver does not allow it now. */
    int tryTake() {
        for (int next = get(NEXT); next < Math.min(get(ALLOWED), capacity); next = get(NEXT)) {
            if (INTS.compareAndSet(map, NEXT, next, next + 1)) {
                return next;
            }
        }
        return -1;
    }

    void started(int id, Kind kind, int caller) {
        set(entry(id) + 16, caller);
        set(entry(id) + 12, kind.ordinal());
        set(entry(id) + 8, Ending.STARTED.ordinal());
    }

    void ended(int id, Ending ending, long nanos) {
        set(entry(id) + 20, (int) Math.min(nanos / 1_000, Integer.MAX_VALUE));
        set(entry(id) + 8, ending.ordinal());
        if (ending == Ending.RETURNED) {
            add(RETURNED, 1);
        }
        add(ENDED, 1);
    }

    void ran(int id) {
        add(entry(id), 1);
    }

    void calledBack(int id) {
        add(entry(id) + 4, 1);
    }

    /** Returns the number of the sample that the driver waits for. */
    int sampleWanted() {
        return get(SAMPLE);
    }

    void sampled(int process, int number, Vitals vitals) {
        int at = SAMPLES + process * SAMPLE_SIZE;
        int[] values = vitals.values();
        for (int i = 0; i < values.length; i++) {
            set(at + 4 + 4 * i, values[i]);
        }
        set(at, number);
    }

    void inverted() {
        add(INVERSIONS, 1);
    }

    /** Waits until a condition is met. Returns false if it is not within this time. */
    public static boolean await(long nanos, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > nanos) {
                return false;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }
}
