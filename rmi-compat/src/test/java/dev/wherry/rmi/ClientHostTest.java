package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientHostTest {
    @Test
    void isTheAddressWithoutThePort() {
        String ip = "2001:db8:0:0:0:0:0:1";
        Identity peer = new Identity("address", "[" + ip + "]:4000", Map.of(Identity.IP, ip));
        assertThat(ClientHost.of(peer)).isEqualTo(ip);
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
