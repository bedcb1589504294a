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
                    .hasMessageContaining("no answer within 200 ms");
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
    void leavesAFileAloneThatAnotherProgramHasMade() throws Exception {
        Path socket = folder.resolve("bank");
        Listener first = transport.listen(uri(socket), Link::close);
        Files.delete(socket);
        try (ServerSocketChannel _ = foreign(socket)) {
            first.close();
            assertThat(names()).containsExactly("bank");
        }
    }

    @Test
    void refusesASecondListenerThoughTheFileOfTheFirstWasDeleted() throws Exception {
        Path socket = folder.resolve("bank");
        Listener first = transport.listen(uri(socket), Link::close);
        Files.delete(socket);
        assertThatThrownBy(() -> transport.listen(uri(socket), Link::close))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("in use: this process listens at " + socket);
        first.close();
        transport.listen(uri(socket), Link::close).close();
        assertThat(names()).isEmpty();
    }

    /** As another program makes it. */
    private static ServerSocketChannel foreign(Path socket) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    /** As a process leaves it that dies: its listener is closed, and finds nothing to delete. */
    private void abandon(Path socket) throws IOException {
        Listener listener = transport.listen(uri(socket), Link::close);
        List<Path> left = List.of(socket, lock(socket));
        for (Path each : left) {
            Files.move(each, aside(each));
        }
        listener.close();
        for (Path each : left) {
            Files.move(aside(each), each);
        }
    }

    private static Path lock(Path socket) {
        return socket.resolveSibling(socket.getFileName() + ".wherry-lock");
    }

    private static Path aside(Path file) {
        return file.resolveSibling(file.getFileName() + ".aside");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> left = Files.list(folder)) {
            return left.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void takesOverTheSocketOfAListenerThatHasDied() throws Exception {
        Path socket = folder.resolve("s");
        abandon(socket);
        assertThat(names()).containsExactly("s", "s.wherry-lock");
        transport.listen(uri(socket), Link::close).close();
        assertThat(names()).isEmpty();
    }

    @Test
    void leavesADeadSocketAloneThatAnotherProgramHasMade() throws Exception {
        Path socket = folder.resolve("s");
        foreign(socket).close();
        assertRefused(socket);
        assertThat(names()).containsExactly("s");
        Files.delete(socket);
        transport.listen(uri(socket), Link::close).close();
    }

    @Test
    void leavesADeadSocketAloneThatAnotherProgramHasMadeInsteadOfItsOwn() throws Exception {
        Path socket = folder.resolve("s");
        abandon(socket);
        Files.delete(socket);
        foreign(socket).close();
        assertRefused(socket);
        assertThat(names()).containsExactly("s");
    }

    @Test
    void takesOverASocketThatItsListenerDidNotLiveToRecord() throws Exception {
        Path socket = folder.resolve("s");
        foreign(socket).close();
        Files.writeString(lock(socket), "mark 1 begun\n");
        transport.listen(uri(socket), Link::close).close();
        assertThat(names()).isEmpty();
    }

    @Test
    void readsAnUnknownLockFileAsOneThatRecordsNothing() throws Exception {
        Path socket = folder.resolve("s");
        Files.writeString(lock(socket), "");
        transport.listen(uri(socket), Link::close).close();
        assertThat(names()).isEmpty();
        foreign(socket).close();
        Files.writeString(lock(socket), "x".repeat(5000));
        assertRefused(socket);
        assertThat(names()).containsExactly("s");
    }

    @Test
    void saysThatItsLockFileCannotBeOpened() throws Exception {
        Path socket = folder.resolve("s");
        Path file = Files.writeString(folder.resolve("precious"), "precious");
        Files.createSymbolicLink(lock(socket), file);
        assertThatThrownBy(() -> transport.listen(uri(socket), Link::close))
                .isInstanceOf(BindException.class)
                .hasMessageContaining(lock(socket) + " is there and cannot be opened");
        assertThat(file).hasContent("precious");
    }

    @Test
    void listensInAFolderThatASymbolicLinkLeadsTo() throws Exception {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Listener first = transport.listen(uri(link.resolve("s")), Link::close);
        assertThatThrownBy(() -> transport.listen(uri(real.resolve("s")), Link::close))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("in use: this process listens at");
        first.close();
        first.close();
        assertThat(real).isEmptyDirectory();
    }

    /** Systems allow some hundred bytes for the socket, which its lock file may exceed. */
    @Test
    void listensAtAPathThatIsAsLongAsCanBe() throws Exception {
        Path socket = folder.resolve("x".repeat(100 - folder.toString().length()));
        transport.listen(uri(socket), Link::close).close();
        Path tooLong = folder.resolve("x".repeat(250));
        assertThatThrownBy(() -> transport.listen(uri(tooLong), Link::close)).hasMessageContaining("too long");
        assertThat(names()).isEmpty();
    }

    private void assertRefused(Path socket) {
        assertThatThrownBy(() -> transport.listen(uri(socket), Link::close))
                .isInstanceOf(BindException.class)
                .hasMessageContaining(socket + " is a socket already, and nothing records that Wherry made it")
                .hasMessageContaining("Delete it if no program uses it");
        assertThat(socket).exists();
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
        foreign(dead).close();
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
        assertThat(names()).isEmpty();
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
