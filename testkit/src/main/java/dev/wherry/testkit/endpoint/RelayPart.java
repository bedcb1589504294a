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

/** References passed on: the holder calls through the one in the middle. */
interface RelayPart extends Part {
    /**
     * Three endpoints of which each has connected to the one before.
     *
     * @param there the origin's depot itself
     * @param far the origin's depot as the middle sees it
     * @param own the middle's depot as itself sees it
     * @param near the middle's depot as the third sees it
     */
    record Row(Endpoint origin, Endpoint middle, Endpoint third, Depot there, Depot far, Depot own, Depot near) {
        /** Has the middle keep an item, and the third take it from there. */
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
        return row(world().listen(world().options()), world().create(world().options()));
    }

    private Row row(Endpoint origin, Endpoint third) {
        Endpoint middle = world().listen(world().options());
        Depot there = new ReferencesPart.Storing();
        Depot here = new ReferencesPart.Storing();
        return new Row(
                origin,
                middle,
                third,
                there,
                world().serve(origin, middle, Depot.class, there),
                world().serve(middle, middle, Depot.class, here),
                world().serve(middle, third, Depot.class, here));
    }

    @Test
    default void callsThroughTheOneInTheMiddle() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        assertThat(row.third().statistics().sessions())
                .as("no way of its own to the origin")
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
    default void bringsARelayedObjectHomeAsItself() {
        Endpoint origin = world().listen(world().options());
        Row row = row(origin, origin);
        Item home = row.relay(row.far().item("anvil"));
        assertThat(Calls.isStub(home)).as("the origin got its own object back").isFalse();
        assertThat(home.name()).isEqualTo("anvil");
        row.own().keep(null);
    }

    @Test
    default void tellsThatTheOneInTheMiddleHasLeft() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        row.middle().close();
        Await.until("the middle to be gone", () -> row.third().statistics().sessions() == 0);
        assertThat(Failing.withCode(UNAVAILABLE, relayed::name)).hasMessageContaining("relayed by");
    }

    @Test
    default void tellsThatTheOriginHasLeft() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        assertThat(relayed.name()).isEqualTo("anvil");
        row.origin().close();
        Await.until("the origin to be gone", () -> Failing.thrownBy(relayed::name) != null);
        Failing.withCode(UNAVAILABLE, relayed::name);
        row.own().keep(null);
    }

    @Test
    default void letsGoAtTheOriginWhenTheLastHolderDoes() {
        Row row = row();
        Item relayed = row.relay(row.far().item("anvil"));
        row.own().keep(null); // the middle's own stub is garbage now, and held by its relay alone
        System.gc();
        assertThat(relayed.name()).isEqualTo("anvil");
        assertThat(row.origin().statistics().exports()).isEqualTo(1);
        Calls.release(relayed);
        Await.until("the origin to be told", () -> {
            System.gc();
            return row.origin().statistics().exports() == 0;
        });
    }
}
