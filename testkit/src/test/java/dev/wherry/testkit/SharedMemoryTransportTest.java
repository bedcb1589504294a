package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SharedMemoryTransportTest extends TransportContract {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    @Override
    protected Transport transport() {
        return Transports.of("shm");
    }

    @Override
    protected URI anyAddress() {
        return URI.create("shm:" + folder.resolve("any.sock"));
    }

    @Override
    protected URI nobody() {
        return URI.create("shm:" + folder.resolve("nobody.sock"));
    }

    @Test
    void refusesAnAddressWithoutAPathAndSaysWhatIsExpected() {
        assertThatThrownBy(() -> transport().listen(URI.create("shm:none"), link -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shm:/path");
    }

    @Test
    void reportsAPeerThatListensForSocketsOnly() throws IOException {
        try (Listener sockets = Transports.of("unix")
                .listen(URI.create("unix:" + folder.resolve("u")), SharedMemoryTransportTest::greet)) {
            URI same = URI.create("shm:" + sockets.address().getPath());
            assertThatThrownBy(() -> transport().connect(same, LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does the peer listen at an address with shm:?");
        }
    }

    private static void greet(Link link) {
        try {
            link.write("WHRY".getBytes(StandardCharsets.US_ASCII), 0, 4);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void endsTheLinkOfAPeerWithoutAnOffer() throws Exception {
        BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
        try (Listener at = transport().listen(URI.create("shm:" + folder.resolve("s")), accepted::add);
                Link socket = Transports.of("unix")
                        .connect(URI.create("unix:" + at.address().getPath()), LIMIT)) {
            byte[] other = new byte[200];
            socket.write(other, 0, other.length);
            try (Link link = accepted.take()) {
                assertThatThrownBy(() -> link.read(new byte[1], 0, 1))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("The peer does not offer shared memory");
            }
        }
    }

    @Test
    void sendsThePeerTheReasonOfARefusal() throws Exception {
        BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
        try (Listener at = transport().listen(URI.create("shm:" + folder.resolve("s")), accepted::add);
                Link socket = Transports.of("unix")
                        .connect(URI.create("unix:" + at.address().getPath()), LIMIT)) {
            byte[] offer = new byte[56];
            offer[0] = 'W';
            offer[1] = 'S';
            offer[2] = 'M';
            offer[3] = 1;
            socket.write(offer, 0, offer.length);
            try (Link link = accepted.take()) {
                assertThatThrownBy(() -> link.read(new byte[1], 0, 1)).isInstanceOf(IOException.class);
            }
            byte[] answer = new byte[1_100];
            int count = 0;
            for (int now = 0; now >= 0; now = socket.read(answer, count, answer.length - count)) {
                count += now;
            }
            assertThat(answer[0]).isEqualTo((byte) 1);
            assertThat(new String(answer, 3, count - 3, StandardCharsets.UTF_8)).contains("0 bytes");
        }
    }
}
