package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Styles;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Closing an endpoint while many calls are in flight: each call returns its result or fails with the reason. */
interface ClosingUnderLoadPart extends Part {
    int CALLERS = 16;

    @Test
    default void answersOrRefusesEachCallWhileTheServerCloses() throws Exception {
        assertFailures(whileClosing(fixture().server(), Running.LONG), Code.UNAVAILABLE);
    }

    @Test
    default void answersOrRefusesEachCallWhenTheClientClosesAfterARefusal() throws Exception {
        assertFailures(
                whileClosing(
                        fixture().server(),
                        Running.LONG,
                        () -> fixture().client().close(Running.LONG)),
                Code.UNAVAILABLE);
    }

    @Test
    default void answersOrRefusesEachCallWhileTheClientCloses() throws Exception {
        assertFailures(whileClosing(fixture().client(), Running.LONG), Code.UNAVAILABLE);
    }

    @Test
    default void endsEachCallWhenTheServerClosesAtOnce() throws Exception {
        assertFailures(
                whileClosing(fixture().server(), Duration.ZERO),
                Code.UNAVAILABLE,
                Code.UNKNOWN_OUTCOME,
                Code.CANCELLED);
    }

    @Test
    default void endsEachCallWhenTheClientClosesAtOnce() throws Exception {
        assertFailures(
                whileClosing(fixture().client(), Duration.ZERO),
                Code.UNAVAILABLE,
                Code.UNKNOWN_OUTCOME,
                Code.CANCELLED);
    }

    /** Each side announces its close while its own calls are in flight. */
    @Test
    default void answersOrRefusesEachCallWhenBothSidesClose() throws Exception {
        ReferencesPart.Storing storing = new ReferencesPart.Storing();
        AtomicInteger answered = new AtomicInteger();
        fixture().serve(Depot.class, storing).keep(() -> "the client's, after " + lasting(answered.get()));
        Watcher forth = fixture().serve(Watcher.class, ClosingUnderLoadPart::lasting);
        Item back = Objects.requireNonNull(storing.kept());
        List<Running<CallException>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS / 2; i++) {
            callers.add(fixture().start(() -> untilFailure(answered, () -> forth.seen(answered.get()))));
            callers.add(fixture().start(() -> untilFailure(answered, back::name)));
        }
        Await.until(() -> answered + " calls answered", () -> answered.get() > 20 * CALLERS);
        CyclicBarrier together = new CyclicBarrier(2);
        List<Running<Boolean>> closings = new ArrayList<>();
        for (Endpoint closing : List.of(fixture().server(), fixture().client())) {
            closings.add(Running.start(() -> {
                together.await();
                closing.close(Running.LONG);
                return NoLeftovers.isNothing(closing.statistics());
            }));
        }
        for (Running<Boolean> closing : closings) {
            assertThat(closing.get()).as("holds nothing").isTrue();
        }
        assertFailures(failures(callers), Code.UNAVAILABLE);
    }

    /** Takes no time for most numbers, so that some calls are on the network while none is being served. */
    private static int lasting(int number) {
        LockSupport.parkNanos(number % 8 == 0 ? number % 64 * 20_000L : 0);
        return number;
    }

    private static CallException untilFailure(AtomicInteger answered, Runnable call) {
        while (true) {
            try {
                call.run();
                answered.incrementAndGet();
            } catch (CallException e) {
                return e;
            }
        }
    }

    private static List<CallException> failures(List<Running<CallException>> callers) throws Exception {
        List<CallException> failures = new ArrayList<>();
        for (Running<CallException> caller : callers) {
            failures.add(caller.get());
        }
        return failures;
    }

    private static void assertFailures(List<CallException> failures, Code... codes) {
        assertThat(failures)
                .hasSizeGreaterThanOrEqualTo(CALLERS)
                .allSatisfy(failure ->
                        assertThat(failure.code()).as(failure.toString()).isIn((Object[]) codes));
    }

    /**
     * Closes an endpoint while 16 threads call until a call fails, each with a future per call. Returns all failures.
     */
    private List<CallException> whileClosing(Endpoint closing, Duration drain) throws Exception {
        return whileClosing(closing, drain, () -> {});
    }

    /**
     * As the other method.
     *
     * @param whenFailed run by each caller after its call failed
     */
    private List<CallException> whileClosing(Endpoint closing, Duration drain, Runnable whenFailed) throws Exception {
        Depot depot = fixture().serve(Depot.class, new ReferencesPart.Storing());
        Item held = depot.item("held");
        depot.keep(() -> "the client's");
        AtomicInteger answered = new AtomicInteger();
        Styles stub = fixture()
                .serve(
                        Styles.class,
                        new CallStylesPart.Answering(CompletableFuture::completedFuture, new AtomicInteger()));
        Queue<CompletableFuture<Integer>> futures = new ConcurrentLinkedQueue<>();
        List<Running<CallException>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(fixture().start(() -> {
                for (int number = 0; ; number++) {
                    try {
                        futures.add(stub.later(number));
                        assertThat(stub.now(number)).isEqualTo(number);
                        answered.incrementAndGet();
                    } catch (CallException e) {
                        whenFailed.run();
                        return e;
                    }
                }
            }));
        }
        Await.until(() -> answered + " calls answered", () -> answered.get() > 20 * CALLERS);
        closing.close(drain);
        assertThat(closing.statistics()).matches(NoLeftovers::isNothing, "holds nothing");
        List<CallException> failures = failures(callers);
        for (CompletableFuture<Integer> future : futures) {
            CallException failure = failure(future);
            if (failure != null) {
                failures.add(failure);
            }
        }
        assertThat(Failing.thrownBy(held::name))
                .as("failure of a reference of the session")
                .isInstanceOf(CallException.class);
        return failures;
    }

    private static @Nullable CallException failure(CompletableFuture<Integer> future) throws Exception {
        try {
            future.get(Running.LONG.toMillis(), TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CallException failure) {
                return failure;
            }
            throw e;
        }
    }
}
