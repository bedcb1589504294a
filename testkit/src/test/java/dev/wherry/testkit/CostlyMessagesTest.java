package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls and answers that take long to read, within the limits of a message. They are read only while a caller waits.
 */
class CostlyMessagesTest {
    private static final int KEYS = 400;
    private static final Duration DEADLINE = Duration.ofSeconds(3);
    private static final AtomicInteger HASHED = new AtomicInteger();
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static volatile boolean slow;

    private String address = "";

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    /** A key that takes as long to hash as the limits allow. */
    record Key(String text, int number) {
        @Override
        public int hashCode() {
            if (slow) {
                HASHED.incrementAndGet();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            return number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && key.number == number && key.text.equals(text);
        }
    }

    /** A value whose bytes raise the limit of what the message may cost. */
    record Answer(List<Set<Key>> keys, byte[] bytes) {}

    interface Slow {
        Answer keys();

        void take(Answer answer);

        String echo(String text);
    }

    private static final class Served implements Slow {
        @Override
        public Answer keys() {
            return answer();
        }

        @Override
        public void take(Answer answer) {
            TAKEN.set(true);
        }

        @Override
        public String echo(String text) {
            return text;
        }
    }

    private static Answer answer() {
        String text = "t".repeat(1 << 16);
        List<Set<Key>> all = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            all.add(new HashSet<>(List.of(new Key(text, i))));
        }
        slow = true;
        return new Answer(all, new byte[1 << 20]);
    }

    private Slow stub(int lanes) {
        slow = false;
        HASHED.set(0);
        TAKEN.set(false);
        EndpointOptions options = EndpointOptions.builder().lanes(lanes).build();
        Endpoint server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0", options));
        server.bind("slow", Slow.class, new Served());
        address = server.address().toString();
        Endpoint client = endpoints.watch(Endpoint.create(options));
        Slow stub = client.lookup(server.address() + "/slow", Slow.class);
        Await.until(
                "the lanes, if any",
                () -> stub.echo("a").equals("a") && client.statistics().lanes() >= Math.min(1, lanes));
        return stub;
    }

    private static void checkGivenUp(@Nullable Throwable failure, Slow stub) {
        assertThat(failure).isInstanceOfSatisfying(CallException.class, e -> {
            assertThat(e.code()).isEqualTo(CallException.Code.DEADLINE_EXCEEDED);
            assertThat(e.outcome()).isEqualTo(CallException.Outcome.RAN);
        });
        assertThat(HASHED).hasPositiveValue().hasValueLessThan(KEYS);
        assertThat(stub.echo("b")).isEqualTo("b");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void releasesTheCallerAtItsDeadline(int lanes) {
        Slow stub = stub(lanes);
        Slow hasty = Calls.with(stub, CallOptions.ofTimeout(DEADLINE));
        checkGivenUp(Running.start(hasty::keys).failure(), stub);
    }

    @Tag("long")
    @Test
    void failsAFutureAtItsDeadline() {
        Slow stub = stub(0);
        CompletableFuture<Answer> answer = Calls.async(Calls.with(stub, CallOptions.ofTimeout(DEADLINE)), Slow::keys);
        Throwable failure = Running.start(answer::join).failure();
        assertThat(failure).isInstanceOf(CompletionException.class);
        checkGivenUp(failure == null ? null : failure.getCause(), stub);
    }

    /** Ends a test of calls: the server stops reading soon. */
    private static void checkNotRead() {
        Await.until("hashing to stop", () -> {
            int before = HASHED.get();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            return HASHED.get() == before;
        });
        assertThat(HASHED).hasPositiveValue().hasValueLessThan(KEYS);
        assertThat(TAKEN).isFalse();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void stopsReadingAtTheDeadlineOfTheCall(int lanes) {
        Slow stub = stub(lanes);
        Answer argument = answer();
        Slow hasty = Calls.with(stub, CallOptions.ofTimeout(DEADLINE));
        Throwable failure = Running.start(() -> {
                    hasty.take(argument);
                    return true;
                })
                .failure();
        assertThat(failure)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
        checkNotRead();
        assertThat(stub.echo("b")).isEqualTo("b");
    }

    @Tag("long")
    @Test
    void stopsReadingAtTheEndOfTheSession() {
        Endpoint leaving = endpoints.watch(
                Endpoint.create(EndpointOptions.builder().lanes(0).build()));
        stub(0);
        Slow stub = leaving.lookup(address + "/slow", Slow.class);
        Answer argument = answer();
        Calls.asyncRun(stub, each -> each.take(argument));
        Await.until("reading to begin", () -> HASHED.get() > 0);
        leaving.close(Duration.ZERO);
        checkNotRead();
    }
}
