package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GateTest {
    @Test
    void letsInAsManyAsThePeerTakes() throws InterruptedException {
        Gate gate = new Gate(2, "peer");
        gate.enter(1);
        gate.enter(1);
        RemoteException late = catchThrowableOfType(RemoteException.class, () -> gate.enter(1));
        assertThat(late.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(late).hasMessageContaining("callsInFlight");
        assertThat(gate.inside()).isEqualTo(2);
        gate.leave(2);
        assertThat(gate.inside()).isZero();
    }

    @Test
    void takesAnyLimitOfAPeer() throws InterruptedException {
        for (int limit : new int[] {0, 1, Integer.MAX_VALUE}) {
            Gate gate = new Gate(limit, "peer");
            gate.enter(1);
            gate.leave(1);
            assertThat(gate.inside()).isZero();
        }
    }

    @Test
    void neverHoldsMoreThanItsLimit() throws InterruptedException {
        Gate gate = new Gate(3, "peer");
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
                    gate.leave(1);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(gate.inside()).isZero();
    }
}
