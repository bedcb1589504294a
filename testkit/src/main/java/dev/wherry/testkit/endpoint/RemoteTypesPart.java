package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arrays and class objects of remote interfaces, which need no registration. */
interface RemoteTypesPart extends Part {
    /** An interface that is not remote. */
    interface Sounding {
        String sound() throws RemoteException;
    }

    /** The same as a remote interface, which no signature of {@link Locator} names. */
    interface RemoteSounding extends Sounding, Remote {}

    /** A service locator, which finds objects by their interface. */
    interface Locator extends Remote {
        <T> T find(Class<T> type) throws RemoteException;

        Remote[] all() throws RemoteException;

        List<String> sounds(Sounding... sounding) throws RemoteException;

        int count(Remote... objects) throws RemoteException;

        Object echo(Object open) throws RemoteException;

        Remotes echoAll(Remotes remotes) throws RemoteException;
    }

    /** A value with an array of remote objects. */
    @SuppressWarnings("ArrayRecordComponent") // records of this class are never compared
    record Remotes(Remote[] all) implements Serializable {}

    /** Returns a stub of a locator that knows one object. */
    default Locator locator() {
        RemoteSounding source = () -> "ding";
        return fixture().serve(Locator.class, new Locator() {
            @Override
            @SuppressWarnings("NullAway") // a locator of this kind returns null for an unknown type
            public <T> T find(Class<T> type) {
                return type.cast(Map.of(RemoteSounding.class, source, Locator.class, this)
                        .get(type));
            }

            @Override
            public Remote[] all() {
                return new Remote[] {source};
            }

            @Override
            public List<String> sounds(Sounding... sounding) throws RemoteException {
                return List.of(sounding[0].sound(), sounding[1].sound());
            }

            @Override
            public int count(Remote... objects) {
                return objects.length;
            }

            @Override
            public Object echo(Object open) {
                return open;
            }

            @Override
            public Remotes echoAll(Remotes remotes) {
                return remotes;
            }
        });
    }

    @Test
    default void findsRemoteObjectsByTheirInterface() throws Exception {
        Locator locator = locator();
        assertThat(locator.find(RemoteSounding.class).sound()).isEqualTo("ding");
        assertThat(locator.find(Locator.class).find(RemoteSounding.class).sound())
                .isEqualTo("ding");
        assertThat(locator.echo(Locator.class)).isEqualTo(Locator.class);
        assertThat(locator.echo(Remote.class)).isEqualTo(Remote.class);
        assertThat(locator.echo(RemoteSounding[].class)).isEqualTo(RemoteSounding[].class);
    }

    @Test
    default void carriesArraysOfRemoteObjects() throws Exception {
        Locator locator = locator();
        RemoteSounding home = () -> "dong";
        assertThat(((RemoteSounding) locator.all()[0]).sound()).isEqualTo("ding");
        assertThat(locator.count(home, home)).isEqualTo(2);
        assertThat(locator.echoAll(new Remotes(new Remote[] {home})).all()).containsExactly(home);
        assertThat(locator.sounds(new RemoteSounding[] {home, home})).containsExactly("dong", "dong");
        assertThat(locator.echo(new RemoteSounding[] {home}))
                .isInstanceOfSatisfying(
                        RemoteSounding[].class, sounding -> assertThat(sounding).containsExactly(home));
        assertThat(locator.echo(new Remote[][] {{home}}))
                .isInstanceOfSatisfying(
                        Remote[][].class, all -> assertThat(all[0]).containsExactly(home));
    }
}
