package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionRaceTest {
    private static final URI A = URI.create("tcp://a:1");
    private static final URI B = URI.create("tcp://b:2");
    private static final URI C = URI.create("tcp://c:3");

    private final List<URI> dialed = new ArrayList<>();
    private final List<URI> overtaken = new ArrayList<>();
    private final Map<URI, CompletableFuture<String>> outcomes = new HashMap<>();
    private final Map<URI, Runnable> whenDialed = new HashMap<>();
    private final ConnectionRace.Dialer<String> dialer = new ConnectionRace.Dialer<>() {
        @Override
        public CompletableFuture<String> dial(URI address, long nanos) {
            dialed.add(address);
            assertThat(nanos).isPositive();
            whenDialed.getOrDefault(address, () -> {}).run();
            return outcomes.getOrDefault(address, new CompletableFuture<>());
        }

        @Override
        public void overtaken(URI address) {
            overtaken.add(address);
        }
    };

    private String run(long millis, URI... addresses) {
        return new ConnectionRace<>(List.of(addresses), dialer, TimeUnit.MILLISECONDS.toNanos(millis)).run();
    }

    private void answers(URI address) {
        outcomes.put(address, CompletableFuture.completedFuture(address.getHost()));
    }

    private void refuses(URI address) {
        outcomes.put(address, CompletableFuture.failedFuture(new IOException("refused by " + address.getHost())));
    }

    @Test
    void isWonByTheFirstThatAnswers() {
        answers(A);
        answers(B);
        assertThat(run(60_000, A, B)).isEqualTo("a");
        assertThat(dialed).containsExactly(A);
    }

    @Test
    void goesOnAfterARefusal() {
        refuses(A);
        refuses(B);
        answers(C);
        assertThat(run(60_000, A, B, C)).isEqualTo("c");
        assertThat(dialed).containsExactly(A, B, C);
        assertThat(overtaken).isEmpty();
    }

    @Test
    void goesOnAfterSilence() {
        answers(B);
        assertThat(run(60_000, A, B)).isEqualTo("b");
        assertThat(overtaken).containsExactly(A);
    }

    @Test
    void mayBeWonByOneThatWasSilentForLong() {
        CompletableFuture<String> late = new CompletableFuture<>();
        outcomes.put(A, late);
        whenDialed.put(B, () -> late.complete("late"));
        assertThat(run(60_000, A, B)).isEqualTo("late");
    }

    @Test
    void namesTheReasonOfEachThatFailed() {
        refuses(A);
        CallException failed = catchThrowableOfType(CallException.class, () -> run(1, A, B));
        assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
        assertThat(failed)
                .hasMessageStartingWith("Cannot connect to any of tcp://a:1,b:2: tcp://a:1: refused by a; tcp://b:2: no"
                        + " answer within");
        assertThat(failed.getSuppressed()).hasSize(2);
    }

    @Test
    void failsAsItsOnlyAddressDoes() {
        refuses(A);
        assertThatThrownBy(() -> run(60_000, A)).hasMessage("Cannot connect to tcp://a:1: refused by a");
        outcomes.put(B, CompletableFuture.failedFuture(new CallException(Code.REFUSED, "b refused the connection")));
        assertThatThrownBy(() -> run(60_000, B))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                .hasMessage("b refused the connection");
    }

    @Test
    void isLeftByAnInterrupt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> run(60_000, A, B))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CANCELLED));
        assertThat(Thread.interrupted()).as("used up").isFalse();
    }
}
