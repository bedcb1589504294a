package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InFlightCallsTest {
    private final InFlightCalls<One> calls = new InFlightCalls<>(3);

    private record One(long id, long deadline) implements InFlightCalls.Call {}

    private One send(long deadline) {
        assertThat(calls.enter()).isTrue();
        One call = new One(calls.nextId(), deadline);
        calls.sent(call);
        return call;
    }

    private void sendOneWay() {
        assertThat(calls.enter()).isTrue();
        calls.sentOneWay();
    }

    @Test
    void hasAsManyPlacesAsThePeerTakes() {
        for (int i = 0; i < 3; i++) {
            assertThat(calls.enter()).isTrue();
        }
        assertThat(calls.enter()).isFalse();
        assertThat(calls.inside()).isEqualTo(3);
        calls.leave();
        assertThat(calls.enter()).isTrue();
    }

    @Test
    void takesACallOfALaneBeyondItsPlaces() {
        for (int i = 0; i < 3; i++) {
            assertThat(calls.enter()).isTrue();
        }
        One call = new One(1L << Frame.LANE_SHIFT, 10);
        calls.sentByLane(call);
        assertThat(calls.inside()).isEqualTo(4);
        assertThat(calls.end(call.id())).isSameAs(call);
        assertThat(calls.inside()).isEqualTo(3);
        assertThat(calls.enter()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 1})
    void hasOnePlaceHoweverFewThePeerTakes(int limit) {
        InFlightCalls<One> few = new InFlightCalls<>(limit);
        assertThat(few.enter()).isTrue();
        assertThat(few.enter()).isFalse();
    }

    @Test
    void holdsASenderBackHoweverManyThePeerTakes() {
        assertThat(new InFlightCalls<One>(Integer.MAX_VALUE).limit()).isEqualTo(1 << 20);
    }

    @Test
    void freesAPlaceWithAnAnswer() {
        One call = send(10);
        assertThat(calls.any()).isTrue();
        assertThat(calls.end(call.id())).isSameAs(call);
        assertThat(calls.inside()).isZero();
        assertThat(calls.any()).isFalse();
    }

    @Test
    void dropsAnswersThatNobodyWaitsFor() {
        One answered = send(10);
        One abandoned = send(10);
        send(10);
        calls.end(answered.id());
        assertThat(calls.end(answered.id())).as("answered twice").isNull();
        calls.end(abandoned.id());
        assertThat(calls.end(abandoned.id()))
                .as("answered after it was given up")
                .isNull();
        assertThat(calls.end(77)).as("never sent").isNull();
        assertThat(calls.inside()).as("no place is freed twice").isEqualTo(1);
    }

    @Test
    void returnsTheCallsThatAreOverdue() {
        One soon = send(100);
        One later = send(200);
        assertThat(calls.overdue(100)).as("at the deadline itself").isEmpty();
        assertThat(calls.overdue(101)).containsExactly(soon);
        assertThat(calls.overdue(101)).as("until it is ended").containsExactly(soon);
        calls.end(soon.id());
        assertThat(calls.overdue(150)).isEmpty();
        assertThat(calls.overdue(201)).containsExactly(later);
    }

    @Test
    void knowsAClockThatWrapsAround() {
        One call = send(Long.MAX_VALUE - 5);
        assertThat(calls.overdue(Long.MAX_VALUE - 10)).isEmpty();
        assertThat(calls.overdue(Long.MIN_VALUE + 10)).containsExactly(call);
        calls.end(call.id());
        send(Long.MIN_VALUE + 5);
        assertThat(calls.overdue(Long.MAX_VALUE))
                .as("due soon, not 292 years ago")
                .isEmpty();
    }

    @Test
    void neverFindsOneWayCallsOverdue() {
        sendOneWay();
        assertThat(calls.overdue(Long.MAX_VALUE / 2)).isEmpty();
        assertThat(calls.any()).isFalse();
        assertThat(calls.inside()).isEqualTo(1);
    }

    @Test
    void freesThePlacesOfOneWayCallsByCredits() {
        sendOneWay();
        sendOneWay();
        sendOneWay();
        calls.credit(2);
        assertThat(calls.inside()).isEqualTo(1);
        calls.credit(1);
        assertThat(calls.inside()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, 3, Integer.MAX_VALUE})
    void refusesCreditsThatAreNotDue(int count) {
        sendOneWay();
        sendOneWay();
        send(10);
        assertThatThrownBy(() -> calls.credit(count))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("2 are out");
        assertThat(calls.inside()).as("nothing is counted").isEqualTo(3);
    }

    @Test
    void refusesACreditForACallThatHasItsPlaceAndWasNotSent() {
        assertThat(calls.enter()).isTrue();
        assertThatThrownBy(() -> calls.credit(1)).isInstanceOf(ProtocolException.class);
        calls.sentOneWay();
        calls.credit(1);
        assertThat(calls.inside()).isZero();
    }

    @Test
    void freesEveryPlaceAtTheEndButThoseOfCallsThatAreStillMade() {
        One call = send(10);
        sendOneWay();
        assertThat(calls.enter()).as("of a call that is being encoded").isTrue();
        assertThat(calls.pending()).containsExactly(call);
        assertThat(calls.end(call.id())).isSameAs(call);
        assertThat(calls.endOneWays()).isEqualTo(1);
        assertThat(calls.pending()).isEmpty();
        assertThat(calls.inside()).isEqualTo(1);
        assertThatThrownBy(() -> calls.credit(1)).isInstanceOf(ProtocolException.class);
        calls.leave();
        assertThat(calls.inside()).isZero();
    }

    @Test
    void numbersNoTwoCallsAlike() {
        Set<Long> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            assertThat(ids.add(calls.nextId())).isTrue();
        }
        assertThat(ids).doesNotContain(0L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void neverLosesAPlaceHoweverManyThreadsEndTheSameCalls(long seed) throws InterruptedException {
        InFlightCalls<One> many = new InFlightCalls<>(100);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            Random random = new Random(seed + i);
            threads[i] = Thread.ofPlatform().start(() -> {
                for (int k = 0; k < 5_000; k++) {
                    if (many.enter()) {
                        if (random.nextInt(4) == 0) {
                            many.sentOneWay();
                            many.credit(1);
                        } else {
                            many.sent(new One(many.nextId(), random.nextInt(100)));
                        }
                    }
                    many.overdue(random.nextInt(100)).forEach(call -> many.end(call.id()));
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        many.pending().forEach(call -> many.end(call.id()));
        many.endOneWays();
        assertThat(many.inside()).isZero();
    }
}
