package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Peer;
import dev.wherry.testkit.sample.Watcher;
import org.junit.jupiter.api.Test;

/** Stubs have a connection, and calls come from one. */
interface ConnectingPart extends Part {
    @Test
    default void tellsThePeerOfAStub() {
        Watcher stub = world().serve(Watcher.class, number -> number);
        assertThat(Calls.peer(stub).orElseThrow().isOpen()).isTrue();
    }

    @Test
    default void connectsAnewAfterAPeerWasClosed() {
        world().server().bind("one", Watcher.class, number -> number);
        String uri = world().uri(world().server(), "one");
        Watcher before = world().client().lookup(uri, Watcher.class);
        Peer peer = world().client().connect(world().server().address().toString());
        peer.close();
        assertThat(peer.isOpen()).isFalse();
        Failing.withCode(UNAVAILABLE, () -> before.seen(1));
        assertThat(world().client().lookup(uri, Watcher.class).seen(2)).isEqualTo(2);
    }

    @Test
    default void tellsAServedCallWhoCalls() {
        world().client().bind("back", Watcher.class, number -> number * 10);
        Watcher stub = world().serve(
                        Watcher.class,
                        number -> Calls.caller()
                                .orElseThrow()
                                .lookup("back", Watcher.class)
                                .seen(number + 1));
        assertThat(stub.seen(1)).as("called back by name").isEqualTo(20);
    }
}
