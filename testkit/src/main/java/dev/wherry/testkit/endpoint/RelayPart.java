package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** References that are passed on: the holder calls through the endpoint in the middle. */
interface RelayPart extends Part {
    /**
     * Three endpoints. The middle one has connected to the origin, and the third to the middle.
     *
     * @param there the origin's depot itself
     * @param far the stub of the origin's depot at the middle
     * @param own the stub of the middle's depot at the middle
     * @param near the stub of the middle's depot at the third
     */
    record Row(Endpoint origin, Endpoint middle, Endpoint third, Depot there, Depot far, Depot own, Depot near) {
        /** Makes the middle keep an item. Returns the stub that the third then gets from the middle. */
        Item relay(@Nullable Item item) {
            own.keep(item);
            @Nullable Item kept = near.kept();
            if (kept == null) {
                throw new AssertionError("Nothing is kept");
            }
            return kept;
        }
    }

    private Row row() {
        return row(
                fixture().listen(fixture().options()),
                fixture().create(fixture().options()));
    }

    private Row row(Endpoint origin, Endpoint third) {
        Endpoint middle = fixture().listen(fixture().options());
        Depot there = new ReferencesPart.Storing();
        Depot here = new ReferencesPart.Storing();
        return new Row(
                origin,
                middle,
                third,
                there,
                fixture().serve(origin, middle, Depot.class, there),
                fixture().serve(middle, middle, Depot.class, here),
                fixture().serve(middle, third, Depot.class, here));
    }

    @Test
    default void callsThroughTheMiddle() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        assertThat(row.third().statistics().sessions())
                .as("sessions of the third, which has none to the origin")
                .isEqualTo(1);
        row.own().keep(null);
    }

    @Test
    default void passesThrownExceptionsThroughTheMiddle() {
        Row row = row();
        row.there().keep(() -> {
            throw new IllegalStateException("broken");
        });
        Item relayed = row.relay(row.far().kept());
        assertThat(row.origin().statistics().exports()).isEqualTo(1);
        assertThatThrownBy(relayed::name)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        row.own().keep(null);
    }

    @Test
    default void returnsARelayedObjectToItsOriginAsItself() {
        Endpoint origin = fixture().listen(fixture().options());
        Row row = row(origin, origin);
        Item home = row.relay(row.far().item("anvil"));
        assertThat(Calls.isStub(home)).as("whether the origin got a stub").isFalse();
        assertThat(home.name()).isEqualTo("anvil");
        row.own().keep(null);
    }

    @Test
    default void reportsThatTheMiddleHasLeft() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        row.middle().close();
        Await.until("the middle to be gone", () -> row.third().statistics().sessions() == 0);
        assertThat(Failing.withCode(UNAVAILABLE, relayed::name)).hasMessageContaining("relayed by");
    }

    @Test
    default void reportsThatTheOriginHasLeft() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        row.origin().close();
        Await.until("the origin to be gone", () -> Failing.thrownBy(relayed::name) != null);
        Failing.withCode(UNAVAILABLE, relayed::name);
        row.own().keep(null);
    }

    @Test
    default void releasesTheObjectAtTheOriginWithItsLastHolder() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        row.own().keep(null); // the middle's own stub is garbage now; only its relay holds the reference
        System.gc();
        assertThat(relayed.name()).isEqualTo("anvil");
        assertThat(row.origin().statistics().exports()).isEqualTo(1);
        Calls.release(relayed);
        Await.until("the release at the origin", () -> {
            System.gc();
            return row.origin().statistics().exports() == 0;
        });
    }
}
