package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serializable;
import java.rmi.MarshalException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Interfaces in which some methods have types that cannot travel. */
interface InvalidMethodsPart extends Part {
    /** An interface that cannot be changed, with methods whose types cannot travel. */
    interface Shelves extends Remote {
        String first() throws RemoteException;

        Iterator<String> iterator() throws RemoteException;

        void each(Consumer<String> action) throws RemoteException;
    }

    /** An interface with a default method for convenience. */
    interface Store {
        String get(String key);

        default Stream<String> all(String... keys) {
            return Stream.of(keys).map(this::get);
        }
    }

    private Shelves shelves() {
        return fixture().serve(Shelves.class, new Shelves() {
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
    default void refusesOnlyTheMethodWhoseTypesCannotTravel() throws Exception {
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
    default void runsADefaultMethodWhoseTypesCannotTravelAtTheCaller() {
        Store store = fixture().serve(Store.class, key -> "value of " + key);
        assertThat(store.all("a", "b")).containsExactly("value of a", "value of b");
    }

    /** An interface with no method that can be called. */
    interface Names extends Iterable<String> {}

    @Test
    default void refusesAnInterfaceWithoutCallableMethods() {
        assertThatThrownBy(() -> fixture().server().bind("names", Names.class, List.of("ann")::iterator))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Iterator", "Names", " that is asked for more\n    for method");
    }

    @Test
    default void refusesAnInterfaceWithAnyInvalidMethodIfStrict() {
        var strict = fixture()
                .create(fixture().options().toBuilder().strictInterfaces(true).build());
        assertThatThrownBy(() -> strict.lookup(fixture().uri(fixture().server(), "shelves"), Shelves.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Iterator", "Shelves.iterator", "Consumer", "Shelves.each");
        strict.bind("store", Store.class, key -> key); // the default method runs at the caller
    }

    /** A public interface whose methods use classes that are not public. */
    @SuppressWarnings("ProtectedMembersInFinalClass") // the JVM treats them as public
    final class Shop {
        record Hidden(int number) implements Serializable {}

        protected record Inherited(int number) implements Serializable {}

        public interface Counter {
            Inherited inherited(Inherited given);

            Hidden[] hidden();

            default Hidden body() {
                return new Hidden(1);
            }

            int add(Hidden one, int two);
        }

        public interface HiddenOnly {
            Hidden hidden();
        }

        static Counter counter() {
            return new Counter() {
                @Override
                public Inherited inherited(Inherited given) {
                    return new Inherited(given.number + 1);
                }

                @Override
                public Hidden[] hidden() {
                    return new Hidden[0];
                }

                @Override
                public int add(Hidden one, int two) {
                    return one.number + two;
                }
            };
        }

        private Shop() {}
    }

    @Test
    default void refusesOnlyTheMethodWhoseResultIsNotAccessible() {
        Shop.Counter counter = fixture().serve(Shop.Counter.class, Shop.counter());
        assertThat(counter.add(new Shop.Hidden(1), 2)).isEqualTo(3);
        for (ThrowingCallable call : List.<ThrowingCallable>of(counter::hidden, counter::body)) {
            assertThatThrownBy(call)
                    .isInstanceOf(dev.wherry.CallException.class)
                    .hasMessageContainingAll(
                            "Shop$Hidden, which is not public though the interface is", "Make both public");
        }
        assertThatThrownBy(() -> fixture().server().bind("hidden", Shop.HiddenOnly.class, () -> new Shop.Hidden(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Make both public");
    }

    @Test
    default void returnsAnObjectOfAProtectedClass() {
        Shop.Counter counter = fixture().serve(Shop.Counter.class, Shop.counter());
        assertThat(counter.inherited(new Shop.Inherited(1))).isEqualTo(new Shop.Inherited(2));
    }

    /** An interface whose method would be called by the garbage collector. */
    interface Finalized {
        @SuppressWarnings("Finalize") // the test is about this method
        void finalize();
    }

    @Test
    default void refusesAMethodThatTheGarbageCollectorCalls() {
        assertThatThrownBy(() -> fixture().server().bind("finalized", Finalized.class, () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("garbage collector", "finalize");
    }

    /** An interface whose method returns a java.util.concurrent.Future. */
    interface Later {
        Future<String> later(String word);
    }

    @Test
    default void waitsForAPlainFutureAtTheServer() throws Exception {
        Later stub = fixture().serve(Later.class, word -> {
            FutureTask<String> task = new FutureTask<>(() -> word + word);
            Thread.startVirtualThread(task);
            return task;
        });
        assertThat(stub.later("a").get()).isEqualTo("aa");
    }
}
