package dev.wherry.testkit.hostile;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.endpoint.StarvedServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A server whose classes are files of their own, and peers that use all its file descriptors before it has served a
 * call.
 */
@Tag("long")
final class FileDescriptorLimitTest {
    private static final int DESCRIPTORS = 60;

    @Test
    void endsSessionsWithoutFreeDescriptors() throws Exception {
        try (ChildJvm server = new ChildJvm(
                ChildJvm.withDescriptors(DESCRIPTORS),
                List.of("-cp", ChildJvm.path(Endpoint.class, StarvedServer.class), StarvedServer.class.getName()))) {
            URI address = URI.create(server.awaitLine("serving ").substring("serving ".length()));
            List<RawPeer> peers = new ArrayList<>();
            for (int i = 0; i < DESCRIPTORS; i++) {
                RawPeer peer = new RawPeer(address);
                peers.add(peer);
                peer.send(RawPeer.PREAMBLE);
                peer.send(RawPeer.hello(0, 0, 0));
            }
            peers.getFirst().receivePreamble();
            for (RawPeer peer : peers) {
                peer.close();
            }
            Await.until("its sessions to end", () -> sessions(address) == 1);
        }
    }

    private static int sessions(URI address) {
        try (Endpoint client = Endpoint.create()) {
            Peer peer = client.connect(address.toString());
            return peer.statistics().sessions();
        } catch (CallException e) {
            return -1; // it has no free descriptor yet
        }
    }
}
