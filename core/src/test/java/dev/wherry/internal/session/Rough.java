package dev.wherry.internal.session;

import dev.wherry.Delivery;
import dev.wherry.OneWay;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A service that is not easy to call. */
public interface Rough {
    int add(int a, int b);

    byte[] echo(byte[] bytes);

    CompletableFuture<Integer> later(int number);

    void block() throws InterruptedException;

    void ignoreInterrupts();

    /** Fails if the number is negative. */
    @OneWay(Delivery.QUEUED)
    void note(int number);

    int weigh(Brittle brittle);

    Brittle make(int weight);

    /** Breaks as it is made, at whichever side makes it. */
    record Brittle(int weight) {
        static final ThreadLocal<Boolean> SAFE = ThreadLocal.withInitial(() -> false);

        public Brittle {
            if (!SAFE.get()) {
                throw weight % 2 == 0 ? new StackOverflowError("made to break") : new OutOfMemoryError("made to break");
            }
        }

        static Brittle safely(int weight) {
            SAFE.set(true);
            try {
                return new Brittle(weight);
            } finally {
                SAFE.set(false);
            }
        }
    }

    final class Served implements Rough {
        final Semaphore entered = new Semaphore(0);
        final Semaphore interrupted = new Semaphore(0);
        final CountDownLatch released = new CountDownLatch(1);
        final AtomicInteger notes = new AtomicInteger();

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public byte[] echo(byte[] bytes) {
            return bytes;
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void block() throws InterruptedException {
            entered.release();
            try {
                released.await();
            } catch (InterruptedException e) {
                interrupted.release();
                throw e;
            }
        }

        @Override
        public void ignoreInterrupts() {
            entered.release();
            while (true) {
                try {
                    released.await();
                    return;
                } catch (InterruptedException e) {
                    interrupted.release();
                }
            }
        }

        @Override
        public void note(int number) {
            notes.addAndGet(Math.abs(number));
            if (number < 0) {
                throw new IllegalArgumentException("negative");
            }
        }

        @Override
        public int weigh(Brittle brittle) {
            return brittle.weight();
        }

        @Override
        public Brittle make(int weight) {
            return Brittle.safely(weight);
        }
    }
}
