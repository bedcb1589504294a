package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.DEADLINE_EXCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import dev.wherry.testkit.sample.Work;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Deadlines: each call has one, and the work at the server ends with it too. */
interface DeadlinesPart extends Part {
    private static <T> T timed(T stub, long millis) {
        return Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(millis)));
    }

    /**
     * Asserts that a failure names a deadline. The server knows the time that was left when the call was sent, which
     * may be less.
     */
    private static void assertOverdue(CallException failure, int millis) {
        Matcher named = Pattern.compile("(\\d+) ms").matcher(String.valueOf(failure.getMessage()));
        assertThat(named.find()).as(failure.toString()).isTrue();
        assertThat(Integer.parseInt(named.group(1))).as(failure.toString()).isBetween(1, millis);
    }

    @Test
    default void hasAFiniteDeadlineByDefault() {
        assertThat(fixture().serve(Work.class, new Working()).timeLeft())
                .isBetween(1L, fixture().options().timeout().toMillis());
    }

    @Test
    default void endsACallAtItsDeadlineAndInterruptsTheServer() {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
        var failure = Failing.withCode(DEADLINE_EXCEEDED, () -> timed(stub, 100).block());
        assertOverdue(failure, 100);
        working.awaitInterrupted(1);
        assertThat(stub.quick(1)).isEqualTo(2);
    }

    @Test
    default void usesTheTimeoutOfTheMethod() {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
        var failure = Failing.withCode(DEADLINE_EXCEEDED, stub::blockBriefly);
        assertOverdue(failure, 200);
        working.awaitInterrupted(1);
    }

    @Test
    default void usesTheTimeoutOfTheEndpoint() {
        // Long enough to open the connection, which the timeout also limits.
        Working working = new Working();
        Work stub = fixture()
                .serve(
                        fixture().server(),
                        fixture()
                                .create(fixture().options().toBuilder()
                                        .timeout(Duration.ofSeconds(1))
                                        .build()),
                        Work.class,
                        working);
        var failure = Failing.withCode(DEADLINE_EXCEEDED, stub::block);
        assertOverdue(failure, 1_000);
        working.awaitInterrupted(1);
    }

    @Test
    default void prefersTheTimeoutOfAVariantToTheMethods() {
        Work stub = timed(fixture().serve(Work.class, new Working()), 60);
        assertOverdue(Failing.withCode(DEADLINE_EXCEEDED, stub::blockBriefly), 60);
    }

    @Test
    default void failsAFutureAtItsDeadline() {
        Working working = new Working();
        Work stub = timed(fixture().serve(Work.class, working), 100);
        var failure = Failing.thrownBy(() -> stub.blockLater().get(Running.LONG.toMillis(), TimeUnit.MILLISECONDS));
        assertThat(failure)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(DEADLINE_EXCEEDED));
        working.later.complete(null);
    }

    @Test
    default void releasesTheCallerOfAMethodThatIgnoresInterrupts() {
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger left = new AtomicInteger();
        Watcher stub = fixture().serve(Watcher.class, number -> {
            if (number == 0) {
                return 0;
            }
            waitDeaf(leave);
            return left.incrementAndGet();
        });
        Failing.withCode(DEADLINE_EXCEEDED, () -> timed(stub, 100).seen(1));
        assertThat(stub.seen(0)).isZero();
        assertThat(left).hasValue(0);
        leave.countDown();
        Await.until("the method to end", () -> left.get() == 1);
    }

    private static void waitDeaf(CountDownLatch leave) {
        boolean interrupted = false;
        while (true) {
            try {
                Await.latch(leave);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    default void doesNotInterruptAnUninterruptibleMethod() throws Exception {
        Working working = new Working();
        Work stub = fixture().serve(Work.class, working);
        Failing.withCode(DEADLINE_EXCEEDED, () -> timed(stub, 100).blockDeaf());
        working.awaitEntered(1);
        assertThat(stub.quick(1)).isEqualTo(2);
        assertThat(working.left).hasValue(0);
        working.leave.countDown();
        Await.until("the method to end", () -> working.left.get() == 1);
        assertThat(working.interrupted).hasValue(0);
    }

    @Test
    default void shrinksThroughNestedCalls() {
        Working working = new Working();
        Work inner = fixture().serve(Work.class, working);
        AtomicLong seen = new AtomicLong();
        Watcher outer = fixture().serve(Watcher.class, number -> {
            Calls.timeLeft().ifPresent(left -> seen.set(left.toMillis()));
            return (int) inner.timeLeft();
        });
        int innerLeft = timed(outer, 5000).seen(1);
        assertThat(seen.get()).isBetween(1L, 5000L);
        assertThat(innerLeft).isBetween(1, (int) seen.get());
    }

    @Test
    default void endsNestedCallsAtTheOutermostDeadline() {
        Working working = new Working();
        Work inner = fixture().serve(Work.class, working);
        Watcher outer = fixture().serve(Watcher.class, number -> {
            try {
                inner.block();
                return 1;
            } catch (InterruptedException e) {
                return 2;
            }
        });
        // The timeout is long enough for a loaded machine to begin both calls. If the inner call fails first, the outer
        // one reports the inner failure as its own.
        assertThat(Failing.thrownBy(() -> timed(outer, 1_000).seen(1)))
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code() + ": " + e.getMessage()).contains("DEADLINE_EXCEEDED"));
        working.awaitInterrupted(1);
    }

    @Test
    default void keepsAShorterDeadlineOfANestedCall() {
        Work inner = fixture().serve(Work.class, new Working());
        Watcher outer = fixture().serve(Watcher.class, number -> {
            Failing.withCode(DEADLINE_EXCEEDED, () -> timed(inner, 50).block());
            return number;
        });
        assertThat(outer.seen(8)).isEqualTo(8);
    }

    @Test
    default void doesNotChangeTheOriginalStub() {
        Work stub = fixture().serve(Work.class, new Working());
        Work hasty = Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(20)));
        Failing.withCode(CallException.Code.DEADLINE_EXCEEDED, hasty::block);
        Work brisk = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(5)));
        assertThat(brisk.timeLeft()).isBetween(0L, 5_000L);
        assertThat(stub.timeLeft()).isGreaterThan(5_000);
    }
}
