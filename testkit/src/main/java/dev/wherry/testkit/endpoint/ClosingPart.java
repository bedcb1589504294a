package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import org.junit.jupiter.api.Test;

/** Closing an endpoint: later calls fail, nothing hangs, and nothing is retained. */
interface ClosingPart extends Part {
    @Test
    default void answersTheCallThatClosesItsEndpoint() {
        Watcher stub = fixture().serve(Watcher.class, number -> {
            fixture().server().close(Running.LONG);
            fixture().server().close(); // a second close does not wait for itself either
            return number;
        });
        assertThat(stub.seen(3)).isEqualTo(3);
        Await.until(
                "the server to have closed",
                () -> fixture().server().statistics().sessions() == 0);
        Failing.withCode(UNAVAILABLE, () -> stub.seen(4));
    }

    @Test
    default void retainsNothingAfterClose() {
        Watcher stub = fixture().serve(Watcher.class, number -> number);
        assertThat(stub.seen(1)).isEqualTo(1);
        fixture().server().close();
        fixture().server().close();
        assertThat(fixture().server().statistics()).matches(NoLeftovers::isNothing, "holds nothing");
        Await.until(
                "the client to see the end",
                () -> fixture().client().statistics().sessions() == 0);
    }

    @Test
    default void listensAgainAtTheAddressOfAClosedEndpoint() {
        Endpoint first = fixture().server();
        String address = first.address().toString();
        first.bind("one", Watcher.class, number -> number);
        Watcher old = fixture().client().lookup(fixture().uri(first, "one"), Watcher.class);
        assertThat(old.seen(1)).isEqualTo(1);
        String uri = fixture().uri(first, "one");
        first.close();
        Endpoint second = fixture().listenAt(address);
        second.bind("one", Watcher.class, number -> -number);
        assertThat(fixture().client().lookup(uri, Watcher.class).seen(1)).isEqualTo(-1);
    }
}
