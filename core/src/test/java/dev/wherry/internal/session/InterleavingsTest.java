package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that meet each other, interrupts, deadlines and ends at the worst moments. */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InterleavingsTest {
    private static final EndpointOptions MAIN_ONLY =
            EndpointOptions.builder().lanes(0).build();
    private static final long SHORT = TimeUnit.MILLISECONDS.toNanos(700);
    private static final long LONG = TimeUnit.SECONDS.toNanos(20);

    private static <T> FutureTask<T> start(boolean virtual, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(task);
        return task;
    }

    /** Calls for as long as {@code going}, and counts the calls, every answer of which was right. */
    private static int calling(Rough stub, AtomicBoolean going, int seed, AtomicInteger calls) {
        Random random = new Random(seed);
        do { // once at least, however late a busy machine lets it start
            int a = random.nextInt();
            int b = random.nextInt();
            assertThat(stub.add(a, b)).isEqualTo(a + b);
            calls.incrementAndGet();
        } while (going.get());
        return calls.get();
    }

    private static void interrupts(Pair pair, long seed, long nanos) throws Exception {
        AtomicBoolean going = new AtomicBoolean(true);
        List<FutureTask<Integer>> others = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int number = i;
            others.add(start(i % 2 == 0, () -> calling(pair.stub, going, number, new AtomicInteger())));
        }
        List<FutureTask<Integer>> interrupted = new ArrayList<>();
        List<Thread> victims = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FutureTask<Integer> task = new FutureTask<>(() -> enduring(pair.stub, going));
            interrupted.add(task);
            victims.add((i == 0 ? Thread.ofVirtual() : Thread.ofPlatform()).start(task));
        }
        Random random = new Random(seed);
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            victims.get(random.nextInt(2)).interrupt();
            TimeUnit.MICROSECONDS.sleep(random.nextInt(3_000));
        }
        going.set(false);
        for (FutureTask<Integer> each : others) {
            assertThat(each.get()).isPositive();
        }
        for (int i = 0; i < 2; i++) {
            // One interrupt could come before a last call that blocks, and would be set aside.
            while (!interrupted.get(i).isDone()) {
                victims.get(i).interrupt();
                TimeUnit.MILLISECONDS.sleep(1);
            }
            assertThat(interrupted.get(i).get()).isPositive();
        }
        assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        pair.awaitQuiet();
    }

    /** Makes calls that are interrupted before, within and after; each has the right answer or was cancelled. */
    private static int enduring(Rough stub, AtomicBoolean going) {
        int calls = 0;
        do {
            try {
                if (ThreadLocalRandom.current().nextInt(10) == 0) {
                    stub.block();
                    throw new AssertionError("nobody has released it");
                }
                assertThat(stub.add(calls, 7)).isEqualTo(calls + 7);
            } catch (CallException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(Code.CANCELLED);
            } catch (InterruptedException e) {
                throw new AssertionError("the server's own interrupt", e);
            }
            calls++;
        } while (going.get());
        return calls;
    }

    @ParameterizedTest
    @CsvSource({"tcp, 1", "unix, 2"})
    void costAnInterruptedCallerItsCallAndNobodyElseAnything(String scheme, long seed) throws Exception {
        try (Pair pair = new Pair(scheme)) {
            interrupts(pair, seed, SHORT);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void costAnInterruptedCallerItsCallForLong(long seed) throws Exception {
        try (Pair pair = new Pair(seed % 2 == 0 ? "tcp" : "unix")) {
            interrupts(pair, seed, LONG);
        }
    }

    static LongStream seeds() {
        return Share.seeds(10, 12);
    }

    @Test
    void costAnInterruptedCallerItsCallOverMainAlone() throws Exception {
        try (Pair pair = new Pair("tcp", EndpointOptions.defaults(), MAIN_ONLY)) {
            interrupts(pair, 3, SHORT);
        }
    }

    @ParameterizedTest
    @CsvSource({"tcp, 0", "tcp, 4", "unix, 4"})
    void answerSixtyFourCallersEachItsOwn(String scheme, int lanes) throws Exception {
        try (Pair pair = new Pair(
                scheme,
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            AtomicBoolean going = new AtomicBoolean(true);
            List<FutureTask<Integer>> callers = new ArrayList<>();
            List<AtomicInteger> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                int number = i;
                AtomicInteger own = new AtomicInteger();
                calls.add(own);
                callers.add(start(i % 2 == 0, () -> calling(pair.stub, going, number, own)));
            }
            Pair.until(
                    "each has many answers",
                    () -> calls.stream().allMatch(each -> each.get() >= 50)
                            || callers.stream().anyMatch(FutureTask::isDone)); // failed: the answer was another's
            going.set(false);
            for (FutureTask<Integer> each : callers) {
                assertThat(each.get()).isPositive();
            }
            pair.awaitQuiet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void freeACallerWhoseDeadlineTheHandlerIgnores(int lanes) throws Exception {
        try (Pair pair = new Pair(
                "tcp",
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            pair.openLanes(lanes);
            Rough hasty = Calls.with(pair.stub, CallOptions.ofTimeout(Duration.ofMillis(80)));
            do { // until one has begun before its time was up
                CallException failure = catchThrowableOfType(CallException.class, hasty::ignoreInterrupts);
                assertThat(failure.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
            } while (pair.served.entered.availablePermits() == 0);
            assertThat(pair.served.interrupted.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            assertThat(pair.server.statistics().callsIn()).isEqualTo(1);
            pair.served.released.countDown();
            pair.awaitQuiet();
        }
    }

    @Test
    void loseNoCallWithALaneThatBreaksInTheMiddle() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            pair.openLanes(1);
            FutureTask<Throwable> caller = start(false, () -> catchThrowable(pair.stub::block));
            pair.served.entered.acquire();
            Lane busy = null;
            for (Lane lane : pair.session().lanes().open()) {
                busy = lane.isBusy() ? lane : busy;
            }
            assertThat(busy).isNotNull();
            busy.shut();
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            pair.served.released.countDown();
            assertThat(caller.get()).isNull();
            assertThat(pair.served.interrupted.availablePermits()).isZero();
            pair.awaitQuiet();
        }
    }

    @Test
    void keepALaneWhoseCallCouldNotBegin() {
        try (Pair pair = new Pair("tcp")) {
            pair.openLanes(1);
            CallOptions.Builder many = CallOptions.builder();
            for (int i = 0; i <= 64; i++) {
                many.context(new ContextKey<>("k" + i, Long.class), 1L);
            }
            Rough burdened = Calls.with(pair.stub, many.build());
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> burdened.add(1, 2)).hasMessageContaining("65 context entries");
            }
            for (Lane lane : pair.session().lanes().open()) {
                assertThat(lane.isBusy()).isFalse();
            }
            pair.awaitQuiet();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void endCallsThatAreCancelledByTheirFutures(long seed) throws Exception {
        try (Pair pair = new Pair("tcp")) {
            Random random = new Random(seed);
            List<CompletableFuture<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<Integer> future = pair.stub.later(i);
                futures.add(future);
                if (random.nextInt(3) == 0) {
                    futures.get(random.nextInt(futures.size())).cancel(true);
                }
            }
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<Integer> future = futures.get(i);
                if (!future.isCancelled()) {
                    assertThat(future.get()).isEqualTo(i);
                }
            }
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            pair.awaitQuiet();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "true, 4", "false, 0", "false, 4"})
    void endWithAnAnswerOrAFailureWhenASideCloses(boolean serverCloses, int lanes) throws Exception {
        try (Pair pair = new Pair(
                "tcp",
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            List<FutureTask<Throwable>> callers = new ArrayList<>();
            AtomicBoolean going = new AtomicBoolean(true);
            AtomicInteger calls = new AtomicInteger();
            for (int i = 0; i < 16; i++) {
                callers.add(start(
                        i % 2 == 0,
                        () -> catchThrowable(() -> {
                            while (going.get()) {
                                assertThat(pair.stub.add(calls.incrementAndGet(), 1))
                                        .isPositive();
                            }
                        })));
            }
            Pair.until("calls are made", () -> calls.get() > 200);
            (serverCloses ? pair.server : pair.client).close(Duration.ofSeconds(20));
            for (FutureTask<Throwable> each : callers) {
                assertThat(each.get())
                        .as("a drained call has its answer, a later one was not made")
                        .isInstanceOfSatisfying(
                                CallException.class,
                                e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(Code.UNAVAILABLE));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endWhenASideClosesWithoutWaiting(boolean serverCloses) throws Exception {
        try (Pair pair = new Pair("tcp")) {
            pair.openLanes(1);
            List<FutureTask<Throwable>> callers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                callers.add(start(i % 2 == 0, () -> catchThrowable(pair.stub::block)));
            }
            pair.served.entered.acquire(8);
            (serverCloses ? pair.server : pair.client).close(Duration.ZERO);
            for (FutureTask<Throwable> each : callers) {
                assertThat(each.get()).isInstanceOf(CallException.class);
            }
            assertThat(pair.served.interrupted.tryAcquire(8, 1, TimeUnit.MINUTES))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void areAnsweredWhenReadingTheirArgumentsBreaks(boolean virtual) throws Exception {
        try (Pair pair = new Pair("tcp")) {
            for (int weight = 1; weight <= 4; weight++) {
                Rough.Brittle brittle = Rough.Brittle.safely(weight);
                Throwable failure = start(virtual, () -> catchThrowable(() -> pair.stub.weigh(brittle)))
                        .get();
                assertThat(failure).isInstanceOf(CallException.class);
            }
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            pair.awaitQuiet();
        }
    }

    @Test
    void failWhenReadingTheirResultBreaks() throws Exception {
        try (Pair pair = new Pair("tcp")) {
            for (int weight = 1; weight <= 4; weight++) {
                int given = weight;
                assertThat(catchThrowable(() -> pair.stub.make(given))).isNotNull();
                CompletableFuture<Rough.Brittle> later = Calls.async(pair.stub, stub -> stub.make(given));
                assertThatThrownBy(() -> later.get(1, TimeUnit.MINUTES)).isInstanceOf(ExecutionException.class);
            }
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
            pair.awaitQuiet();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void putAFlagThatWasSetBeforeAsideAndSetItAgain(int lanes) {
        try (Pair pair = new Pair(
                "tcp",
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            pair.openLanes(lanes);
            for (int i = 0; i < 5; i++) {
                Thread.currentThread().interrupt();
                assertThat(pair.stub.add(1, 2)).isEqualTo(3);
                assertThat(Thread.interrupted()).isTrue();
                Thread.currentThread().interrupt();
                pair.stub.note(1);
                assertThat(Thread.interrupted()).as("kept by a queued call").isTrue();
                Thread.currentThread().interrupt();
                CompletableFuture<Integer> later = pair.stub.later(9);
                assertThat(Thread.interrupted())
                        .as("kept by a call with a future")
                        .isTrue();
                assertThat(later.join()).isEqualTo(9);
            }
            Pair.until("notes are taken", () -> pair.served.notes.get() == 5);
            pair.awaitQuiet();
        }
    }

    private static void echoes(Pair pair, int bytes, int callers) throws Exception {
        List<FutureTask<Boolean>> echoes = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            byte[] sent = new byte[bytes];
            new Random(i).nextBytes(sent);
            echoes.add(start(i % 2 == 0, () -> Arrays.equals(pair.stub.echo(sent), sent)));
        }
        while (!echoes.stream().allMatch(FutureTask::isDone)) {
            assertThat(pair.stub.add(1, 2)).as("short calls pass between").isEqualTo(3);
        }
        for (FutureTask<Boolean> each : echoes) {
            assertThat(each.get()).isTrue();
        }
        pair.awaitQuiet();
    }

    @ParameterizedTest
    @CsvSource({"tcp, 0", "tcp, 2", "unix, 2"})
    void carryMuchBothWaysAtOnce(String scheme, int lanes) throws Exception {
        try (Pair pair = new Pair(
                scheme,
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            echoes(pair, 6 << 20, 4);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"tcp, 0", "tcp, 2", "unix, 2"})
    void carrySixtyFourMebibytesBothWays(String scheme, int lanes) throws Exception {
        try (Pair pair = new Pair(
                scheme,
                EndpointOptions.defaults(),
                EndpointOptions.builder().lanes(lanes).build())) {
            echoes(pair, 64 << 20, 2);
        }
    }
}
