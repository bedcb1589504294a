package dev.wherry.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(strings = {"tcp", "unix"})
class FaultyRelayTest {
    @Parameter
    private String scheme;

    @TempDir
    private Path folder;

    private ServerSocketChannel target;
    private FaultyRelay relay;
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** The two ends of a connection through the relay. */
    private record Ends(SocketChannel client, SocketChannel server) {}

    private FaultyRelay relay() throws IOException {
        if (relay == null) {
            if (scheme.equals("tcp")) {
                target = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
                int port = ((InetSocketAddress) target.getLocalAddress()).getPort();
                relay = new FaultyRelay(URI.create("tcp://127.0.0.1:" + port), 1);
            } else {
                Path file = folder.resolve("target");
                target = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
                relay = new FaultyRelay(URI.create("unix:" + file), 1);
            }
            opened.add(target);
        }
        return relay;
    }

    @AfterEach
    void close() throws Exception {
        relay.close();
        for (AutoCloseable each : opened) {
            each.close();
        }
        assertThat(relay.open()).isZero();
    }

    private SocketChannel connect() throws IOException {
        URI at = relay().address();
        SocketAddress address = scheme.equals("tcp")
                ? new InetSocketAddress(at.getHost(), at.getPort())
                : UnixDomainSocketAddress.of(at.getSchemeSpecificPart());
        SocketChannel client = SocketChannel.open(address);
        opened.add(client);
        return client;
    }

    private Ends ends() throws Exception {
        SocketChannel client = connect();
        SocketChannel server = Running.start(target::accept).get();
        opened.add(server);
        Await.until("the relay to forward", () -> relay.open() > 0);
        return new Ends(client, server);
    }

    private static void write(SocketChannel to, int... values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        to.write(bytes.flip());
    }

