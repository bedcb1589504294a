package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException.Code;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses as users write them. */
class AddressesTest {
    public interface Clock {
        long now();
    }

    private final Endpoint server = Endpoint.create();
    private final Endpoint client = Endpoint.create();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://host:65536/clock",
                "tcp://ann@host/clock",
                "tcp:///clock",
                "tcp://h:1/clock?x=y",
                "tcp://h:1/clock#x",
                "unix:#clock",
                "rmi://host:1099/clock",
                "nothing://host/clock",
                "host:1/clock",
                "tcp://h:1"
            })
    void areRefusedAtOnceWhereTheyCannotBe(String uri) {
        assertThatThrownBy(() -> client.lookup(uri, Clock.class)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://host:65536",
                "tcp://ann@host",
                "tcp:///",
                "tcp://127.0.0.1:0?x=y",
                "unix:",
                "rmi://host:1099",
                "tcp://127.0.0.1:0/clock",
                "unix:/run/never-made.sock#clock"
            })
    void areRefusedByListenInTheSameWay(String uri) {
        assertThatThrownBy(() -> server.listenAt(uri)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sayWhatToDoAboutThoseOfJavaRmi() {
        assertThatThrownBy(() -> client.lookup("rmi://host:1099/clock", Clock.class))
                .hasMessageContaining("see 'From Java RMI'");
    }

    @Test
    void ofAHostThatIsNotThereAreUnavailable() {
        assertThatThrownBy(() -> client.lookup("tcp://no_such_host.invalid:1/clock", Clock.class))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.UNAVAILABLE))
                .hasMessageContaining("Unknown host 'no_such_host.invalid'");
    }

    @Test
    void shareASessionHoweverTheyAreWritten() {
        URI address = server.listenAt("TCP://[::1]:0");
        server.bind("clock", Clock.class, () -> 5);
        for (String host : new String[] {"tcp://[::1]", "tcp://[0:0:0:0:0:0:0:1]", "TCP://[0::1]"}) {
            assertThat(client.lookup(host + ":" + address.getPort() + "/clock", Clock.class)
                            .now())
                    .isEqualTo(5);
        }
        assertThat(server.statistics().sessions()).isEqualTo(1);
    }

    @Test
    void mayNameWhatIsBoundByAnyName() {
        URI address = server.listenAt("tcp://127.0.0.1:0");
        for (String name : new String[] {"my clock", "a#b", "a?b", "50%", "b\u00fccher/\u732b", "a+b"}) {
            server.bind(name, Clock.class, () -> name.length());
            Clock clock = client.lookup(address + "/" + encoded(name), Clock.class);
            assertThat(clock.now()).isEqualTo(name.length());
        }
    }

    private static String encoded(String name) {
        return name.replace("%", "%25").replace(" ", "%20").replace("#", "%23").replace("?", "%3F");
    }

    @Test
    void refuseNamesThatCannotStandInALine() {
        for (String name : new String[] {"a\nb", "a\u001bb", "a\u202eb", "\u2028"}) {
            assertThatThrownBy(() -> server.bind(name, Clock.class, () -> 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("part of log lines");
        }
    }

    @Test
    void refuseNamesByWhichAuthorizersKnowOtherObjects() {
        for (String name : new String[] {"the registry", "the host of tasks", "object 7"}) {
            assertThatThrownBy(() -> server.bind(name, Clock.class, () -> 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be bound");
        }
    }

    @Test
    void areWhatAnEndpointIsShownBy() {
        assertThat(server).hasToString("Endpoint that listens nowhere");
        URI address = server.listenAt("tcp://127.0.0.1:0");
        assertThat(server).hasToString("Endpoint at [" + address + "]");
        server.close();
        assertThat(server).hasToString("Endpoint that is closed");
    }
}
