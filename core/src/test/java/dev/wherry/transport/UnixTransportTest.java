package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
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

    /** Left by a process that died. */
    private static void abandon(Path socket) throws IOException {
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket))
                .close();
    }

    @Test
    void takesOverASocketWhoseListenerHasDied() throws Exception {
        Path socket = folder.resolve("s");
        abandon(socket);
        transport.listen(uri(socket), Link::close).close();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void leavesAloneWhatIsNotASocket() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("directory"));
        Path file = Files.writeString(folder.resolve("file"), "precious");
        Path empty = Files.createFile(folder.resolve("empty"));
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path dead = folder.resolve("dead");
        abandon(dead);
        Path link = Files.createSymbolicLink(folder.resolve("link"), dead);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nothing"));
        for (Path each : List.of(directory, file, empty, pipe, link, dangling)) {
            assertThatThrownBy(() -> transport.listen(uri(each), Link::close))
                    .as(each.toString())
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("is not a socket: it is left as it is");
            assertThat(Files.exists(each, LinkOption.NOFOLLOW_LINKS)).isTrue();
        }
        assertThat(file).hasContent("precious");
        assertThat(directory).isDirectory();
        assertThat(dead).exists();
    }

    @Test
    void letsOneOfSeveralListenAtAPath() throws Exception {
        for (int round = 0; round < 60; round++) {
            Path socket = folder.resolve("s" + round);
            if (round % 2 == 0) {
                abandon(socket);
            }
            CyclicBarrier start = new CyclicBarrier(4);
            List<Listener> listening = Collections.synchronizedList(new ArrayList<>());
            List<Throwable> refused = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        listening.add(transport.listen(uri(socket), Link::close));
                    } catch (Exception e) {
                        refused.add(e);
                    }
                }));
            }
            for (Thread each : threads) {
                each.join();
            }
            assertThat(listening).as("round %d", round).hasSize(1);
            assertThat(refused)
                    .hasSize(3)
                    .allSatisfy(each ->
                            assertThat(each).isInstanceOf(BindException.class).hasMessageContaining("in use"));
            transport.connect(uri(socket), Duration.ofSeconds(10)).close();
            listening.getFirst().close();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void isNotKeptWaitingByAListenerThatDoesNotAccept() throws Exception {
        Path socket = folder.resolve("busy");
        List<Link> links = new ArrayList<>();
        try (ServerSocketChannel busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            busy.bind(UnixDomainSocketAddress.of(socket), 1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 10; i++) {
                            links.add(transport.connect(uri(socket), Duration.ofMillis(200)));
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> transport.listen(uri(socket), Link::close))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("in use");
            assertThat(socket).exists();
        } finally {
            links.forEach(Link::close);
        }
    }

    private static URI uri(Path path) {
        return URI.create("unix:" + path);
    }
}
