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

final class GateTest {
    private static Gate gate(InFlightCalls<?> calls) {
        return new Gate(calls, "peer", () -> {});
    }

    private static void leave(InFlightCalls<?> calls, Gate gate) {
        calls.leave();
        gate.left(1);
    }

    @Test
    void letsInAsManyAsThePeerTakes() throws InterruptedException {
        Gate gate = gate(new InFlightCalls<>(2));
        gate.enter(1);
        gate.enter(1);
        CallException late = catchThrowableOfType(CallException.class, () -> gate.enter(1));
        assertThat(late.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(late).hasMessageContaining("callsInFlight");
    }

    @Test
    void tellsThoseWhoWaitThatThereIsNothingToWaitForAnyMore() throws InterruptedException {
        AtomicBoolean open = new AtomicBoolean(true);
        Gate gate = new Gate(new InFlightCalls<>(1), "peer", () -> {
            if (!open.get()) {
                throw new CallException(Code.UNAVAILABLE, "closed");
            }
        });
        gate.enter(1);
        List<Thread> threads = new ArrayList<>();
        Queue<Throwable> told = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 5; i++) {
            threads.add(Thread.startVirtualThread(
                    () -> told.add(catchThrowable(() -> gate.enter(Long.MAX_VALUE / 2)))));
        }
        Pair.until("all wait", () -> threads.stream().allMatch(each -> each.getState() == Thread.State.TIMED_WAITING));
        open.set(false);
        gate.wake();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(told).hasSize(5).allSatisfy(each -> assertThat(each).hasMessage("closed"));
    }

    @Test
    void neverHoldsMoreThanItsLimit() throws InterruptedException {
        InFlightCalls<?> calls = new InFlightCalls<>(3);
        Gate gate = gate(calls);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 200; k++) {
                    try {
                        gate.enter(Long.MAX_VALUE / 2);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    leave(calls, gate);
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
