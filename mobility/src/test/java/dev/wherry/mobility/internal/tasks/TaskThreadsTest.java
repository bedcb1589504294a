package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedEndpoint;
import dev.wherry.internal.extension.SessionExtension;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskThreadsTest {
    private static final int LIMIT_SECONDS = 60;

    private final Endpoint endpoint = new Endpoint();
    private final TaskThreads threads = new TaskThreads(endpoint);

    @AfterEach
    void close() throws InterruptedException {
        threads.close();
        for (Thread thread : endpoint.made) {
            thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            assertThat(thread.isAlive()).isFalse();
        }
    }

    @Test
    void runTasksThatWaitForEachOther() throws Exception {
        int count = 20;
        CyclicBarrier all = new CyclicBarrier(count + 1);
        for (int i = 0; i < count; i++) {
            threads.execute(() -> meet(all));
        }
        all.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void runEachTaskOnce() throws Exception {
        int count = 10_000;
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(2 * count);
        Runnable sender = () -> {
            for (int i = 0; i < count; i++) {
                threads.execute(() -> {
                    runs.incrementAndGet();
                    all.countDown();
                });
            }
        };
        Thread other = Thread.ofPlatform().start(sender);
        sender.run();
        other.join();
        assertThat(all.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(2 * count);
    }

    @Test
    void leaveNoInterruptToTheNextTask() {
        CompletableFuture<Thread> first = new CompletableFuture<>();
        threads.execute(() -> {
            first.complete(Thread.currentThread());
            Thread.currentThread().interrupt();
        });
        CompletableFuture<Thread> second = new CompletableFuture<>();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        endpoint.hasNone = true;
        whenFree(() -> {
            second.complete(Thread.currentThread());
            interrupted.complete(Thread.interrupted());
        });
        assertThat(interrupted.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join())
                .isFalse();
        assertThat(second.join()).isSameAs(first.join());
    }

    /** Runs a task on the thread that there is, as soon as that is free. */
    private void whenFree(Runnable task) {
        while (true) {
            try {
                threads.execute(task);
                return;
            } catch (OutOfMemoryError e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void areOthersAfterAWorkspaceHasClosed() {
        CompletableFuture<Thread> before = new CompletableFuture<>();
        CompletableFuture<Thread> after = new CompletableFuture<>();
        CountDownLatch end = new CountDownLatch(1);
        threads.execute(() -> {
            before.complete(Thread.currentThread());
            meet(end);
        });
        before.join();
        int generation = threads.generation();
        threads.workspaceClosed();
        end.countDown();
        threads.execute(() -> after.complete(Thread.currentThread()));
        assertThat(after.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join()).isNotSameAs(before.join());
        assertThat(threads.generation()).isEqualTo(generation + 1);
    }

    @Test
    void runATaskAfterTheyWereClosed() {
        threads.close();
        CompletableFuture<Boolean> run = new CompletableFuture<>();
        threads.execute(() -> run.complete(true));
        assertThat(run.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join()).isTrue();
    }

    @Test
    void refuseATaskIfNoThreadCanBeStarted() {
        CompletableFuture<Boolean> run = new CompletableFuture<>();
        endpoint.hasNone = true;
        assertThatThrownBy(() -> threads.execute(() -> run.complete(false))).isInstanceOf(OutOfMemoryError.class);
        endpoint.hasNone = false;
        threads.execute(() -> run.complete(true));
        assertThat(run.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join()).isTrue();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void meet(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Endpoint implements ExtendedEndpoint {
        final Set<Thread> made = ConcurrentHashMap.newKeySet();
        volatile boolean hasNone;

        @Override
        public Object endpoint() {
            return this;
        }

        @Override
        public EndpointOptions options() {
            return EndpointOptions.defaults();
        }

        @Override
        public @Nullable ClassLoader contextLoader() {
            return null;
        }

        @Override
        public Thread thread(String name, Runnable task) {
            if (hasNone) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(task);
            made.add(thread);
            return thread;
        }

        @Override
        public SessionExtension.Part connect(String uri) {
            throw new UnsupportedOperationException();
        }
    }
}
