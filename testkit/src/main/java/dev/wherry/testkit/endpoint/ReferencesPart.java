package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Depot;
import dev.wherry.testkit.sample.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Objects passed by reference: their identity, and their release. */
interface ReferencesPart extends Part {
    /** Stores one item per name. */
    final class Storing implements Depot {
        private final Map<String, Item> items = new ConcurrentHashMap<>();
        private volatile @Nullable Item kept;

        @Override
        public Item item(String name) {
            return items.computeIfAbsent(name, key -> () -> key);
        }

        @Override
        public boolean isSame(Item one, Item other) {
            return one.equals(other); // identity, except for stubs
        }

        @Override
        public boolean isOwn(Item item) {
            return items.containsValue(item);
        }

        @Override
        public Shelf shelf(String name) {
            Item item = item(name);
            return new Shelf(item, List.of(item, item("other")), Map.of(name, item), Optional.of(item));
        }

        @Override
        public void keep(@Nullable Item item) {
            kept = item;
        }

        @Override
        public @Nullable Item kept() {
            return kept;
        }

        @Override
        public Object open(String name) {
            return item(name);
        }
    }

    private Depot depot() {
        return fixture().serve(Depot.class, new Storing());
    }

    private int exports() {
        return fixture().server().statistics().exports();
    }

    @Test
    default void callsAReceivedReference() {
        Item item = depot().item("anvil");
        assertThat(Calls.isStub(item)).isTrue();
        assertThat(item.name()).isEqualTo("anvil");
        assertThat(exports()).isEqualTo(1);
        assertThat(fixture().client().statistics().imports()).isEqualTo(1);
    }

    @Test
    default void returnsEqualStubsForOneObject() {
        Depot stub = depot();
        Item one = stub.item("anvil");
        Item same = stub.item("anvil");
        Item other = stub.item("bucket");
        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
        assertThat(exports()).isEqualTo(2);
    }

    @Test
    default void returnsTheOriginalObjectToItsOwner() {
        Depot stub = depot();
        Item anvil = stub.item("anvil");
        assertThat(stub.isOwn(anvil)).isTrue();
        assertThat(stub.isSame(anvil, stub.item("anvil"))).isTrue();
        assertThat(stub.isSame(anvil, stub.item("bucket"))).isFalse();
        Item mine = () -> "mine";
        stub.keep(mine);
        assertThat(stub.kept()).isSameAs(mine);
        assertThat(stub.isSame(mine, mine)).isTrue();
        stub.keep(null);
        assertThat(stub.kept()).isNull();
    }

    @Test
    default void carriesReferencesAnywhereInAValue() {
        Depot.Shelf shelf = depot().shelf("anvil");
        Item first = shelf.first();
        assertThat(first.name()).isEqualTo("anvil");
        assertThat(shelf.items()).hasSize(2).first().isEqualTo(first);
        assertThat(shelf.items().get(1).name()).isEqualTo("other");
        assertThat(shelf.byName()).containsOnlyKeys("anvil").containsValue(first);
        assertThat(shelf.spare()).contains(first);
        assertThat(exports()).isEqualTo(2);
    }

    @Test
    default void releasesAnExportExplicitly() {
        Depot stub = depot();
        Item anvil = stub.item("anvil");
        Item bucket = stub.item("bucket");
        Calls.release(anvil);
        Await.until("the release", () -> exports() == 1);
        assertThat(Failing.thrownBy(anvil::name)).as("called after release").isNotNull();
        assertThat(bucket.name()).isEqualTo("bucket");
        assertThat(stub.item("anvil").name()).as("the new export").isEqualTo("anvil");
        Calls.release(bucket);
        Calls.release(bucket);
    }

    @Test
    default void releasesAnExportWhenTheStubIsGarbage() {
        Depot stub = depot();
        List<Item> held = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            held.add(stub.item("item" + i));
        }
        assertThat(exports()).isEqualTo(500);
        Item last = held.getLast();
        held.clear();
        Await.until(() -> exports() + " exports instead of 1", () -> {
            System.gc();
            return exports() == 1;
        });
        assertThat(last.name()).isEqualTo("item499");
    }

    /** Each received reference is counted, so a release that crosses a new export does not remove that export. */
    @Test
    default void keepsAnObjectThatIsExportedAgainDuringItsRelease() {
        Depot stub = depot();
        for (int i = 0; i < 500; i++) {
            Item anvil = stub.item("anvil");
            assertThat(anvil.name()).isEqualTo("anvil");
            if (i % 3 != 0) {
                Calls.release(anvil);
            }
        }
        assertThat(stub.item("anvil").name()).isEqualTo("anvil");
    }

    @Test
    default void releasesAnObjectThatTheServerNoLongerHolds() {
        Depot stub = depot();
        stub.keep(() -> "mine");
        assertThat(fixture().client().statistics().exports()).isEqualTo(1);
        assertThat(fixture().server().statistics().imports()).isEqualTo(1);
        stub.keep(null);
        Await.until("the client's object to be released", () -> {
            System.gc();
            return fixture().client().statistics().exports() == 0;
        });
    }

    @Test
    default void endsReferencesWithTheConnection() {
        Depot stub = depot();
        Item anvil = stub.item("anvil");
        fixture().client().connect(fixture().server().address().toString()).close();
        assertThat(Failing.thrownBy(anvil::name)).isNotNull();
        Await.until("the exports to be released", () -> exports() == 0);
    }

    @Test
    default void passesAnExportedObjectByReferenceThroughAnOpenType() {
        Depot stub = depot();
        Item anvil = stub.item("anvil");
        Object open = stub.open("anvil");
        assertThat(open).isEqualTo(anvil);
    }

    @Test
    default void reportsAnUnboundObjectButKeepsItsReferences() {
        Depot stub = depot();
        Item anvil = stub.item("anvil");
        fixture().server().unbind("Depot1");
        assertThat(anvil.name()).as("a reference after its service was unbound").isEqualTo("anvil");
        Failing.withCode(NOT_FOUND, () -> stub.item("x"));
    }
}
