package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Identity;
import java.net.InetAddress;
import java.net.NetworkInterface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientHostTest {
    @Test
    void isTheAddressWithoutThePort() {
        assertThat(ClientHost.of(Identity.of("address", "192.0.2.1:4000"))).isEqualTo("192.0.2.1");
        assertThat(ClientHost.of(Identity.of("address", "2001:db8:0:0:0:0:0:1:4000")))
                .isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @Test
    void isThisHostForAPeerThatIsNotConnectedByTcp() {
        assertThat(ClientHost.isHere(ClientHost.of(Identity.of("unix", "uid 1000"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "0:0:0:0:0:0:0:1"})
    void isHereByLoopback(String host) {
        assertThat(ClientHost.isHere(host)).isTrue();
    }

    @Test
    void isHereByAnyAddressOfThisHost() throws Exception {
        assertThat(NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .map(InetAddress::getHostAddress))
                .isNotEmpty()
                .allMatch(ClientHost::isHere);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "2001:db8:0:0:0:0:0:1"})
    void isElsewhereOtherwise(String host) {
        assertThat(ClientHost.isHere(host)).isFalse();
    }
}
