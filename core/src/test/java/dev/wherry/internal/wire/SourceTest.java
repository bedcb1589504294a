package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SourceTest {
    private static Identity at(String address, int port) throws Exception {
        String ip = InetAddress.getByName(address).getHostAddress();
        return new Identity("address", ip + ":" + port, Map.of(Identity.IP, ip));
    }

    @Test
    void isOneForAllPortsOfAnAddress() throws Exception {
        assertThat(Source.of(at("10.1.2.3", 1))).isEqualTo(Source.of(at("10.1.2.3", 2)));
        assertThat(Source.of(at("10.1.2.3", 1))).isNotEqualTo(Source.of(at("10.1.2.4", 1)));
    }

    @Test
    void isOneForANetworkOfIpv6() throws Exception {
        assertThat(Source.of(at("2001:db8:1:2::1", 1))).isEqualTo(Source.of(at("2001:db8:1:2:ffff::9", 1)));
        assertThat(Source.of(at("2001:db8:1:2::1", 1))).isNotEqualTo(Source.of(at("2001:db8:1:3::1", 1)));
    }

    @Test
    void isOneForAllOfLoopback() throws Exception {
        assertThat(Source.of(at("127.0.0.1", 1))).isEqualTo(Source.of(at("127.9.9.9", 1)));
        assertThat(Source.of(at("::1", 1))).isEqualTo(Source.of(at("127.0.0.1", 1)));
    }

    @Test
    void isOneForEachUser() {
        Identity ann = new Identity("unix", "user ann", Map.of("user", "ann"));
        assertThat(Source.of(ann)).isEqualTo(Source.of(Identity.of("unix", "user ann")));
        assertThat(Source.of(ann)).isNotEqualTo(Source.of(Identity.of("unix", "user bob")));
    }

    @Test
    void distinguishesPeersThatALaneMustNotMix() throws Exception {
        assertThat(Source.isSame(at("10.1.2.3", 1), at("10.1.2.3", 2))).isTrue();
        assertThat(Source.isSame(at("2001:db8:1:2::1", 1), at("2001:db8:1:2::2", 1)))
                .isFalse();
        assertThat(Source.isSame(at("127.0.0.1", 1), Identity.of("unix", "user root")))
                .isFalse();
        assertThat(Source.isSame(Identity.of("unix", "user ann"), Identity.of("unix", "user bob")))
                .isFalse();
    }
}
