package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.internal.invoke.Stubs;
import org.junit.jupiter.api.Test;

/** The names of a peer's objects in messages. */
class NamesTest {
    @Test
    void areTheAddressesOfStubsThatOutliveTheirConnection() {
        try (Pair pair = new Pair("tcp")) {
            assertThat(describe(pair.stub)).isEqualTo(pair.address + "/rough");
        }
    }

    @Test
    void areThoseOfTheLastLookupOverAConnectionThatThePeerHasOpened() {
        try (Pair pair = new Pair("tcp")) {
            pair.client.bind("back", Rough.class, new Rough.Served());
            SessionPeer peer = Pair.session(pair.server, pair.session().token()).peer();
            Rough stub = peer.lookup("back", Rough.class);
            assertThat(describe(stub)).startsWith("'back' of ");
            pair.client.unbind("back");
            pair.client.bind("back", Rough.class, new Rough.Served());
            assertThat(describe(peer.lookup("back", Rough.class))).startsWith("'back' of ");
            assertThat(describe(stub)).as("to which the name leads again").startsWith("'back' of ");
        }
    }

    private static String describe(Rough stub) {
        return Stubs.requireTarget(stub).describe();
    }
}
