package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.WaitSet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A wait set of one condition for each reader, and one that ends the wait. */
final class CycloneWaitSet implements WaitSet {
    private static final long GUARD = 0;

    /** {@code DDS_REQUESTED_INCOMPATIBLE_QOS_STATUS}. */
    private static final int INCOMPATIBLE = 1 << 4;

    /** {@code DDS_SUBSCRIPTION_MATCHED_STATUS}. */
    private static final int MATCHED = 1 << 12;

    /** The readers that one wait reports. More wait for the next one. */
    private static final int CAPACITY = 64;

    private final Entity entity;
    private final int guard;
    private final ReentrantLock waiting = new ReentrantLock();
    private final Map<Long, Attached> attached = new ConcurrentHashMap<>();
    private final Map<Long, Runnable> watched = new ConcurrentHashMap<>();
    private final AtomicLong lastToken = new AtomicLong(GUARD);
    private final Arena arena = Arena.ofShared();
    private final MemorySegment triggered = arena.allocate(JAVA_LONG, CAPACITY);

    private record Attached(CycloneReader reader, int condition) {}

    CycloneWaitSet(int handle, int guard, Consumer<Entity> freed) {
        this.guard = guard;
        entity = new Entity(
                handle,
                "the wait set",
                () -> {
                    Entity.delete(guard);
                    arena.close();
                },
                freed);
        attachNatively(guard, GUARD);
    }

    Entity entity() {
        return entity;
    }

    private void attachNatively(int condition, long token) {
        Functions.WAITSET_ATTACH.check("Attaching to the wait set", entity.handle, condition, token);
    }

    @Override
    public void attach(Reader reader) {
        CycloneReader ours = ours(reader);
        entity.uses.enter();
        try {
            ours.entity().uses.enter();
            try {
                int condition = Functions.CREATE_READCONDITION.check(
                        "Attaching " + ours.entity().what, ours.entity().handle, CycloneReader.ANY_STATE);
                long token = lastToken.incrementAndGet();
                attached.put(token, new Attached(ours, condition));
                attachNatively(condition, token);
                ours.whenClosed(() -> attached.remove(token));
            } finally {
                ours.entity().uses.exit();
            }
        } finally {
            entity.uses.exit();
        }
    }

    @Override
    public void detach(Reader reader) {
        attached.values().removeIf(each -> {
            if (each.reader == reader) {
                Entity.delete(each.condition);
                return true;
            }
            return false;
        });
    }

    @Override
    public void watch(Reader reader, Change change, Runnable action) {
        CycloneReader ours = ours(reader);
        entity.uses.enter();
        try {
            ours.entity().uses.enter();
            try {
                String what = "Watching " + ours.entity().what;
                Functions.SET_STATUS_MASK.check(what, ours.entity().handle, mask(change));
                long token = lastToken.incrementAndGet();
                watched.put(token, action);
                attachNatively(ours.entity().handle, token);
                ours.whenClosed(() -> watched.remove(token));
            } finally {
                ours.entity().uses.exit();
            }
        } finally {
            entity.uses.exit();
        }
    }

    private static int mask(Change change) {
        return switch (change) {
            case INCOMPATIBLE -> INCOMPATIBLE;
            case MATCHED -> MATCHED;
        };
    }

    private static CycloneReader ours(Reader reader) {
        if (reader instanceof CycloneReader ours) {
            return ours;
        }
        throw new DdsException(DdsException.Kind.REFUSED, "The reader belongs to another implementation of DDS");
    }

    @Override
    public boolean await(long nanos, Consumer<? super Reader> ready) {
        if (Thread.currentThread().isVirtual()) {
            throw new DdsException(
                    DdsException.Kind.WRONG_THREAD,
                    "Waiting for samples in a virtual thread would block its carrier. Wait in a platform thread");
        }
        if (waiting.isHeldByCurrentThread()) {
            throw new IllegalStateException("The consumer must not wait again");
        }
        waiting.lock();
        try {
            long[] tokens = awaitNatively(nanos);
            if (tokens == null) {
                return false;
            }
            for (long token : tokens) {
                Attached each = attached.get(token);
                Runnable action = watched.get(token);
                if (each != null) {
                    ready.accept(each.reader);
                } else if (action != null) {
                    action.run();
                }
            }
            return true;
        } finally {
            waiting.unlock();
        }
    }

    /** Returns the tokens of what is triggered; null if the wait set is closed. */
    private long @Nullable [] awaitNatively(long nanos) {
        if (!entity.uses.tryEnter()) {
            return null;
        }
        try {
            int count = SampleFunctions.await(entity.handle, triggered, CAPACITY, Math.max(0, nanos));
            if (count < 0) {
                if (entity.uses.isClosed()) {
                    return null;
                }
                throw ReturnCodes.failed("Waiting for samples", "dds_waitset_wait", count);
            }
            long[] tokens = new long[Math.min(count, CAPACITY)];
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = triggered.getAtIndex(JAVA_LONG, i);
                if (tokens[i] == GUARD) {
                    setGuard(false);
                }
            }
            return tokens;
        } finally {
            entity.uses.exit();
        }
    }

    @Override
    public void wakeUp() {
        if (entity.uses.tryEnter()) {
            try {
                setGuard(true);
            } finally {
                entity.uses.exit();
            }
        }
    }

    /** Fails only when the participant is deleted. */
    private void setGuard(boolean to) {
        Functions.SET_GUARDCONDITION.tryCode(guard, to);
    }

    @Override
    public void close() {
        entity.uses.close(() -> {
            setGuard(true);
            Entity.delete(entity.handle);
            attached.values().forEach(each -> Entity.delete(each.condition));
            attached.clear();
        });
    }
}
