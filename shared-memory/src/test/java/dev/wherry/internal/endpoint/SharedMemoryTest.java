package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider.OfferedRings;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The peers to which memory is offered, and those from which it is accepted. */
@EnabledOnOs(OS.LINUX)
class SharedMemoryTest {
    private final SharedMemory memory = new SharedMemory(true);
    private Offered made;

    @BeforeEach
    void make() throws IOException {
        made = MemoryLink.make(1 << 12, Waiting.ASLEEP);
    }

    @AfterEach
    void close() {
        made.link().close();
    }

    private static Identity peer(String kind, String name) {
        return kind.equals("address")
                ? new Identity(kind, name + ":4711", Map.of(Identity.IP, name))
                : Identity.of(kind, name);
    }

    @ParameterizedTest
    @CsvSource({"address,127.0.0.1", "address,0:0:0:0:0:0:0:1", "unix,user root"})
    void isTakenFromAPeerOnThisHost(String kind, String name) {
        try (Rings opened = memory.open(made.offer(), peer(kind, name))) {
            assertThat(opened).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"address,192.0.2.1", "address,2001:db8:0:0:0:0:0:1", "x509,CN=localhost"})
    void isNotTakenFromAPeerElsewhere(String kind, String name) {
        assertThat(memory.open(made.offer(), peer(kind, name))).isNull();
    }

    @Test
    void isNotTakenFromAPeerWhoseAddressIsNotKnown() {
        assertThat(memory.open(made.offer(), Identity.of("address", "127.0.0.1:4711")))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:1", "tcp://[::1]:1", "unix:/run/a.sock"})
    void isOfferedToAPeerOnThisHost(String peer) {
        OfferedRings offered = memory.make(URI.create(peer));
        assertThat(offered).isNotNull();
        offered.rings().close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://192.0.2.1:1", "inprocess://a", "shm:/run/a.sock", "faulty://127.0.0.1"})
    void isNotOfferedElsewhereNorWhereItIsSharedAnyway(String peer) {
        assertThat(memory.make(URI.create(peer))).isNull();
        assertThat(new SharedMemory(false).make(URI.create("tcp://127.0.0.1:1")))
                .isNull();
    }
}
