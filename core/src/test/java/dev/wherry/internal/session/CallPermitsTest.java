package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.wire.InFlightCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class CallPermitsTest {
    private static CallPermits permits(InFlightCalls<?> calls) {
        return new CallPermits(calls, "peer", () -> {});
    }

    private static void leave(InFlightCalls<?> calls, CallPermits permits) {
        calls.leave();
        permits.left(1);
    }

    @Test
    void letsInAsManyAsThePeerTakes() throws InterruptedException {
        CallPermits permits = permits(new InFlightCalls<>(2));
        permits.enter(1);
        permits.enter(1);
        CallException late = catchThrowableOfType(CallException.class, () -> permits.enter(1));
        assertThat(late.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(late).hasMessageContaining("callsInFlight");
    }

    @Test
    void endsAllWaitsWhenTheSessionIsClosed() throws InterruptedException {
        AtomicBoolean open = new AtomicBoolean(true);
        CallPermits permits = new CallPermits(new InFlightCalls<>(1), "peer", () -> {
            if (!open.get()) {
                throw new CallException(Code.UNAVAILABLE, "closed");
            }
        });
        permits.enter(1);
        List<Thread> threads = new ArrayList<>();
        Queue<Throwable> told = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 5; i++) {
            threads.add(Thread.startVirtualThread(
                    () -> told.add(catchThrowable(() -> permits.enter(Long.MAX_VALUE / 2)))));
        }
        Pair.until("all wait", () -> threads.stream().allMatch(each -> each.getState() == Thread.State.TIMED_WAITING));
        open.set(false);
        permits.wake();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(told).hasSize(5).allSatisfy(each -> assertThat(each).hasMessage("closed"));
    }

    @Test
    void neverHoldsMoreThanItsLimit() throws InterruptedException {
        InFlightCalls<?> calls = new InFlightCalls<>(3);
        CallPermits permits = permits(calls);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 200; k++) {
                    try {
                        permits.enter(Long.MAX_VALUE / 2);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    leave(calls, permits);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(calls.inside()).isZero();
    }
}
