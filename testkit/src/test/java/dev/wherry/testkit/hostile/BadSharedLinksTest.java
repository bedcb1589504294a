package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.io.DataInputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer of a {@code shm:} address that offers memory which it can truncate: other peers are served as before. */
@EnabledOnOs(OS.LINUX)
class BadSharedLinksTest {
    private static final int WORD = 0x014D_5357;

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    private Endpoint server;
    private Endpoint good;
    private Watcher stub;

    @BeforeEach
    void serve() {
        server = endpoints.watch(Endpoint.listen("shm:" + folder.resolve("socket")));
        server.bind("watcher", Watcher.class, number -> number + 1);
        good = endpoints.watch(Endpoint.create());
        stub = good.lookup(server.address() + "#watcher", Watcher.class);
        assertThat(stub.seen(1)).isEqualTo(2);
    }

    @AfterEach
    void checkThatOthersAreServed() {
        for (int i = 0; i < 100; i++) {
            assertThat(stub.seen(i)).isEqualTo(i + 1);
        }
        Await.until(
                () -> "only the correct session, but: " + server.statistics(),
                () -> server.statistics().sessions() == 1);
        stub = null;
    }

    private SocketChannel offered(MemoryOffer offer) throws Exception {
        SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")));
        ByteBuffer handshake = ByteBuffer.allocate(56).order(ByteOrder.LITTLE_ENDIAN);
        handshake
                .putInt(WORD)
                .putLong(offer.process())
                .putInt(offer.descriptor())
                .putLong(offer.size())
                .putLong(offer.mark().high())
                .putLong(offer.mark().low())
                .putLong(offer.answer().high())
                .putLong(offer.answer().low());
        socket.write(handshake.flip());
        return socket;
    }

    /** Reads the next byte. */
    private static int nextByte(DataInputStream in) throws Exception {
        return Running.start(in::read).get();
    }

    @Test
    void refusesMemoryThatIsNotSealed() throws Exception {
        try (UnsealedMemory unsealed = UnsealedMemory.memory();
                SocketChannel socket = offered(unsealed.offer());
                DataInputStream in = new DataInputStream(Channels.newInputStream(socket))) {
            assertThat(nextByte(in)).as("refused").isEqualTo(1);
            int length = Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
            assertThat(new String(in.readNBytes(length), StandardCharsets.UTF_8))
                    .contains("not sealed");
            assertThat(nextByte(in)).as("closed").isEqualTo(-1);
            assertThat(unsealed.isUntouched()).isTrue();
        }
    }

    @Test
    void endsTheSessionWhoseFileIsTruncated() throws Exception {
        try (UnsealedMemory file = UnsealedMemory.file();
                SocketChannel socket = handshake(file)) {
            file.cutOff();
            assertEnds(socket);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 40, -1, Long.MIN_VALUE})
    void endsTheSessionWhoseRingClaimsMoreThanItsCapacity(long claimed) throws Exception {
        try (UnsealedMemory file = UnsealedMemory.file();
                SocketChannel socket = handshake(file)) {
            file.send(claimed);
            assertEnds(socket);
        }
    }

    private SocketChannel handshake(UnsealedMemory file) throws Exception {
        SocketChannel socket = offered(file.offer());
        assertThat(nextByte(new DataInputStream(Channels.newInputStream(socket))))
                .as("taken")
                .isZero();
        byte[] hello = RawPeer.hello(0, 0, 0);
        file.write(ByteBuffer.allocate(RawPeer.PREAMBLE.length + hello.length)
                .put(RawPeer.PREAMBLE)
                .put(hello)
                .array());
        Await.until("the session", () -> server.statistics().sessions() == 2 && file.isAnswered());
        return socket;
    }

    private static void assertEnds(SocketChannel socket) throws Exception {
        assertThat(nextByte(new DataInputStream(Channels.newInputStream(socket))))
                .isEqualTo(-1);
    }
}
