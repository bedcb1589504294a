package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Court;
import dev.wherry.testkit.sample.Watcher;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Callbacks: the server calls the caller back over the caller's connection. */
interface CallbacksPart extends Part {
    /** An implementation of both interfaces, which calls back its arguments. */
    final class Playing implements Court, Court.Ball {
        private final List<CallException.Code> refusals = new CopyOnWriteArrayList<>();

        @Override
        public int ask(List<Watcher> watchers, int number) {
            return watchers.stream().mapToInt(watcher -> watcher.seen(number)).sum();
        }

        @Override
        public CompletableFuture<Integer> askLater(Watcher watcher, int number) {
            return Calls.async(watcher, w -> w.seen(number)).thenApply(seen -> seen + 1);
        }

        @Override
        public int play(Ball ball, int times) {
            return ball.bounce(this, times);
        }

        @Override
        public int bounce(Ball other, int times) {
            try {
                return times == 0 ? 0 : 1 + other.bounce(this, times - 1);
            } catch (CallException e) {
                refusals.add(e.code());
                throw e;
            }
        }
    }

    private Court court() {
        return fixture().serve(Court.class, new Playing());
    }

    @Test
    default void callsBackOverTheCallersConnection() {
        Court stub = court();
        Thread caller = Thread.currentThread();
        AtomicInteger others = new AtomicInteger();
        int answer = stub.ask(
                List.of(number -> {
                    if (!Thread.currentThread().equals(caller)) {
                        others.incrementAndGet();
                    }
                    return number * 2;
                }),
                21);
        assertThat(answer).isEqualTo(42);
        assertThat(others).hasValue(1);
        assertThat(fixture().server().statistics().sessions()).isEqualTo(1);
        assertThat(fixture().client().statistics().sessions()).isEqualTo(1);
    }

    @Test
    default void callsManyBackInOneCall() {
        List<Watcher> watchers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int factor = i;
            watchers.add(number -> factor * number);
        }
        assertThat(court().ask(watchers, 2)).isEqualTo(9900);
    }

    @Test
    default void throwsThroughACallback() {
        Court stub = court();
        assertThatThrownBy(() -> stub.ask(
                        List.of(number -> {
                            throw new IllegalArgumentException("thrown by the callback");
                        }),
                        1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("thrown by the callback");
    }

    @Test
    default void callsBackAfterAnAsynchronousCallReturned() throws Exception {
        CompletableFuture<Integer> later = court().askLater(number -> number + 10, 5);
        assertThat(later.get(Running.LONG.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(16);
    }

    @Test
    default void nestsCallsBothWays() {
        Court stub = court();
        for (int times : List.of(0, 1, 2, 7, 30)) {
            assertThat(stub.play(new Playing(), times)).isEqualTo(times);
        }
    }

    @Test
    default void nestsCallsOfManyCallersAtOnce() throws Exception {
        Court stub = court();
        List<Running<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            callers.add(fixture().start(() -> {
                int sum = 0;
                for (int round = 0; round < 10; round++) {
                    sum += stub.play(new Playing(), 6);
                }
                return sum;
            }));
        }
        for (Running<Integer> caller : callers) {
            assertThat(caller.get()).isEqualTo(60);
        }
    }

    /** If the calls waited instead of failing, both sides would deadlock. */
    @Test
    default void refusesRecursionBeyondTheLimitOfCallsInFlight() {
        EndpointOptions options = fixture().options().toBuilder()
                .limits(Limits.builder().callsInFlight(20).build())
                .build();
        Endpoint server = fixture().listen(options);
        Endpoint client = fixture().create(options);
        Playing served = new Playing();
        Court stub = fixture().serve(server, client, Court.class, served);
        assertThat(stub.play(new Playing(), 10)).isEqualTo(10);
        Playing playing = new Playing();
        assertThat(Failing.thrownBy(() -> stub.play(playing, 1000)))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("callsInFlight")
                .satisfies(failure -> assertThat(failure.getMessage())
                        .as("the message, which is not repeated at each level")
                        .hasSizeLessThan(500));
        assertThat(Stream.concat(playing.refusals.stream(), served.refusals.stream()))
                .as("failures seen at both sides")
                .contains(REFUSED);
        assertThat(stub.play(new Playing(), 10)).as("afterwards").isEqualTo(10);
    }
}
