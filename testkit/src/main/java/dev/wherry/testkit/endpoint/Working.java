package dev.wherry.testkit.endpoint;

import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Work;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Blocks until it is released or interrupted, and counts the outcomes. */
final class Working implements Work {
    final CountDownLatch leave = new CountDownLatch(1);
    final AtomicInteger entered = new AtomicInteger();
    final AtomicInteger interrupted = new AtomicInteger();
    final AtomicInteger left = new AtomicInteger();
    final CompletableFuture<Void> later = new CompletableFuture<>();

    @Override
    public int quick(int number) {
        return number + 1;
    }

    @Override
    public void block() throws InterruptedException {
        entered.incrementAndGet();
        try {
            Await.latch(leave);
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw e;
        } finally {
            left.incrementAndGet();
        }
    }

    @Override
    public void blockBriefly() throws InterruptedException {
        block();
    }

    @Override
    public void blockDeaf() throws InterruptedException {
        block();
    }

    @Override
    public CompletableFuture<Void> blockLater() {
        entered.incrementAndGet();
        return later;
    }

    @Override
    public long timeLeft() {
        return Calls.timeLeft().map(Duration::toMillis).orElse(-1L);
    }

    void awaitEntered(int times) {
        Await.until(() -> "entered " + entered + " times instead of " + times, () -> entered.get() >= times);
    }

    void awaitInterrupted(int times) {
        Await.until(
                () -> "interrupted " + interrupted + " times instead of " + times, () -> interrupted.get() >= times);
    }
}
