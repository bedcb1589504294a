package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Bell;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One-way calls: the caller does not wait for the outcome. */
interface OneWayPart extends Part {
    int FLOOD = 100_000;

    /** So few that a server does not refuse them, however slow their codec is before it is compiled. */
    int QUEUED = 2_000;

    /** Passes each argument to a consumer and counts the calls. */
    record Ringing(Consumer<Object> heard, AtomicInteger done) implements Bell {
        Ringing(Consumer<Object> heard) {
            this(heard, new AtomicInteger());
        }

        @Override
        public void ring(Object sound) {
            heard.accept(sound);
            done.incrementAndGet();
        }

        @Override
        public void ringSoon(Object sound) {
            ring(sound);
        }

        @Override
        public void ringSurely(Object sound) {
            ring(sound);
        }

        @Override
        public void strike(int number) {
            ring(number);
        }

        @Override
        public int count() {
            return done.get();
        }
    }

    @Test
    default void returnsBeforeAOneWayMethodEnds() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(3);
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {
            Blocking.until(leave, 0);
            ended.countDown();
        }));
        stub.ring("sent");
        stub.ringSoon("queued");
        stub.ringSurely("accepted");
        leave.countDown();
        Await.latch(ended);
    }

    @Test
    default void makesAVoidMethodOneWayByAVariant() throws Exception {
        for (Delivery delivery : Delivery.values()) {
            CountDownLatch leave = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(1);
            Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {
                Blocking.until(leave, 0);
                ended.countDown();
            }));
            Calls.with(stub, CallOptions.ofDelivery(delivery)).strike(1);
            leave.countDown();
            Await.latch(ended);
        }
    }

    @Test
    default void refusesToMakeAMethodWithAResultOneWay() {
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {}));
        Bell variant = Calls.with(stub, CallOptions.ofDelivery(Delivery.SENT));
        assertThatThrownBy(variant::count).hasMessageContaining("count");
        assertThat(stub.count()).isZero();
    }

    @Test
    default void returnsFromAnAcceptedCallOnceItHasStarted() {
        AtomicInteger started = new AtomicInteger();
        CountDownLatch leave = new CountDownLatch(1);
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {
            started.incrementAndGet();
            Blocking.until(leave, 0);
        }));
        for (int i = 1; i <= 20; i++) {
            stub.ringSurely(i);
        }
        Await.until("20 calls started", () -> started.get() == 20);
        leave.countDown();
    }

    @Test
    default void doesNotReportExceptionsToTheCaller() {
        AtomicInteger calls = new AtomicInteger();
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {
            calls.incrementAndGet();
            throw new IllegalStateException("unheard");
        }));
        stub.ring(1);
        stub.ringSoon(2);
        stub.ringSurely(3);
        Await.until("3 calls", () -> calls.get() == 3);
        assertThat(stub.count()).isZero();
    }

    @Test
    default void losesNoneOfManyCalls() {
        AtomicLong sum = new AtomicLong();
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> sum.addAndGet((Integer) sound)));
        for (int i = 1; i <= FLOOD; i++) {
            stub.ring(i);
        }
        Await.until(() -> stub.count() + " of " + FLOOD, () -> stub.count() == FLOOD);
        assertThat(sum).hasValue(FLOOD * (FLOOD + 1L) / 2);
    }

    @Test
    default void losesNoneOfManyQueuedCalls() {
        AtomicLong sum = new AtomicLong();
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> sum.addAndGet((Integer) sound)));
        for (int i = 1; i <= QUEUED; i++) {
            stub.ringSoon(i);
        }
        Await.until(() -> stub.count() + " of " + QUEUED, () -> stub.count() == QUEUED);
        assertThat(sum).hasValue(QUEUED * (QUEUED + 1L) / 2);
    }

    @Test
    default void keepsTheOrderOfAllKindsOfCallsOfAnOrderedVariant() {
        List<Object> heard = new CopyOnWriteArrayList<>();
        Bell ordered = Calls.with(
                fixture().serve(Bell.class, new Ringing(heard::add)),
                CallOptions.builder().ordered(true).build());
        List<Object> rung = new ArrayList<>();
        for (int i = 0; i < 300; i += 3) {
            ordered.ringSoon(i);
            ordered.ring(i + 1);
            ordered.ringSurely(i + 2);
            rung.addAll(List.of(i, i + 1, i + 2));
        }
        ordered.ringSoon(300);
        rung.add(300);
        assertThat(ordered.count()).isEqualTo(301);
        assertThat(heard).isEqualTo(rung);
    }

    @Test
    default void keepsTheOrderOfCallsOfAnOrderedVariant() {
        List<Object> heard = new CopyOnWriteArrayList<>();
        Bell stub = fixture().serve(Bell.class, new Ringing(heard::add));
        Bell ordered = Calls.with(stub, CallOptions.builder().ordered(true).build());
        for (int i = 0; i < 500; i++) {
            ordered.ring(i);
        }
        assertThat(ordered.count()).as("a call with a result is in order too").isEqualTo(500);
        assertThat(heard)
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).<Object>mapToObj(i -> i).toList());
    }

    @Test
    default void failsToSendWhenThePeerHasLeft() {
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {}));
        fixture().server().close();
        Await.until(
                "the end of the session", () -> fixture().client().statistics().sessions() == 0);
        Failing.withCode(UNAVAILABLE, () -> stub.ring(1));
        stub.ringSoon(2);
    }
}
