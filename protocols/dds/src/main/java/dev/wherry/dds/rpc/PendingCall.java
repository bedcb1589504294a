package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits for its reply. A thread that waits in {@link #get(long, TimeUnit)} decodes the reply itself. Otherwise a thread of the
 * executor does, since decoding and completing run code of the program. For any thread.
 */
final class PendingCall extends CompletableFuture<@Nullable Object> {
    private static final Object TAKEN = new Object();

    private final Function<byte[], @Nullable Object> decoder;
    private final Executor executor;
    private final Function<Throwable, CallException> late;
    private final @Nullable ReplyReceiver receiver;

    /** Null, the thread that waits, the bytes of the reply, or {@link #TAKEN}. */
    private final AtomicReference<@Nullable Object> state = new AtomicReference<>();

    private @Nullable Set<Long> refusing;

    /**
     * @param decoder returns the result of a reply, or throws a {@link CompletionException} with what the call ends with
     * @param late returns what the call ends with after its time, given the cause
     * @param receiver of the replies, if a platform thread waits for this one; else null
     */
    PendingCall(
            Function<byte[], @Nullable Object> decoder,
            Executor executor,
            Function<Throwable, CallException> late,
            @Nullable ReplyReceiver receiver) {
        this.decoder = decoder;
        this.executor = executor;
        this.late = late;
        this.receiver = receiver;
    }

    boolean isAwaited() {
        return receiver != null;
    }

    /** Returns whether a thread waits, and wakes it. */
    boolean wakeWaiting() {
        if (state.get() instanceof Thread waiting) {
            LockSupport.unpark(waiting);
            return true;
        }
        return false;
    }

    /** Notes that a server has refused the call. Returns how many have. Called by one thread at a time. */
    int refused(long server) {
        if (refusing == null) {
            refusing = new HashSet<>();
        }
        refusing.add(server);
        return refusing.size();
    }

    /** Called once, with the reply. */
    void replied(byte[] reply) {
        Object before = state.getAndSet(reply);
        if (before instanceof Thread waiting) {
            if (!waiting.equals(Thread.currentThread())) {
                LockSupport.unpark(waiting);
            }
        } else {
            executor.execute(this::decode);
        }
    }

    private void decode() {
        if (state.getAndSet(TAKEN) instanceof byte[] reply) {
            try {
                complete(decoder.apply(reply));
            } catch (CompletionException e) {
                completeExceptionally(e.getCause() == null ? e : e.getCause());
            } catch (RuntimeException | Error e) {
                completeExceptionally(e);
            }
        }
    }

    @Override
    public @Nullable Object get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        long until = System.nanoTime() + unit.toNanos(timeout);
        Thread self = Thread.currentThread();
        if (state.compareAndSet(null, self)) {
            for (long left = unit.toNanos(timeout);
                    left > 0 && !isDone() && self.equals(state.get()) && !self.isInterrupted();
                    left = until - System.nanoTime()) {
                if (receiver == null) {
                    LockSupport.parkNanos(this, left);
                } else {
                    receiver.await(left, () -> isDone() || !self.equals(state.get()));
                }
            }
            if (!state.compareAndSet(self, null)) {
                decode();
            } else if (receiver != null) {
                receiver.gaveUp();
                if (until - System.nanoTime() <= 0) {
                    completeExceptionally(late.apply(new TimeoutException()));
                }
            }
        }
        return super.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Ends the wait of a thread, after this was completed without a reply. */
    private boolean woken(boolean completed) {
        if (completed && state.get() instanceof Thread waiting) {
            if (receiver == null) {
                LockSupport.unpark(waiting);
            } else {
                receiver.wake(waiting);
            }
        }
        return completed;
    }

    @Override
    public boolean complete(@Nullable Object value) {
        return woken(super.complete(value));
    }

    /** Ends the call on the executor after a time, unless it has ended before. */
    void endAfter(Duration limit) {
        TimeLimit.set(this, TimeUnit.NANOSECONDS.convert(limit), executor, late);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return woken(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(boolean interrupt) {
        return woken(super.cancel(interrupt));
    }
}
