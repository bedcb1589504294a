package dev.wherry.testkit.endpoint;

import static dev.wherry.RemoteException.Code.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import org.junit.jupiter.api.Test;

/** References passed on: the holder calls through the one in the middle. */
interface RelayPart extends Part {
    /** A depot at {@code at} that is looked up by {@code from}. */
    private Depot depot(Endpoint at, Endpoint from) {
        return world().serve(at, from, Depot.class, new ReferencesPart.Storing());
    }

    @Test
    default void callsThroughTheOneInTheMiddle() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Endpoint third = world().create(world().options());
        Item anvil = depot(origin, middle).item("anvil");
        Depot shared = depot(middle, third);
        shared.keep(null);
        middle.lookup(world().uri(middle, "Depot2"), Depot.class).keep(anvil);
        Item relayed = kept(shared);
        assertThat(relayed.name()).isEqualTo("anvil");
        assertThat(third.statistics().sessions())
                .as("no way of its own to the origin")
                .isEqualTo(1);
        shared.keep(null);
    }

    private static Item kept(Depot depot) {
        Item item = depot.kept();
        assertThat(item).isNotNull();
        return item == null ? () -> "" : item;
    }

    @Test
    default void passesOnlyThrownExceptionsThroughTheMiddle() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Endpoint third = world().create(world().options());
        Depot far = depot(origin, middle);
        far.keep(() -> {
            throw new IllegalStateException("broken");
        });
        Depot near = depot(middle, third);
        middle.lookup(world().uri(middle, "Depot2"), Depot.class).keep(far.kept());
        assertThatThrownBy(() -> kept(near).name())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        near.keep(null);
        far.keep(null);
    }

    @Test
    default void bringsARelayedObjectHomeAsItself() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Depot far = depot(origin, middle);
        Item anvil = far.item("anvil");
        Depot near = depot(middle, origin);
        near.keep(null);
        middle.lookup(world().uri(middle, "Depot2"), Depot.class).keep(anvil);
        Item home = kept(near);
        assertThat(Calls.isStub(home)).as("the origin got its own object back").isFalse();
        assertThat(home.name()).isEqualTo("anvil");
        near.keep(null);
    }

    @Test
    default void tellsThatTheOneInTheMiddleHasLeft() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Endpoint third = world().create(world().options());
        Item anvil = depot(origin, middle).item("anvil");
        Depot near = depot(middle, third);
        middle.lookup(world().uri(middle, "Depot2"), Depot.class).keep(anvil);
        Item relayed = kept(near);
        assertThat(relayed.name()).isEqualTo("anvil");
        middle.close();
        Await.until("the middle to be gone", () -> third.statistics().sessions() == 0);
        assertThat(Failing.withCode(UNAVAILABLE, relayed::name)).hasMessageContaining("relayed by");
    }

    @Test
    default void tellsThatTheOriginHasLeft() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Endpoint third = world().create(world().options());
        Item anvil = depot(origin, middle).item("anvil");
        Depot near = depot(middle, third);
        middle.lookup(world().uri(middle, "Depot2"), Depot.class).keep(anvil);
        Item relayed = kept(near);
        assertThat(relayed.name()).isEqualTo("anvil");
        origin.close();
        Await.until("the origin to be gone", () -> middle.statistics().imports() == 0 || isUnavailable(relayed));
        Failing.withCode(UNAVAILABLE, relayed::name);
        near.keep(null);
    }

    private static boolean isUnavailable(Item item) {
        return Failing.thrownBy(item::name) != null;
    }

    @Test
    default void letsGoAtTheOriginWhenTheLastHolderDoes() {
        Endpoint origin = world().listen(world().options());
        Endpoint middle = world().listen(world().options());
        Endpoint third = world().create(world().options());
        Item anvil = depot(origin, middle).item("anvil");
        Depot near = depot(middle, third);
        Depot own = middle.lookup(world().uri(middle, "Depot2"), Depot.class);
        own.keep(anvil);
        Item relayed = kept(near);
        own.keep(null);
        anvil = relayed; // the middle's own stub is garbage now, and held by its relay alone
        System.gc();
        assertThat(anvil.name()).isEqualTo("anvil");
        assertThat(origin.statistics().exports()).isEqualTo(1);
        Calls.release(relayed);
        Await.until("the origin to be told", () -> {
            System.gc();
            return origin.statistics().exports() == 0;
        });
    }
}
