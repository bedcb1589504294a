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

/** Cancellation of a call ends its work at the server, and affects no other call. */
interface CancelPart extends Part {
    @Test
    default void interruptsTheServerWhenAFutureIsCancelled() {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
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
        Work stub = fixture().serve(Work.class, working);
        CompletableFuture<Void> call = stub.blockLater();
        working.awaitEntered(1);
        assertThat(call.cancel(true)).isTrue();
        Await.until("the method's future to be cancelled", working.later::isCancelled);
    }

    @Test
    default void cancelsTheCallWhenTheCallerIsInterrupted() {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
        Running<Throwable> call = fixture().start(() -> {
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
    default void affectsNoOtherCallByAnInterrupt() throws Exception {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger made = new AtomicInteger();
        List<Running<Boolean>> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(fixture().start(() -> {
                boolean right = true;
                for (int n = 0; !stop.get(); n++) {
                    right &= stub.quick(n) == n + 1;
                    made.incrementAndGet();
                }
                return right;
            }));
        }
        for (int round = 1; round <= 5; round++) {
            Running<Integer> victim = fixture().start(() -> {
                stub.block();
                return 0;
            });
            working.awaitEntered(round);
            victim.interrupt();
            assertThat(victim.failure()).isInstanceOf(CallException.class);
            working.awaitInterrupted(round);
            int before = made.get();
            Await.until("other calls to continue", () -> made.get() > before + 10);
        }
        stop.set(true);
        for (Running<Boolean> other : others) {
            assertThat(other.get()).isTrue();
        }
    }

    @Test
    default void restoresAnInterruptFlagThatWasSetBeforeTheCall() throws Exception {
        Work stub = fixture().serve(Work.class, new Working());
        Running<Boolean> call = fixture().start(() -> {
            Thread.currentThread().interrupt();
            assertThat(stub.quick(1)).isEqualTo(2);
            assertThat(stub.quick(2)).isEqualTo(3);
            return Thread.interrupted();
        });
        assertThat(call.get()).as("the restored interrupt flag").isTrue();
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void ignoresAnInterruptAfterTheCall() throws Exception {
        Work stub = fixture().serve(Work.class, new Working());
        Running<Integer> call = fixture().start(() -> {
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
        Work stub = fixture().serve(Work.class, new Working());
        AtomicBoolean stop = new AtomicBoolean();
        Running<Integer> caller = fixture().start(() -> {
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
    default void isNotAffectedByAMethodThatLeavesTheFlagSet() {
        Watcher stub = fixture().serve(Watcher.class, number -> {
            boolean set = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            return set ? -1 : number;
        });
        for (int i = 0; i < 200; i++) {
            assertThat(stub.seen(i)).isEqualTo(i);
        }
    }

    @Test
    default void cancelsNestedCalls() {
        Working working = new Working();
        Work inner = fixture().serve(Work.class, working);
        CountDownLatch outerLeft = new CountDownLatch(1);
        Watcher outer = fixture().serve(Watcher.class, number -> {
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
