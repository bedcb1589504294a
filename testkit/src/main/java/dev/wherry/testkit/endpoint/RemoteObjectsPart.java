package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.testkit.sample.Watcher;
import java.io.Serial;
import java.io.Serializable;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Objects that are remote by their class, as in Java RMI: wherever they stand, and as all their interfaces. */
interface RemoteObjectsPart extends RemoteTypesPart {
    /** What a listener is where nobody thinks of remote calls. */
    interface Hearing {
        void heard(String word) throws RemoteException;
    }

    /** The same of a remote one. */
    interface RemoteHearing extends Hearing, Remote {
        int count() throws RemoteException;
    }

    /** A second interface of one object. */
    interface Named extends Remote {
        String name() throws RemoteException;
    }

    /** Has places of all kinds for them. */
    interface Station extends Remote {
        void addAny(Object listener) throws RemoteException;

        void add(Hearing listener) throws RemoteException;

        void addAll(List<Object> listeners) throws RemoteException;

        void addHolder(Holder holder) throws RemoteException;

        Object[] listeners() throws RemoteException;

        Remote find(String name) throws RemoteException;

        void say(String word) throws RemoteException;

        boolean remove(Object listener) throws RemoteException;
    }

    /** A value with an open field. */
    final class Holder implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // of the open type that the test is about
        final Object listener;

        Holder(Object listener) {
            this.listener = listener;
        }
    }

    /** One that is remote twice over. */
    final class Ear implements RemoteHearing, Named {
        final List<String> words = new ArrayList<>();

        @Override
        public void heard(String word) {
            words.add(word);
        }

        @Override
        public int count() {
            return words.size();
        }

        @Override
        public String name() {
            return "ear";
        }
    }

    /** Speaks to all. */
    final class Speaking implements Station {
        private final List<Object> listeners = new ArrayList<>();
        private final Map<String, Remote> named;

        Speaking(Map<String, Remote> named) {
            this.named = named;
        }

        @Override
        public void addAny(Object listener) {
            listeners.add(listener);
        }

        @Override
        public void add(Hearing listener) {
            listeners.add(listener);
        }

        @Override
        public void addAll(List<Object> more) {
            listeners.addAll(more);
        }

        @Override
        public void addHolder(Holder holder) {
            listeners.add(holder.listener);
        }

        @Override
        public Object[] listeners() {
            return listeners.toArray();
        }

        @Override
        public Remote find(String name) {
            return Objects.requireNonNull(named.get(name), name);
        }

        @Override
        public void say(String word) throws RemoteException {
            for (Object listener : listeners) {
                ((Hearing) listener).heard(word);
            }
        }

        @Override
        public boolean remove(Object listener) {
            return listeners.removeIf(listener::equals);
        }
    }

    /** One that knows an ear. */
    default Station station() {
        return world().serve(Station.class, new Speaking(Map.of("ear", new Ear())));
    }

    @Test
    default void callsARemoteObjectBackWhereverItStands() throws Exception {
        Station station = station();
        Ear ear = new Ear();
        station.addAny(ear);
        station.add(ear);
        station.addAll(new ArrayList<>(List.of(ear)));
        station.addHolder(new Holder(ear));
        station.say("one");
        assertThat(ear.words).containsExactly("one", "one", "one", "one");
        assertThat(station.listeners()).as("came home as itself").containsExactly(ear, ear, ear, ear);
        assertThat(station.remove(ear)).isTrue();
    }

    @Test
    default void callsARemoteObjectAsAnyOfItsInterfaces() throws Exception {
        Station station = station();
        Remote found = station.find("ear");
        ((Hearing) found).heard("word");
        assertThat(((RemoteHearing) found).count()).isEqualTo(1);
        assertThat(((Named) found).name()).isEqualTo("ear");
    }

    @Test
    default void looksUpOneNameAsEachInterfaceOfItsObject() throws Exception {
        world().server().bind("ear", RemoteHearing.class, new Ear());
        String uri = world().uri(world().server(), "ear");
        RemoteHearing hearing = world().client().lookup(uri, RemoteHearing.class);
        Named named = world().client().lookup(uri, Named.class);
        assertThat(named.name()).isEqualTo("ear");
        assertThat(((Named) hearing).name()).isEqualTo("ear");
        assertThat(hearing).isEqualTo(named);
        assertThat(((Named) world().client().lookup(uri, Remote.class)).name()).isEqualTo("ear");
    }

    @Test
    default void endsTheNamesOfAnObjectThatIsUnexported() throws Exception {
        Ear ear = new Ear();
        world().server().bind("ear", Named.class, ear);
        Named bound = world().client().lookup(world().uri(world().server(), "ear"), Named.class);
        assertThat(bound.name()).isEqualTo("ear");
        assertThat(world().server().unexport(ear)).isTrue();
        assertThat(world().server().unexport(ear)).isFalse();
        assertThatThrownBy(bound::name).isInstanceOf(NoSuchObjectException.class);
    }

    /** Says something about a remote object. */
    interface Trusted extends Remote {}

    /** Trusted, and heard of. */
    final class TrustedName implements Named, Trusted {
        @Override
        public String name() {
            return "known";
        }
    }

    @Test
    default void servesInterfacesWithoutMethodsAsOthers() throws Exception {
        Trusted alone = new Trusted() {};
        Station station =
                world().serve(Station.class, new Speaking(Map.of("alone", alone, "named", new TrustedName())));
        assertThat(station.find("alone")).isInstanceOf(Trusted.class);
        assertThat(((Named) station.find("named")).name()).isEqualTo("known");
        assertThat(station.find("named")).isInstanceOf(Trusted.class);
        station.addAny(alone);
        assertThat(station.listeners()).containsExactly(alone);
        assertThat(station.remove(alone)).isTrue();
        world().server().bind("trusted", Trusted.class, new TrustedName());
        String uri = world().uri(world().server(), "trusted");
        assertThat(((Named) world().client().lookup(uri, Trusted.class)).name()).isEqualTo("known");
        assertThat(world().client().lookup(uri, Named.class)).isInstanceOf(Trusted.class);
    }

    /** Of no interface that is by reference. */
    interface Counter {
        int next();
    }

    /** Takes anything. */
    interface Taking {
        @Nullable
        Object take(Object open);
    }

    @Test
    default void passesWhatIsExportedByReference() {
        int[] count = {0};
        Counter counter = () -> ++count[0];
        world().client().export(Counter.class, counter);
        world().server().bind("counter", Counter.class, () -> 0); // so that it knows the interface
        Taking taking = world().serve(Taking.class, open -> ((Counter) open).next() + ((Counter) open).next());
        assertThat(taking.take(counter)).isEqualTo(3);
        assertThatThrownBy(() -> world().client().export(new Object())).hasMessageContaining("export(");
    }

    @Test
    default void callsTheNewObjectOfANameThatIsBoundAgain() {
        world().server().rebind("doubler", Watcher.class, number -> 2 * number);
        Watcher stub = world().client().lookup(world().uri(world().server(), "doubler"), Watcher.class);
        assertThat(stub.seen(5)).isEqualTo(10);
        world().server().rebind("doubler", Watcher.class, number -> 3 * number);
        assertThat(stub.seen(5)).isEqualTo(15);
        world().server().unbind("doubler");
        Failing.withCode(NOT_FOUND, () -> stub.seen(5));
    }
}
