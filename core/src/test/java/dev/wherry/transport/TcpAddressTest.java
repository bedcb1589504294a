package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpAddressTest {
    @ParameterizedTest
    @CsvSource({
        "tcp://host:1, host, 1",
        "tcp://host, host, -1",
        "tcp://host:, host, -1",
        "tcp://my_service:7000, my_service, 7000",
        "tcp://MY_HOST, MY_HOST, -1",
        "tcp://127.1:5, 127.1, 5",
        "tcp://b\u00fccher.example:5, b\u00fccher.example, 5",
        "tcp://[::1]:5, ::1, 5",
        "tcp://[::1], ::1, -1",
        "tcp://[fe80::1%lo]:5, fe80::1%lo, 5",
        "tcp://[fe80::1%25lo]:5, fe80::1%lo, 5",
        "tcp://[fe80::1%2]:5, fe80::1%2, 5",
    })
    void isTakenFromAnyAuthority(URI uri, String host, int port) {
        assertThat(TcpAddress.of(uri)).isEqualTo(new TcpAddress(host, port));
    }

    @ParameterizedTest
    @CsvSource({
        "tcp:nonsense, No host",
        "tcp:///name, No host",
        "tcp://:5, No host",
        "tcp://host:65536, above 65535",
        "tcp://my_host:65536, above 65535",
        "tcp://my_host:99999999999, is not a port",
        "tcp://my_host:a, is not a port",
        "tcp://ann@host:1, A user",
        "tcp://host:1?x=y, tcp has no options",
        "tcp://a:b:5, stands in brackets",
    })
    void saysWhatIsWrong(URI uri, String what) {
        assertThatThrownBy(() -> TcpAddress.of(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://[::1]:5739, tcp://[0:0:0:0:0:0:0:1]",
        "tcp://[::1%25lo]:5, tcp://[0:0:0:0:0:0:0:1%lo]:5",
        "tcp://Host.Example:5739, tcp://host.example",
        "tcp://[::ffff:127.0.0.1]:5, tcp://127.0.0.1:5"
    })
    void hasOneFormForAllWaysToWriteIt(URI one, URI other) {
        TcpTransport transport = new TcpTransport();
        assertThat(transport.canonical(one)).isEqualTo(transport.canonical(other));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:0:0, ::",
        "fe80:0:0:0:1:0:0:2, fe80::1:0:0:2",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:0:0:0:0, 2001:db8:0:1::",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    })
    void writesAddressesAsPeopleDo(String ip, String text) {
        assertThat(TcpAddress.text(InetAddress.ofLiteral(ip))).isEqualTo(text);
    }

    @Test
    void differsByHostPortAndZone() {
        TcpTransport transport = new TcpTransport();
        assertThat(transport.canonical(URI.create("tcp://a:1")))
                .isNotEqualTo(transport.canonical(URI.create("tcp://a:2")))
                .isNotEqualTo(transport.canonical(URI.create("tcp://b:1")));
        assertThat(transport.canonical(URI.create("tcp://[fe80::1%251]:1")))
                .isNotEqualTo(transport.canonical(URI.create("tcp://[fe80::1%252]:1")));
    }
}
