package dev.wherry.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DeepStackTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private static int depth(int left) {
        return left == 0 ? 0 : 1 + depth(left - 1);
    }

    private static <T> CompletableFuture<T> started(Supplier<T> work, Thread[] thread) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        thread[0] = Thread.ofPlatform().daemon().start(() -> {
            try {
                outcome.complete(work.get());
            } catch (RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void runsWhatNestsTooDeepForAnOrdinaryStack() {
        assertThat(DeepStack.call(() -> depth(1_000_000))).isEqualTo(1_000_000);
    }

    @Test
    void throwsWhatTheWorkThrew() {
        assertThatThrownBy(() -> DeepStack.call(() -> {
                    throw new IllegalStateException("of the work");
                }))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("of the work");
        assertThatThrownBy(() -> DeepStack.call(() -> {
                    throw new AssertionError("of the work");
                }))
                .isExactlyInstanceOf(AssertionError.class);
    }

    @Test
    void needsNoSecondStackForWhatRunsOnOneAlready() {
        DeepStack one = new DeepStack(1, LONG);
        assertThat(one.run(() -> one.run(() -> one.run(DeepStack::isHere)))).isTrue();
        assertThat(DeepStack.isHere()).isFalse();
    }

    @Test
    void runsNoMoreAtOnceThanThereAreStacks() {
        DeepStack two = new DeepStack(2, LONG);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(started(
                    () -> two.run(() -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        int depth = depth(100_000);
                        running.decrementAndGet();
                        return depth;
                    }),
                    new Thread[1]));
        }
        all.forEach(each -> assertThat(each.join()).isEqualTo(100_000));
        assertThat(most).hasValueBetween(1, 2);
    }

    @Test
    void givesUpAtAnInterruptWhileItWaitsForAStack() {
        DeepStack one = new DeepStack(1, LONG);
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> holder = started(
                () -> one.run(() -> {
                    held.countDown();
                    await(end);
                    return true;
                }),
                new Thread[1]);
        await(held);
        Thread[] waiting = new Thread[1];
        boolean[] flag = new boolean[1];
        CompletableFuture<Boolean> waiter = started(
                () -> {
                    try {
                        return one.run(() -> true);
                    } finally {
                        flag[0] = Thread.interrupted();
                    }
                },
                waiting);
        waiting[0].interrupt();
        assertThatThrownBy(waiter::join)
                .hasCauseInstanceOf(CallException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.CANCELLED));
        assertThat(flag[0]).as("the caller stays interrupted").isTrue();
        end.countDown();
        assertThat(holder.join()).isTrue();
        assertThat(one.run(() -> true)).as("its turn has gone to nobody").isTrue();
    }

    @Test
    void refusesWhatGetsNoStackInTime() {
        DeepStack one = new DeepStack(1, Duration.ZERO);
        assertThat(one.<String>run(() -> {
                    CompletableFuture<Boolean> other = started(() -> one.run(() -> true), new Thread[1]);
                    assertThatThrownBy(other::join)
                            .hasCauseInstanceOf(CodecException.class)
                            .hasMessageContaining("graphDepth");
                    return "done";
                }))
                .isEqualTo("done");
    }

    @Test
    void passesAnInterruptOnToTheWorkAndWaitsForItsEnd() {
        CountDownLatch begun = new CountDownLatch(1);
        Thread[] caller = new Thread[1];
        boolean[] flag = new boolean[1];
        CompletableFuture<String> outcome = started(
                () -> {
                    String result = DeepStack.call(() -> {
                        begun.countDown();
                        try {
                            new CountDownLatch(1).await();
                            return "never";
                        } catch (InterruptedException e) {
                            return "interrupted";
                        }
                    });
                    flag[0] = Thread.interrupted();
                    return result;
                },
                caller);
        await(begun);
        caller[0].interrupt();
        assertThat(outcome.join()).isEqualTo("interrupted");
        assertThat(flag[0]).as("the caller stays interrupted").isTrue();
    }
}
