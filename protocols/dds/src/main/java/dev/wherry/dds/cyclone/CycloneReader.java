package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.engine.SampleInfo.InstanceState;
import dev.wherry.dds.engine.SampleSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A reader. It takes one sample at a time, copies its bytes and releases it before the sink sees them, so that a sink may do
 * anything, and a failing one leaks nothing.
 */
final class CycloneReader implements Reader {
    /** Any sample, view and instance state. */
    static final int ANY_STATE = 0x7f;

    private static final int HEADER = 4;
    private static final int PADDING = 3;
    private static final byte[] NONE = {};
    private static final int DISPOSED = 32;
    private static final int NO_WRITERS = 64;

    private final Entity entity;
    private final int longest;
    private final ReentrantLock taking = new ReentrantLock();
    private final List<Runnable> whenClosed = new CopyOnWriteArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment slot = arena.allocate(ADDRESS);
    private final MemorySegment info = arena.allocate(Layouts.INFO_SIZE, 8);
    private final byte[] header = new byte[HEADER]; // for the thread that takes

    CycloneReader(int handle, String what, int longest, Consumer<Entity> freed) {
        this.longest = longest;
        entity = new Entity(handle, what, arena::close, freed);
    }

    Entity entity() {
        return entity;
    }

    /** Runs an action when the reader is closed. */
    void whenClosed(Runnable action) {
        whenClosed.add(action);
    }

    @Override
    public byte[] guid() {
        return entity.guid();
    }

    @Override
    public int matched() {
        return entity.matched(SampleFunctions::subscriptionMatched);
    }

    @Override
    public Map<Long, String> participants() {
        return Matches.of(entity, Functions.MATCHED_PUBLICATIONS, Functions.MATCHED_PUBLICATION);
    }

    @Override
    public int alive() {
        return entity.alive(Functions.LIVELINESS_CHANGED::tryCode);
    }

    @Override
    public String incompatible() {
        return entity.incompatible(Functions.REQUESTED_INCOMPATIBLE);
    }

    @Override
    public int take(SampleSink sink, int most) {
        if (taking.isHeldByCurrentThread()) {
            throw new IllegalStateException("A sink must not take from its own reader");
        }
        taking.lock();
        try {
            int taken = 0;
            while (taken < most && takeOne(sink, taken > 0)) {
                taken++;
            }
            return taken;
        } finally {
            taking.unlock();
        }
    }

    /** @param goOn whether a closed reader is no error, since the sink may have closed it */
    private boolean takeOne(SampleSink sink, boolean goOn) {
        if (!entity.uses.tryEnter()) {
            if (goOn) {
                return false;
            }
            throw ReturnCodes.closed(entity.what);
        }
        SampleInfo taken;
        long size;
        byte[] payload = NONE;
        try {
            int count = SampleFunctions.take(entity.handle, slot, info, ANY_STATE);
            if (count < 0) {
                throw entity.uses.isClosed()
                        ? ReturnCodes.closed(entity.what)
                        : ReturnCodes.failed("Taking from " + entity.what, "dds_takecdr", count);
            }
            if (count == 0) {
                return false;
            }
            MemorySegment sample = slot.get(ADDRESS, 0);
            try {
                taken = info();
                size = SampleFunctions.size(sample);
                if (size <= longest) {
                    payload = copy(sample, size);
                }
            } finally {
                SampleFunctions.release(sample);
            }
        } finally {
            entity.uses.exit();
        }
        if (size > longest) {
            sink.refused(size, taken);
        } else {
            sink.sample(payload, 0, payload.length, taken);
        }
        return true;
    }

    /**
     * Copies the bytes of a sample, which must be at least those of a header. The header counts the padding behind the value, which is left
     * out.
     */
    private byte[] copy(MemorySegment sample, long size) {
        if (size < HEADER) {
            throw new DdsException(
                    DdsException.Kind.FAILED,
                    "The C library returned a sample of " + size + " bytes, which has no header");
        }
        SampleFunctions.copy(sample, header, HEADER);
        byte[] payload = new byte[Math.max(HEADER, (int) size - (header[HEADER - 1] & PADDING))];
        SampleFunctions.copy(sample, payload, payload.length);
        payload[HEADER - 1] &= ~PADDING;
        return payload;
    }

    private SampleInfo info() {
        InstanceState state = switch (info.get(JAVA_INT, Layouts.INFO_INSTANCE_STATE)) {
            case DISPOSED -> InstanceState.DISPOSED;
            case NO_WRITERS -> InstanceState.NO_WRITERS;
            default -> InstanceState.ALIVE;
        };
        return new SampleInfo(
                state,
                info.get(JAVA_BYTE, Layouts.INFO_VALID) != 0,
                info.get(JAVA_LONG, Layouts.INFO_SOURCE_TIME),
                info.get(JAVA_LONG, Layouts.INFO_INSTANCE),
                info.get(JAVA_LONG, Layouts.INFO_PUBLICATION),
                info.get(JAVA_INT, Layouts.INFO_DISPOSALS));
    }

    @Override
    public void close() {
        entity.close();
        whenClosed.forEach(Runnable::run);
        whenClosed.clear();
    }
}
