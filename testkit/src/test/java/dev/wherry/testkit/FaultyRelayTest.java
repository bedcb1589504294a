package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyRelayTest {
    private static final Transport TRANSPORT = Transports.of("inprocess");

    private final BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
    private Listener target;
    private FaultyRelay relay;

    @BeforeEach
    void listen() throws IOException {
        target = TRANSPORT.listen(URI.create("inprocess://target"), accepted::add);
        relay = new FaultyRelay(TRANSPORT, URI.create("inprocess://relay"), target.address(), 1);
    }

    @AfterEach
    void close() {
        relay.close();
        target.close();
    }

    private LinkPair pair() throws Exception {
        Link near = TRANSPORT.connect(relay.address(), Running.LONG);
        return new LinkPair(near, accepted.poll(Running.LONG.toMillis(), TimeUnit.MILLISECONDS));
    }

    @Test
    void forwardsBytesBothWaysAndTheEnd() throws Exception {
        LinkPair pair = pair();
        TransportContract.write(pair.left(), new byte[] {1, 2});
        assertThat(TransportContract.read(pair.right(), 2)).containsExactly(1, 2);
        TransportContract.write(pair.right(), new byte[] {3});
        assertThat(TransportContract.read(pair.left(), 1)).containsExactly(3);
        pair.left().close();
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(-1);
        assertThat(relay.accepted()).isEqualTo(1);
    }

    @Test
    void cutsAtBothEnds() throws Exception {
        LinkPair pair = pair();
        relay.cut();
        assertThat(pair.left().read(new byte[1], 0, 1)).isEqualTo(-1);
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(-1);
    }

    @Test
    void appliesItsFaultsToLaterConnections() throws Exception {
        LinkPair before = pair();
        relay.faults(Faults.none().cutAfter(2));
        LinkPair after = pair();
        TransportContract.write(before.left(), new byte[9]);
        assertThat(TransportContract.read(before.right(), 9)).hasSize(9);
        TransportContract.write(after.left(), new byte[9]);
        assertThat(TransportContract.read(after.right(), 2)).hasSize(2);
        assertThat(after.right().read(new byte[1], 0, 1)).isEqualTo(-1);
    }
}
