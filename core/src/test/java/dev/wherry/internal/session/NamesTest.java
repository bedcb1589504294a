package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.internal.invoke.Stubs;
import org.junit.jupiter.api.Test;

/** The names of a peer's objects in messages. */
class NamesTest {
    @Test
    void areThoseOfTheLastLookup() {
        try (Pair pair = new Pair("tcp")) {
            assertThat(nameOf(pair, pair.stub)).isEqualTo(pair.address + "/rough");
            pair.server.unbind("rough");
            pair.server.bind("rough", Rough.class, new Rough.Served());
            Rough again = pair.client.connections().lookup(pair.address + "/rough", Rough.class);
            assertThat(nameOf(pair, again)).isEqualTo(pair.address + "/rough");
            assertThat(nameOf(pair, pair.stub))
                    .as("which the name no longer leads to")
                    .startsWith("object ");
        }
    }

    private static String nameOf(Pair pair, Rough stub) {
        if (Stubs.targetOf(stub) instanceof RemoteReference reference) {
            return reference.describe();
        }
        throw new AssertionError("no stub of a remote object");
    }
}
