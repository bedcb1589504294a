package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Methods whose types cannot travel beside methods whose types can. */
interface UnfitMethodsPart extends Part {
    /** Somebody else's interface: it cannot be changed. */
    interface Shelves extends Remote {
        String first() throws RemoteException;

        Iterator<String> iterator() throws RemoteException;

        void each(Consumer<String> action) throws RemoteException;
    }

    /** Has a method that only makes calling it easier. */
    interface Store {
        String get(String key);

        default Stream<String> all(String... keys) {
            return Stream.of(keys).map(this::get);
        }
    }

    private Shelves shelves() {
        return world().serve(Shelves.class, new Shelves() {
            @Override
            public String first() {
                return "a";
            }

            @Override
            public Iterator<String> iterator() {
                throw new AssertionError("called");
            }

            @Override
            public void each(Consumer<String> action) {
                throw new AssertionError("called");
            }
        });
    }

    @Test
    default void refusesOnlyTheMethodWhoseTypesCannotTravelAndBeforeItRuns() throws Exception {
        Shelves shelves = shelves();
        assertThat(shelves.first()).isEqualTo("a");
        assertThatThrownBy(shelves::iterator)
                .isInstanceOf(MarshalException.class)
                .hasMessageContainingAll("Iterator", "list");
        assertThatThrownBy(() -> shelves.each(word -> {}))
                .isInstanceOf(MarshalException.class)
                .hasMessageContainingAll("Consumer", "@ByReference");
    }

    @Test
    default void runsTheBodyOfADefaultMethodWhoseTypesCannotTravelAtTheCaller() {
        Store store = world().serve(Store.class, key -> "value of " + key);
        assertThat(store.all("a", "b")).containsExactly("value of a", "value of b");
    }

    /** Of nothing that could be called. */
    interface Names extends Iterable<String> {}

    @Test
    default void refusesAnInterfaceOfWhichNothingCouldBeCalled() {
        assertThatThrownBy(() -> world().server().bind("names", Names.class, List.of("ann")::iterator))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Iterator", "Names", " that is asked for more\n    for method");
    }

    @Test
    default void refusesAnInterfaceWithAnyUnfitMethodIfAskedTo() {
        var strict = world().create(world().options().withStrictInterfaces(true));
        assertThatThrownBy(() -> strict.lookup(world().uri(world().server(), "shelves"), Shelves.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Iterator", "Shelves.iterator", "Consumer", "Shelves.each");
        strict.bind("store", Store.class, key -> key); // what cannot be called there runs at the caller
    }

    /** Would be called by each collection of garbage. */
    interface Finalized {
        @SuppressWarnings("Finalize") // what the test is about
        void finalize();
    }

    @Test
    default void refusesAMethodThatTheGarbageCollectorCalls() {
        assertThatThrownBy(() -> world().server().bind("finalized", Finalized.class, () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("garbage collector", "finalize");
    }

    /** Returns the older kind of future. */
    interface Later {
        Future<String> later(String word);
    }

    @Test
    default void waitsForAFutureOfTheOlderKindAtTheServer() throws Exception {
        Later stub = world().serve(Later.class, word -> {
            FutureTask<String> task = new FutureTask<>(() -> word + word);
            Thread.startVirtualThread(task);
            return task;
        });
        assertThat(stub.later("a").get()).isEqualTo("aa");
    }
}
