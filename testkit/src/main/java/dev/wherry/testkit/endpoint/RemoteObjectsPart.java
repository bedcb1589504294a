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

/**
 * Objects that are remote by their class, as in Java RMI: they are passed by reference anywhere, and as all their
 * interfaces.
 */
interface RemoteObjectsPart extends RemoteTypesPart {
    /** A listener interface that is not remote. */
    interface Hearing {
        void heard(String word) throws RemoteException;
    }

    /** The same as a remote interface. */
    interface RemoteHearing extends Hearing, Remote {
        int count() throws RemoteException;
    }

    /** A second remote interface of the same object. */
    interface Named extends Remote {
        String name() throws RemoteException;
    }

    /** A service that receives remote objects as parameters and in values of several types. */
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

    /** A value with a field of type Object. */
    final class Holder implements Serializable {
        @Serial
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // the test is about this open type
        final Object listener;

        Holder(Object listener) {
            this.listener = listener;
        }
    }

    /** An object with two remote interfaces. */
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

    /** A station that calls all its listeners. */
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

    /** Returns a stub of a station that knows an ear by name. */
    default Station station() {
        return fixture().serve(Station.class, new Speaking(Map.of("ear", new Ear())));
    }

    @Test
    default void callsBackARemoteObjectPassedAnywhere() throws Exception {
        Station station = station();
        Ear ear = new Ear();
        station.addAny(ear);
        station.add(ear);
        station.addAll(new ArrayList<>(List.of(ear)));
        station.addHolder(new Holder(ear));
        station.say("one");
        assertThat(ear.words).containsExactly("one", "one", "one", "one");
        assertThat(station.listeners()).as("the original objects").containsExactly(ear, ear, ear, ear);
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
        fixture().server().bind("ear", RemoteHearing.class, new Ear());
        String uri = fixture().uri(fixture().server(), "ear");
        RemoteHearing hearing = fixture().client().lookup(uri, RemoteHearing.class);
        Named named = fixture().client().lookup(uri, Named.class);
        assertThat(named.name()).isEqualTo("ear");
        assertThat(((Named) hearing).name()).isEqualTo("ear");
        assertThat(hearing).isEqualTo(named);
        assertThat(((Named) fixture().client().lookup(uri, Remote.class)).name())
                .isEqualTo("ear");
    }

    @Test
    default void unbindsTheNamesOfAnUnexportedObject() throws Exception {
        Ear ear = new Ear();
        fixture().server().bind("ear", Named.class, ear);
        Named bound = fixture().client().lookup(fixture().uri(fixture().server(), "ear"), Named.class);
        assertThat(bound.name()).isEqualTo("ear");
        assertThat(fixture().server().unexport(ear)).isTrue();
        assertThat(fixture().server().unexport(ear)).isFalse();
        assertThatThrownBy(bound::name).isInstanceOf(NoSuchObjectException.class);
    }

    /** A remote marker interface. */
    interface Trusted extends Remote {}

    /** An object with a marker interface. */
    final class TrustedName implements Named, Trusted {
        @Override
        public String name() {
            return "known";
        }
    }

    @Test
    default void servesMarkerInterfaces() throws Exception {
        Trusted alone = new Trusted() {};
        Station station =
                fixture().serve(Station.class, new Speaking(Map.of("alone", alone, "named", new TrustedName())));
        assertThat(station.find("alone")).isInstanceOf(Trusted.class);
        assertThat(((Named) station.find("named")).name()).isEqualTo("known");
        assertThat(station.find("named")).isInstanceOf(Trusted.class);
        station.addAny(alone);
        assertThat(station.listeners()).containsExactly(alone);
        assertThat(station.remove(alone)).isTrue();
        fixture().server().bind("trusted", Trusted.class, new TrustedName());
        String uri = fixture().uri(fixture().server(), "trusted");
        assertThat(((Named) fixture().client().lookup(uri, Trusted.class)).name())
                .isEqualTo("known");
        assertThat(fixture().client().lookup(uri, Named.class)).isInstanceOf(Trusted.class);
    }

    /** An interface without an annotation or Remote. */
    interface Counter {
        int next();
    }

    /** A service that accepts any object. */
    interface Taking {
        @Nullable
        Object take(Object open);
    }

    @Test
    default void passesAnExportedObjectByReference() {
        int[] count = {0};
        Counter counter = () -> ++count[0];
        fixture().client().export(Counter.class, counter);
        fixture().server().bind("counter", Counter.class, () -> 0); // so that the server knows the interface
        Taking taking = fixture().serve(Taking.class, open -> ((Counter) open).next() + ((Counter) open).next());
        assertThat(taking.take(counter)).isEqualTo(3);
        assertThatThrownBy(() -> fixture().client().export(new Object())).hasMessageContaining("export(");
    }

    @Test
    default void callsTheNewObjectOfAReboundName() {
        fixture().server().rebind("doubler", Watcher.class, number -> 2 * number);
        Watcher stub = fixture().client().lookup(fixture().uri(fixture().server(), "doubler"), Watcher.class);
        assertThat(stub.seen(5)).isEqualTo(10);
        fixture().server().rebind("doubler", Watcher.class, number -> 3 * number);
        assertThat(stub.seen(5)).isEqualTo(15);
        fixture().server().unbind("doubler");
        Failing.withCode(NOT_FOUND, () -> stub.seen(5));
    }
}
