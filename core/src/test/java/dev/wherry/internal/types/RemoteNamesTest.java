package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.rmi.Remote;
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

    @Test
    void findsThemAfterManyNamesThatLeadToNothing() {
        for (int i = 0; i < 3 * RemoteNames.MOST_ABSENT; i++) {
            assertThat(names.find("acme.Absent" + i)).isNull();
        }
        assertThat(names.find(Till.class.getName())).isEqualTo(Till.class);
    }
}
