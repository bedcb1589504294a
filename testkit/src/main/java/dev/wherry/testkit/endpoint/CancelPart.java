package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.CANCELLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import dev.wherry.testkit.sample.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Giving a call up ends the work at the server, and nobody else's. */
interface CancelPart extends Part {
    @Test
    default void interruptsTheServerWhenAFutureIsCancelled() {
        Working working = new Working();
        Work stub = world().serve(Work.class, working);
        CompletableFuture<?> call = Calls.asyncRun(stub, work -> {
            try {
                work.block();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        working.awaitEntered(1);
        assertThat(call.cancel(true)).isTrue();
        working.awaitInterrupted(1);
        assertThat(call).isCancelled();
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void cancelsTheMethodsOwnFuture() {
        Working working = new Working();
        Work stub = world().serve(Work.class, working);
        CompletableFuture<Void> call = stub.blockLater();
        working.awaitEntered(1);
        assertThat(call.cancel(true)).isTrue();
        Await.until("the method's future to be cancelled", working.later::isCancelled);
    }

    @Test
    default void takesAnInterruptOfTheCallerAsCancel() {
        Working working = new Working();
        Work stub = world().serve(Work.class, working);
        Running<Throwable> call = world().start(() -> {
            try {
                stub.block();
                throw new AssertionError("returned");
            } catch (CallException | InterruptedException e) {
                return e;
            }
        });
        working.awaitEntered(1);
        call.interrupt();
        working.awaitInterrupted(1);
        Throwable thrown = Failing.unchecked(call::get);
        assertThat(thrown).isInstanceOf(CallException.class);
        assertThat(((CallException) thrown).code()).isEqualTo(CANCELLED);
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void disturbsNobodyElseByAnInterrupt() throws Exception {
        Working working = new Working();
        Work stub = world().serve(Work.class, working);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger made = new AtomicInteger();
        List<Running<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(world().start(() -> {
                boolean right = true;
                for (int n = 0; !stop.get(); n++) {
                    right &= stub.quick(n) == n + 1;
                    made.incrementAndGet();
                }
                return right;
            }));
        }
        for (int round = 1; round <= 5; round++) {
            Running<Integer> victim = world().start(() -> {
                stub.block();
                return 0;
            });
            working.awaitEntered(round);
            victim.interrupt();
            assertThat(victim.failure()).isInstanceOf(CallException.class);
            working.awaitInterrupted(round);
            int before = made.get();
            Await.until("others to go on", () -> made.get() > before + 10);
        }
        stop.set(true);
        for (Running<Boolean> other : others) {
            assertThat(other.get()).isTrue();
        }
    }

    @Test
    default void setsAFlagAsideThatWasSetBeforeTheCall() throws Exception {
        Work stub = world().serve(Work.class, new Working());
        Running<Boolean> call = world().start(() -> {
            Thread.currentThread().interrupt();
            assertThat(stub.quick(1)).isEqualTo(2);
            assertThat(stub.quick(2)).isEqualTo(3);
            return Thread.interrupted();
        });
        assertThat(call.get()).as("the flag, restored").isTrue();
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void takesNoHarmFromAnInterruptAfterTheCall() throws Exception {
        Work stub = world().serve(Work.class, new Working());
        Running<Integer> call = world().start(() -> {
            int sum = 0;
            for (int i = 0; i < 100; i++) {
                sum += stub.quick(i) - i;
                Thread.currentThread().interrupt();
                assertThat(Thread.interrupted()).isTrue();
            }
            return sum;
        });
        assertThat(call.get()).isEqualTo(100);
    }

    @Test
    default void survivesInterruptsAtAnyMoment() throws Exception {
        Work stub = world().serve(Work.class, new Working());
        AtomicBoolean stop = new AtomicBoolean();
        Running<Integer> caller = world().start(() -> {
            int answered = 0;
            while (!stop.get()) {
                try {
                    assertThat(stub.quick(answered)).isEqualTo(answered + 1);
                    answered++;
                } catch (CallException e) {
                    assertThat(e.code()).as("%s: %s", e, e.getCause()).isEqualTo(CANCELLED);
                }
            }
            Thread.interrupted();
            return answered;
        });
        for (int i = 0; i < 300; i++) {
            caller.interrupt();
            assertThat(stub.quick(i)).isEqualTo(i + 1);
        }
        stop.set(true);
        caller.interrupt();
        assertThat(caller.get()).isNotNegative();
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void isNotDisturbedByAMethodThatLeavesTheFlagSet() {
        Watcher stub = world().serve(Watcher.class, number -> {
            boolean set = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            return set ? -1 : number;
        });
        for (int i = 0; i < 200; i++) {
            assertThat(stub.seen(i)).isEqualTo(i);
        }
    }

    @Test
    default void reachesNestedCalls() {
        Working working = new Working();
        Work inner = world().serve(Work.class, working);
        CountDownLatch outerLeft = new CountDownLatch(1);
        Watcher outer = world().serve(Watcher.class, number -> {
            try {
                inner.block();
                return 1;
            } catch (InterruptedException e) {
                return 2;
            } finally {
                outerLeft.countDown();
            }
        });
        CompletableFuture<Integer> call = Calls.async(outer, watcher -> watcher.seen(1));
        working.awaitEntered(1);
        call.cancel(true);
        working.awaitInterrupted(1);
        assertThat(Failing.thrownBy(() -> Await.latch(outerLeft))).isNull();
    }
}
