package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import org.junit.jupiter.api.Test;

/** Closing an endpoint: later calls are told, nothing hangs, nothing is held. */
interface ClosingPart extends Part {
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
    default void holdsNothingOnceClosed() {
        Watcher stub = world().serve(Watcher.class, number -> number);
        assertThat(stub.seen(1)).isEqualTo(1);
        world().server().close();
        world().server().close();
        assertThat(world().server().statistics()).matches(NoLeftovers::isNothing, "holds nothing");
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
