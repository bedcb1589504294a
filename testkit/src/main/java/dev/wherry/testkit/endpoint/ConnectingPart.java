package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Peer;
import dev.wherry.testkit.sample.Watcher;
import org.junit.jupiter.api.Test;

/** The peer of a stub and of a served call, and new connections after a close. */
interface ConnectingPart extends Part {
    @Test
    default void returnsThePeerOfAStub() {
        Watcher stub = fixture().serve(Watcher.class, number -> number);
        assertThat(Calls.peer(stub).orElseThrow().isOpen()).isTrue();
    }

    @Test
    default void reconnectsAfterAPeerWasClosed() {
        fixture().server().bind("one", Watcher.class, number -> number);
        String uri = fixture().uri(fixture().server(), "one");
        Watcher before = fixture().client().lookup(uri, Watcher.class);
        Peer peer = fixture().client().connect(fixture().server().address().toString());
        peer.close();
        assertThat(peer.isOpen()).isFalse();
        assertThat(before.seen(1)).as("over a new connection").isEqualTo(1);
        assertThat(fixture().client().lookup(uri, Watcher.class).seen(2)).isEqualTo(2);
    }

    @Test
    default void returnsTheCallerOfAServedCall() {
        fixture().client().bind("back", Watcher.class, number -> number * 10);
        Watcher stub = fixture()
                .serve(
                        Watcher.class,
                        number -> Calls.caller()
                                .orElseThrow()
                                .lookup("back", Watcher.class)
                                .seen(number + 1));
        assertThat(stub.seen(1)).as("result of the call by name").isEqualTo(20);
    }
}