    private static byte[] read(SocketChannel from, int count) throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        return Running.start(() -> {
                    while (bytes.hasRemaining() && from.read(bytes) >= 0) {
                        // up to the end
                    }
                    return java.util.Arrays.copyOf(bytes.array(), bytes.position());
                })
                .get();
    }

    private static void assertEnded(SocketChannel from) throws Exception {
        assertThat(read(from, 1)).isEmpty();
    }

    private void assertReset(SocketChannel from) throws Exception {
        Throwable failure = Running.start(() -> from.read(ByteBuffer.allocate(1)) < 0 ? "ended" : "read")
                .failure();
        if (scheme.equals("tcp")) {
            assertThat(failure).isInstanceOf(SocketException.class).hasMessageContaining("reset");
        }
    }

    @Test
    void forwardsBytesBothWaysAndTheEnd() throws Exception {
        Ends ends = ends();
        write(ends.client, 1, 2);
        assertThat(read(ends.server, 2)).containsExactly(1, 2);
        write(ends.server, 3);
        assertThat(read(ends.client, 1)).containsExactly(3);
        Await.until("the bytes to be counted", () -> relay.carried() == 3);
        ends.client.close();
        assertEnded(ends.server);
        assertThat(relay.accepted()).isEqualTo(1);
    }

    @Test
    void cutsAtBothEnds() throws Exception {
        Ends ends = ends();
        relay.cut();
        assertEnded(ends.client);
        assertEnded(ends.server);
    }

    @Test
    void resetsAtBothEnds() throws Exception {
        Ends ends = ends();
        relay.reset();
        assertReset(ends.client);
        assertReset(ends.server);
    }

    @Test
    void holdsOneDirectionAndDeliversLate() throws Exception {
        Ends ends = ends();
        relay.hold(Way.TO_SERVER);
        write(ends.client, 1);
        write(ends.server, 2);
        assertThat(read(ends.client, 1)).containsExactly(2);
        Running<byte[]> late = Running.start(() -> read(ends.server, 1));
        assertThat(late.isDone()).isFalse();
        relay.release();
        assertThat(late.get()).containsExactly(1);
    }

    @Test
    void losesTheBytesOfOneDirectionAndResetsWhenHealed() throws Exception {
        Ends ends = ends();
        relay.silence(Way.TO_SERVER);
        write(ends.client, 1);
        write(ends.server, 2);
        assertThat(read(ends.client, 1)).containsExactly(2);
        Running<Integer> nothing = Running.start(() -> ends.server.read(ByteBuffer.allocate(1)));
        assertThat(nothing.isDone()).isFalse();
        relay.heal();
        assertReset(ends.client);
        Throwable failure = nothing.failure();
        assertThat(failure == null ? nothing.get() : -1).isEqualTo(-1);
        Ends after = ends();
        write(after.client, 3);
        assertThat(read(after.server, 1)).containsExactly(3);
    }

    @Test
    void resetsWhenHealedWhatHasLostBytesByItsFaults() throws Exception {
        relay().faults(Way.TO_SERVER, Faults.none().swallowAfter(1));
        Ends ends = ends();
        write(ends.client, 1, 2);
        assertThat(read(ends.server, 1)).containsExactly(1);
        Await.until("the second byte is lost, and the connection is reset", () -> {
            relay.heal();
            return relay.open() == 0;
        });
        assertReset(ends.client);
    }

    @Test
    void closesTheServersEndAndKeepsTheClients() throws Exception {
        Ends ends = ends();
        relay.halfOpenAtClient();
        assertEnded(ends.server);
        write(ends.client, 1, 2, 3);
        assertThat(relay.open()).isEqualTo(1);
        relay.heal();
        assertReset(ends.client);
    }

    @Test
    void closesTheClientsEndAndKeepsTheServers() throws Exception {
        Ends ends = ends();
        relay.halfOpenAtServer();
        assertEnded(ends.client);
        write(ends.server, 1, 2, 3);
        assertThat(relay.open()).isEqualTo(1);
        ends.server.close();
        Await.until("the connection to end", () -> relay.open() == 0);
    }

    @Test
    void refusesConnectionsAndAcceptsThemAgain() throws Exception {
        Ends before = ends();
        relay.refuse();
        assertThatThrownBy(this::connect).isInstanceOfAny(ConnectException.class, SocketException.class);
        write(before.client, 1);
        assertThat(read(before.server, 1)).as("over the open connection").containsExactly(1);
        relay.accept();
        Ends after = ends();
        write(after.client, 2);
        assertThat(read(after.server, 1)).containsExactly(2);
    }

    @Test
    void appliesItsFaultsToLaterConnections() throws Exception {
        Ends before = ends();
        relay.faults(Faults.none().cutAfter(2));
        Ends after = ends();
        write(before.client, new int[9]);
        assertThat(read(before.server, 9)).hasSize(9);
        write(after.client, new int[9]);
        assertThat(read(after.server, 9)).hasSize(2);
    }

    @Test
    void appliesFaultsToOneDirection() throws Exception {
        relay().faults(Way.TO_CLIENT, Faults.none().corruptAfter(1));
        Ends ends = ends();
        write(ends.client, 8, 8, 8);
        assertThat(read(ends.server, 3)).containsExactly(8, 8, 8);
        write(ends.server, 8, 8, 8);
        byte[] wrong = read(ends.client, 3);
        assertThat(wrong[0]).isEqualTo((byte) 8);
        assertThat(Integer.bitCount((wrong[1] ^ 8) & 255)).as("wrong bits").isEqualTo(1);
        assertThat(wrong[2]).isEqualTo((byte) 8);
        relay.reset();
        Ends again = ends();
        write(again.server, 8, 8, 8);
        assertThat(read(again.client, 3)).hasSize(3);
    }

    @Test
    void resetsAfterSomeBytes() throws Exception {
        relay().faults(Way.TO_SERVER, Faults.none().resetAfter(1));
        Ends ends = ends();
        write(ends.client, 1, 2);
        assertReset(ends.client);
    }

    /** The second byte is not under way before a second has passed, which is longer than a test's end takes. */
    @Test
    void carriesFewBytesASecondAndIsResetWhenHealed() throws Exception {
        relay().faults(Way.TO_SERVER, Faults.none().bytesPerSecond(1));
        Ends ends = ends();
        write(ends.client, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(read(ends.server, 1)).containsExactly(1);
        relay.heal();
        assertReset(ends.client);
    }

    @Test
    void namesItsAddressesAndItsSeed() throws Exception {
        assertThat(relay()).hasToString("relay " + relay.address() + " to " + target.getLocalAddress() + ", seed 1");
    }

    @Test
    void refusesAnAddressThatItCannotForwardTo() throws Exception {
        relay();
        assertThatThrownBy(() -> new FaultyRelay(URI.create("shm:/run/x"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected tcp://HOST:PORT or unix:PATH");
        assertThatThrownBy(() -> new FaultyRelay(URI.create("tcp://127.0.0.1"), 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
