package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import dev.wherry.internal.extension.RingProvider.OfferedRings;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static Link link(boolean mayShare, String kind, String name) {
        Identity peer = kind.equals("address")
                ? new Identity(kind, name + ":4711", Map.of(Identity.IP, name))
                : Identity.of(kind, name);
        return new Link() {
            @Override
            public int read(byte[] to, int offset, int length) {
                return -1;
            }

            @Override
            public int write(byte[] from, int offset, int length) {
                return length;
            }

            @Override
            public @Nullable SelectableChannel multiplex() {
                return null;
            }

            @Override
            public Identity peer() {
                return peer;
            }

            @Override
            public boolean mayShareMemory() {
                return mayShare;
            }

            @Override
            public void close() {}
        };
    }

    @ParameterizedTest
    @CsvSource({"address,127.0.0.1", "address,0:0:0:0:0:0:0:1", "unix,user root"})
    void isOfferedToAndTakenFromAPeerOnThisHost(String kind, String name) {
        Link link = link(true, kind, name);
        try (Rings opened = memory.open(made.offer(), link)) {
            assertThat(opened).isNotNull();
        }
        OfferedRings offered = memory.make(link);
        assertThat(offered).isNotNull();
        offered.rings().close();
    }

    @ParameterizedTest
    @CsvSource({"address,192.0.2.1", "address,2001:db8:0:0:0:0:0:1", "x509,CN=localhost"})
    void isNotOfferedToNorTakenFromAPeerElsewhere(String kind, String name) {
        Link link = link(true, kind, name);
        assertThat(memory.open(made.offer(), link)).isNull();
        assertThat(memory.make(link)).isNull();
    }

    @Test
    void isNeitherOfferedNorTakenWhereTheLinkMayNotBeLeft() {
        Link link = link(false, "address", "127.0.0.1");
        assertThat(memory.open(made.offer(), link)).isNull();
        assertThat(memory.make(link)).isNull();
    }

    @Test
    void isNotOfferedIfSwitchedOff() {
        assertThat(new SharedMemory(false).make(link(true, "address", "127.0.0.1")))
                .isNull();
    }
}
