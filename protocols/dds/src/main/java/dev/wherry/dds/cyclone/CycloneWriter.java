package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.Representation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A writer. Encoding into the library's memory takes a lock for a moment; sending is outside of it, so that a blocked write holds up
 * nobody here. A sample whose writer is closed at the moment of sending may be leaked: the library does not say whether it freed it.
 */
final class CycloneWriter implements Writer {
    private static final int HEADER = 4;
    private static final int LONGEST = 1 << 30;

    /** Longer payloads get memory for the time of one write. */
    private static final int KEPT_BUFFER = 1 << 20;

    private static final int FIRST_BUFFER = 4096;
    private static final int KEY = 1;
    private static final int DATA = 2;
    private static final int DISPOSE = 1;
    private static final int UNREGISTER = 2;

    private final Entity entity;
    private final MemorySegment type;
    private final Representation representation;
    private final ReentrantLock lock = new ReentrantLock();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment vector = arena.allocate(Layouts.VECTOR_SIZE, 8);

    private Arena bufferArena = Arena.ofShared();
    private MemorySegment buffer = bufferArena.allocate(FIRST_BUFFER, 8);

    /**
     * @param type the encoded type of the writer, with a reference that this writer releases
     * @param freed is notified when the writer is freed
     */
    CycloneWriter(int handle, String what, MemorySegment type, Consumer<Entity> freed) {
        this.type = type;
        representation = Entity.representation(handle);
        entity = new Entity(
                handle,
                what,
                () -> {
                    Functions.SERTYPE_UNREF.call(type);
                    arena.close();
                    bufferArena.close();
                },
                freed);
    }

    Entity entity() {
        return entity;
    }

    @Override
    public byte[] guid() {
        return entity.guid();
    }

    @Override
    public int matched() {
        return entity.matched(SampleFunctions::publicationMatched);
    }

    @Override
    public Set<String> participants() {
        return Set.copyOf(Matches.of(entity, Functions.MATCHED_SUBSCRIPTIONS, Functions.MATCHED_SUBSCRIPTION)
                .values());
    }

    @Override
    public String incompatible() {
        return entity.incompatible(Functions.OFFERED_INCOMPATIBLE);
    }

    @Override
    public Representation representation() {
        return representation;
    }

    @Override
    public void write(byte[] payload, int offset, int length) {
        check(payload, offset, length);
        entity.uses.enter();
        try {
            sent("dds_writecdr", SampleFunctions.write(entity.handle, encoded(DATA, payload, offset, length)));
        } finally {
            entity.uses.exit();
        }
    }

    @Override
    public void write(byte[] payload, int offset, int length, long sourceNanos) {
        forward(DATA, 0, payload, offset, length, sourceNanos);
    }

    @Override
    public void dispose(byte[] payload, int offset, int length) {
        dispose(payload, offset, length, now());
    }

    @Override
    public void dispose(byte[] payload, int offset, int length, long sourceNanos) {
        forward(KEY, DISPOSE, payload, offset, length, sourceNanos);
    }

    @Override
    public void unregister(byte[] payload, int offset, int length) {
        forward(KEY, UNREGISTER, payload, offset, length, now());
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    private void forward(int kind, int status, byte[] payload, int offset, int length, long sourceNanos) {
        check(payload, offset, length);
        entity.uses.enter();
        try {
            MemorySegment sample = encoded(kind, payload, offset, length);
            setStatus(sample, kind, status, sourceNanos);
            sent("dds_forwardcdr", SampleFunctions.forward(entity.handle, sample));
        } finally {
            entity.uses.exit();
        }
    }

    /** Sets what no function of the library can set. */
    @SuppressWarnings("restricted") // the layout is checked by two known values
    private void setStatus(MemorySegment sample, int kind, int status, long sourceNanos) {
        MemorySegment fields = sample.reinterpret(Layouts.SERDATA_SIZE);
        if (fields.get(JAVA_INT, Layouts.SERDATA_KIND) != kind
                || fields.get(ADDRESS, Layouts.SERDATA_TYPE).address() != type.address()) {
            SampleFunctions.release(sample);
            throw new DdsException(
                    DdsException.Kind.FAILED, "This version of Cyclone DDS lays out samples in an unknown way");
        }
        fields.set(JAVA_LONG, Layouts.SERDATA_TIME, sourceNanos);
        fields.set(JAVA_INT, Layouts.SERDATA_STATUS, status);
    }

    private static void check(byte[] payload, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, payload.length);
        if (length < HEADER || length > LONGEST) {
            throw new DdsException(
                    DdsException.Kind.MALFORMED,
                    "A payload of " + length + " bytes is shorter than its header or longer than " + LONGEST
                            + " bytes");
        }
    }

    private void sent(String function, int code) {
        if (code < 0) {
            throw entity.uses.isClosed()
                    ? ReturnCodes.closed(entity.what)
                    : ReturnCodes.failed("Sending by " + entity.what, function, code);
        }
    }

    /** Copies a payload, padded to four bytes, and returns it as a sample of the library. */
    private MemorySegment encoded(int kind, byte[] payload, int offset, int length) {
        int padding = -length & 3;
        long size = (long) length + padding;
        MemorySegment sample;
        lock.lock();
        try {
            if (size > KEPT_BUFFER) {
                try (Arena once = Arena.ofConfined()) {
                    sample = encoded(kind, once.allocate(size, 8), payload, offset, length, padding);
                }
            } else {
                grow(size);
                sample = encoded(kind, buffer, payload, offset, length, padding);
            }
        } finally {
            lock.unlock();
        }
        if (sample.address() == 0) {
            throw new DdsException(
                    DdsException.Kind.MALFORMED,
                    "Sending by " + entity.what + " failed: the payload of " + length
                            + " bytes is not a value of the topic's type, or has another encoding than "
                            + representation);
        }
        return sample;
    }

    private MemorySegment encoded(int kind, MemorySegment to, byte[] payload, int offset, int length, int padding) {
        MemorySegment.copy(payload, offset, to, JAVA_BYTE, 0, length);
        for (int i = 0; i < padding; i++) {
            to.set(JAVA_BYTE, length + (long) i, (byte) 0);
        }
        if (padding != 0) {
            to.set(JAVA_BYTE, 3, (byte) ((to.get(JAVA_BYTE, 3) & ~3) | padding));
        }
        long size = (long) length + padding;
        Layouts.setVector(vector, to, size);
        return SampleFunctions.fromBytes(type, kind, vector, size);
    }

    private void grow(long size) {
        if (size > buffer.byteSize()) {
            Arena larger = Arena.ofShared();
            buffer = larger.allocate(Math.min(KEPT_BUFFER, Long.highestOneBit(size) << 1), 8);
            bufferArena.close();
            bufferArena = larger;
        }
    }

    @Override
    public void close() {
        entity.close();
    }
}
