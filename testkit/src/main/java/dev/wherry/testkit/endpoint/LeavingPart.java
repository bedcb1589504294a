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

/** Closing an endpoint while many calls are under way: each of them ends, with its answer or with what became of it. */
interface LeavingPart extends Part {
    int CALLERS = 16;

    @Test
    default void answersOrTurnsAwayEveryCallWhileTheServerCloses() throws Exception {
        assertTold(whileClosing(world().server(), Running.LONG), Code.UNAVAILABLE);
    }

    @Test
    default void answersOrTurnsAwayEveryCallWhereTheClientClosesOnceItIsTurnedAway() throws Exception {
        assertTold(
                whileClosing(
                        world().server(), Running.LONG, () -> world().client().close(Running.LONG)),
                Code.UNAVAILABLE);
    }

    @Test
    default void answersOrTurnsAwayEveryCallWhileTheClientCloses() throws Exception {
        assertTold(whileClosing(world().client(), Running.LONG), Code.UNAVAILABLE);
    }

    @Test
    default void endsEveryCallWhenTheServerClosesAtOnce() throws Exception {
        assertTold(
                whileClosing(world().server(), Duration.ZERO), Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME, Code.CANCELLED);
    }

    @Test
    default void endsEveryCallWhenTheClientClosesAtOnce() throws Exception {
        assertTold(
                whileClosing(world().client(), Duration.ZERO), Code.UNAVAILABLE, Code.UNKNOWN_OUTCOME, Code.CANCELLED);
    }

    /** Each says that it leaves while calls of its own are out. */
    @Test
    default void answersOrTurnsAwayEveryCallWhereBothSidesCloseAtOnce() throws Exception {
        ReferencesPart.Storing storing = new ReferencesPart.Storing();
        AtomicInteger answered = new AtomicInteger();
        world().serve(Depot.class, storing).keep(() -> "the client's, after " + lasting(answered.get()));
        Watcher forth = world().serve(Watcher.class, LeavingPart::lasting);
        Item back = Objects.requireNonNull(storing.kept());
        List<Running<CallException>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS / 2; i++) {
            callers.add(world().start(() -> untilTold(answered, () -> forth.seen(answered.get()))));
            callers.add(world().start(() -> untilTold(answered, back::name)));
        }
        Await.until(() -> answered + " calls answered", () -> answered.get() > 20 * CALLERS);
        CyclicBarrier together = new CyclicBarrier(2);
        List<Running<Boolean>> closings = new ArrayList<>();
        for (Endpoint closing : List.of(world().server(), world().client())) {
            closings.add(Running.start(() -> {
                together.await();
                closing.close(Running.LONG);
                return NoLeftovers.isNothing(closing.statistics());
            }));
        }
        for (Running<Boolean> closing : closings) {
            assertThat(closing.get()).as("holds nothing").isTrue();
        }
        assertTold(told(callers), Code.UNAVAILABLE);
    }

    /** Mostly takes no time: then some are on their way when none is being served. */
    private static int lasting(int number) {
        LockSupport.parkNanos(number % 8 == 0 ? number % 64 * 20_000L : 0);
        return number;
    }

    private static CallException untilTold(AtomicInteger answered, Runnable call) {
        while (true) {
            try {
                call.run();
                answered.incrementAndGet();
            } catch (CallException e) {
                return e;
            }
        }
    }

    private static List<CallException> told(List<Running<CallException>> callers) throws Exception {
        List<CallException> told = new ArrayList<>();
        for (Running<CallException> caller : callers) {
            told.add(caller.get());
        }
        return told;
    }

    private static void assertTold(List<CallException> told, Code... codes) {
        assertThat(told)
                .hasSizeGreaterThanOrEqualTo(CALLERS)
                .allSatisfy(failure ->
                        assertThat(failure.code()).as(failure.toString()).isIn((Object[]) codes));
    }

    /** What was told in place of an answer to 16 callers, who go on until they are told, and to as many futures. */
    private List<CallException> whileClosing(Endpoint closing, Duration drain) throws Exception {
        return whileClosing(closing, drain, () -> {});
    }

    /** @param whenTold by each caller */
    private List<CallException> whileClosing(Endpoint closing, Duration drain, Runnable whenTold) throws Exception {
        Depot depot = world().serve(Depot.class, new ReferencesPart.Storing());
        Item held = depot.item("held");
        depot.keep(() -> "the client's");
        AtomicInteger answered = new AtomicInteger();
        Styles stub = world().serve(
                        Styles.class,
                        new StylesPart.Answering(CompletableFuture::completedFuture, new AtomicInteger()));
        Queue<CompletableFuture<Integer>> futures = new ConcurrentLinkedQueue<>();
        List<Running<CallException>> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            callers.add(world().start(() -> {
                for (int number = 0; ; number++) {
                    try {
                        futures.add(stub.later(number));
                        assertThat(stub.now(number)).isEqualTo(number);
                        answered.incrementAndGet();
                    } catch (CallException e) {
                        whenTold.run();
                        return e;
                    }
                }
            }));
        }
        Await.until(() -> answered + " calls answered", () -> answered.get() > 20 * CALLERS);
        closing.close(drain);
        assertThat(closing.statistics()).matches(NoLeftovers::isNothing, "holds nothing");
        List<CallException> told = told(callers);
        for (CompletableFuture<Integer> future : futures) {
            CallException failure = failure(future);
            if (failure != null) {
                told.add(failure);
            }
        }
        assertThat(Failing.thrownBy(held::name))
                .as("a reference of the session")
                .isInstanceOf(CallException.class);
        return told;
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
