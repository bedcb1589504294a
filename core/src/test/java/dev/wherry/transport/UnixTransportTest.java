package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixTransportTest {
    private final UnixTransport transport = new UnixTransport();

    @TempDir
    Path folder;

    @Test
    void givesUpAListenerThatDoesNotAccept() throws Exception {
        Path socket = folder.resolve("deaf");
        List<Link> links = new ArrayList<>();
        try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(socket), 1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            links.add(transport.connect(uri(socket), Duration.ofMillis(200)));
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer within PT0.2S");
        } finally {
            links.forEach(Link::close);
        }
    }

    @Test
    void refusesOptionsSinceThereAreNone() {
        assertThatThrownBy(() -> transport.connect(URI.create("unix:/run/bank.sock?timeout=3"), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("?timeout=3");
    }

    @Test
    void leavesAFileAloneThatAnotherListenerHasMade() throws Exception {
        Path socket = folder.resolve("bank");
        Listener first = transport.listen(uri(socket), Link::close);
        Files.delete(socket);
        Listener second = transport.listen(uri(socket), Link::close);
        first.close();
        assertThat(socket).exists();
        second.close();
        assertThat(socket).doesNotExist();
    }

    private static URI uri(Path path) {
        return URI.create("unix:" + path);
    }
}
