package dev.wherry.testkit.endpoint;

import static dev.wherry.RemoteException.Code.REFUSED;
import static dev.wherry.RemoteException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointStatistics;
import dev.wherry.RemoteException;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Closing an endpoint: calls that run may finish, later ones are told, nothing hangs. */
interface ClosingPart extends Part {
    @Test
    default void letsCallsFinishThatRunWhenItCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Watcher stub = world().serve(Watcher.class, number -> {
            if (number == 0) {
                return 0;
            }
            entered.countDown();
            return Blocking.until(leave, number);
        });
        Running<Integer> call = world().start(() -> stub.seen(3));
        Await.latch(entered);
        Running<Void> closing = Running.start(() -> {
            world().server().close(Running.LONG);
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
        } catch (RemoteException e) {
            return e.code() == REFUSED || e.code() == UNAVAILABLE;
        }
    }

    @Test
    default void endsCallsThatOutliveTheDrain() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        Watcher stub = world().serve(Watcher.class, number -> {
            entered.countDown();
            return Blocking.until(new CountDownLatch(1), number);
        });
        Running<Integer> call = world().start(() -> stub.seen(3));
        Await.latch(entered);
        world().server().close(Duration.ofMillis(100));
        assertThat(call.failure()).isInstanceOf(RemoteException.class);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
    }

    @Test
    default void answersTheCallThatClosesItsEndpoint() {
        Watcher stub = world().serve(Watcher.class, number -> {
            world().server().close(Running.LONG);
            world().server().close(); // nor does whoever closes second wait for itself
            return number;
        });
        assertThat(stub.seen(3)).isEqualTo(3);
        Await.until(
                "the server to have closed", () -> world().server().statistics().sessions() == 0);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
    }

    @Test
    default void endsTheCallsOfAClientThatCloses() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Watcher stub = world().serve(Watcher.class, number -> {
            entered.countDown();
            try {
                Await.latch(new CountDownLatch(1));
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return number;
        });
        Running<Integer> call = world().start(() -> stub.seen(3));
        Await.latch(entered);
        world().client().close(Duration.ZERO);
        assertThat(call.failure()).isInstanceOf(RemoteException.class);
        Await.latch(interrupted);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
        Await.until(
                "the server to forget the session",
                () -> world().server().statistics().sessions() == 0);
    }

    @Test
    default void holdsNothingOnceClosed() {
        Watcher stub = world().serve(Watcher.class, number -> number);
        assertThat(stub.seen(1)).isEqualTo(1);
        world().server().close();
        world().server().close();
        assertThat(world().server().statistics()).isEqualTo(new EndpointStatistics(0, 0, 0, 0, 0, 0));
        Await.until(
                "the client to see the end", () -> world().client().statistics().sessions() == 0);
    }

    @Test
    default void listensAgainWhereAnEndpointHasClosed() {
        Endpoint first = world().server();
        String address = first.address().toString();
        first.bind("one", Watcher.class, number -> number);
        Watcher old = world().client().lookup(world().uri(first, "one"), Watcher.class);
        assertThat(old.seen(1)).isEqualTo(1);
        String uri = world().uri(first, "one");
        first.close();
        Endpoint second = world().listenAt(address);
        second.bind("one", Watcher.class, number -> -number);
        assertThat(world().client().lookup(uri, Watcher.class).seen(1)).isEqualTo(-1);
    }
}
