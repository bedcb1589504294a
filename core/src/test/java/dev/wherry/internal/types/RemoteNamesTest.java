package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.rmi.Remote;
import java.rmi.registry.Registry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteNamesTest {
    private final RemoteNames names = new RemoteNames(RemoteNamesTest.class.getClassLoader());

    interface Till extends Remote {}

    interface Local {}

    @Test
    void findsRemoteInterfacesAlone() {
        assertThat(names.find(Till.class.getName())).isEqualTo(Till.class);
        assertThat(names.find(Local.class.getName())).isNull();
        assertThat(names.find(RemoteNamesTest.class.getName())).isNull();
        assertThat(names.find(Remote.class.getName())).isEqualTo(Remote.class);
    }

    interface Deep extends Local, Till {}

    /** Of which each name is asked once. */
    private static final class Asked extends ClassLoader {
        final List<String> names = new ArrayList<>();

        Asked() {
            super(RemoteNamesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            names.add(name);
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void loadsNothingElse() {
        Asked loader = new Asked();
        RemoteNames asking = new RemoteNames(loader);
        for (String name : List.of(
                Local.class.getName(),
                RemoteNamesTest.class.getName(),
                "javax.swing.JTable",
                "java.lang.Runnable",
                "javax.management.remote.rmi.RMIServer",
                "acme.Absent",
                "../RemoteNamesTest")) {
            assertThat(asking.find(name)).isNull();
        }
        assertThat(loader.names).isEmpty();
        assertThat(asking.find(Deep.class.getName())).isEqualTo(Deep.class);
        assertThat(loader.names).containsExactly(Deep.class.getName());
    }

    @Test
    void loadsInterfacesAndNothingElse() {
        Asked loader = new Asked();
        for (String name : List.of(
                RemoteNamesTest.class.getName(), "javax.swing.JTable", "[I", "acme.Absent", "a".repeat(70_000))) {
            assertThat(RemoteNames.loadInterface(loader, name)).isNull();
            assertThat(RemoteNames.loadRemote(loader, name)).isNull();
        }
        assertThat(RemoteNames.loadRemote(loader, Local.class.getName())).isNull();
        assertThat(loader.names).isEmpty();
        assertThat(RemoteNames.loadInterface(loader, Local.class.getName())).isEqualTo(Local.class);
        assertThat(RemoteNames.loadInterface(loader, "java.lang.Runnable")).isEqualTo(Runnable.class);
        assertThat(RemoteNames.loadRemote(loader, "java.rmi.registry.Registry")).isEqualTo(Registry.class);
    }

    @Test
    void findsThemAfterManyNamesThatLeadToNothing() {
        for (int i = 0; i < 3 * RemoteNames.MOST_ABSENT; i++) {
            assertThat(names.find("acme.Absent" + i)).isNull();
        }
        assertThat(names.find(Till.class.getName())).isEqualTo(Till.class);
    }
}
