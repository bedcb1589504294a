package dev.wherry.testkit.endpoint;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Styles;
import dev.wherry.testkit.sample.Teller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The return type of a method decides the style of the call: synchronous, with a future, or without a result. */
interface CallStylesPart extends Part {
    /** Implements each style with one function. */
    record Answering(IntFunction<CompletableFuture<Integer>> answer, AtomicInteger nothings) implements Styles {
        @Override
        public int now(int number) {
            return answer.apply(number).join();
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return answer.apply(number);
        }

        @Override
        public CompletionStage<Integer> stage(int number) {
            return answer.apply(number).minimalCompletionStage();
        }

        @Override
        public void nothing() {
            nothings.incrementAndGet();
        }

        @Override
        public CompletableFuture<Void> nothingLater() {
            nothings.incrementAndGet();
            return completedFuture(null);
        }
    }

    private Styles answering(IntFunction<CompletableFuture<Integer>> answer) {
        return fixture().serve(Styles.class, new Answering(answer, new AtomicInteger()));
    }

    private static <T extends @Nullable Object> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(Running.LONG.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    default void returnsTheResultOfTheMethod() {
        assertThat(answering(number -> completedFuture(number + 1)).now(1)).isEqualTo(2);
    }

    @Test
    default void completesAFutureWithTheResultOfTheMethodsFuture() throws Exception {
        Styles stub = answering(number -> completedFuture(number + 1));
        assertThat(get(stub.later(1))).isEqualTo(2);
        assertThat(get(stub.stage(2))).isEqualTo(3);
    }

    @Test
    default void returnsAFutureBeforeTheMethodsFutureCompletes() throws Exception {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        Styles stub = answering(number -> answer);
        CompletableFuture<Integer> later = stub.later(1);
        CompletionStage<Integer> stage = stub.stage(1);
        assertThat(later).isNotDone();
        answer.complete(9);
        assertThat(get(later)).isEqualTo(9);
        assertThat(get(stage)).isEqualTo(9);
    }

    @Test
    default void failsAFutureWithTheFailureOfTheMethodsFuture() {
        Styles stub = answering(number -> failedFuture(new IllegalArgumentException("bad " + number)));
        assertThatThrownBy(() -> get(stub.later(1)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bad 1");
    }

    @Test
    default void failsAFutureWithTheExceptionOfTheMethod() {
        Styles stub = answering(number -> {
            throw new IllegalStateException("at once");
        });
        assertThatThrownBy(() -> get(stub.later(1)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("at once");
        assertThatThrownBy(() -> get(stub.stage(1))).cause().isInstanceOf(IllegalStateException.class);
    }

    @Test
    default void runsMethodsWithoutAResult() throws Exception {
        AtomicInteger nothings = new AtomicInteger();
        Styles stub = fixture().serve(Styles.class, new Answering(CompletableFuture::completedFuture, nothings));
        stub.nothing();
        assertThat(nothings).hasValue(1);
        assertThat(get(stub.nothingLater())).isNull();
        assertThat(nothings).hasValue(2);
    }

    @Test
    default void callsAnyMethodAsynchronously() throws Exception {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        Styles stub = answering(number -> answer);
        CompletableFuture<Integer> called = Calls.async(stub, styles -> styles.now(1));
        assertThat(called).isNotDone();
        answer.complete(5);
        assertThat(get(called)).isEqualTo(5);
        assertThat(get(Calls.asyncRun(stub, Styles::nothing))).isNull();
    }

    @Test
    default void failsAnAsynchronousCallWithTheExceptionOfTheMethod() {
        Teller stub = fixture().serve(Teller.class, amount -> {
            throw new Overdrawn(amount);
        });
        assertThatThrownBy(() -> get(Calls.async(stub, CallStylesPart::withdraw)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Overdrawn.class, e -> assertThat(e.missing()).isEqualTo(6));
    }

    private static int withdraw(Teller teller) {
        try {
            return teller.withdraw(6);
        } catch (Overdrawn e) {
            throw new AssertionError("An asynchronous call does not throw where it is made", e);
        }
    }

    @Test
    default void refusesAsyncWithoutExactlyOneCall() {
        Styles stub = answering(CompletableFuture::completedFuture);
        assertThatThrownBy(() -> Calls.async(stub, styles -> 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Calls.async(stub, styles -> styles.now(1) + styles.now(2)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Calls.async(
                        new Answering(CompletableFuture::completedFuture, new AtomicInteger()),
                        styles -> styles.now(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    default void completesEachOfManyFuturesWithItsResult() throws Exception {
        Styles stub = answering(number -> CompletableFuture.supplyAsync(() -> number * 3));
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            all.add(stub.later(i));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(get(all.get(i))).isEqualTo(3 * i);
        }
    }

    @Test
    default void allowsCallsInDependentsOfAFuture() throws Exception {
        Styles stub = answering(number -> CompletableFuture.supplyAsync(() -> number + 1));
        CompletableFuture<Integer> chained =
                stub.later(1).thenCompose(stub::later).thenApply(stub::now).thenCompose(stub::stage);
        assertThat(get(chained)).isEqualTo(5);
    }
}
