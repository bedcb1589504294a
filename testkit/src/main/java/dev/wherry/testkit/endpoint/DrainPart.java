package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.REFUSED;
import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Closing an endpoint while calls run: they have time to finish, and are then ended. */
interface DrainPart extends Part {
    @Test
    default void completesRunningCallsWhileItCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Watcher stub = fixture().serve(Watcher.class, number -> {
            if (number == 0) {
                return 0;
            }
            entered.countDown();
            return Blocking.until(leave, number);
        });
        Running<Integer> call = fixture().start(() -> stub.seen(3));
        Await.latch(entered);
        Running<Void> closing = Running.start(() -> {
            fixture().server().close(Running.LONG);
            return null;
        });
        Await.until("a refusal of new calls", () -> isTurnedAway(stub));
        assertThat(closing.isDone()).isFalse();
        leave.countDown();
        assertThat(call.get()).isEqualTo(3);
        closing.get();
    }

    private static boolean isTurnedAway(Watcher stub) {
        try {
            stub.seen(0);
            return false;
        } catch (CallException e) {
            return e.code() == REFUSED || e.code() == UNAVAILABLE;
        }
    }

    @Test
    default void endsCallsThatRunLongerThanTheDrain() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Watcher stub = fixture().serve(Watcher.class, number -> {
            entered.countDown();
            return Blocking.until(new CountDownLatch(1), number);
        });
        Running<Integer> call = fixture().start(() -> stub.seen(3));
        Await.latch(entered);
        fixture().server().close(Duration.ofMillis(100));
        assertThat(call.failure()).isInstanceOf(CallException.class);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
    }

    @Test
    default void endsTheCallsOfAClientThatCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Watcher stub = fixture().serve(Watcher.class, number -> {
            entered.countDown();
            try {
                Await.latch(new CountDownLatch(1));
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return number;
        });
        Running<Integer> call = fixture().start(() -> stub.seen(3));
        Await.latch(entered);
        fixture().client().close(Duration.ZERO);
        assertThat(call.failure()).isInstanceOf(CallException.class);
        Await.latch(interrupted);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
        Await.until(
                "the server to forget the session",
                () -> fixture().server().statistics().sessions() == 0);
    }
}
