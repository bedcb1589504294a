package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.util.List;

/** A client that has looked up an inbox at a hostile server. */
final class HostileServer implements AutoCloseable {
    private static final int LOCATED = 91;

    private final Attack attack;
    private final Endpoint client;
    private final RawPeer peer;
    private final Inbox inbox;

    HostileServer(RawServer server, Endpoint client, String codec, Attack attack) throws Exception {
        this.attack = attack;
        this.client = client;
        Running<Inbox> lookup = Running.start(() -> client.lookup(server.address() + "/inbox", Inbox.class));
        peer = server.handshake(codec);
        long locate = called();
        peer.send(RawPeer.frame(RawPeer.DEFINE, 0, LOCATED, to -> {
            to.writeByte(2);
            to.writeByte(0);
            to.writeText("dev.wherry.internal.objects.Registry$Located");
            to.writeByte(0);
            to.writeSize(3);
            for (String part : List.of("object", "high", "low")) {
                to.writeText(part);
                to.writeByte(5);
            }
        }));
        peer.send(RawPeer.reply(locate, to -> {
            RawValues.ofClass(LOCATED, to);
            to.writeVarLong(2);
            to.writeVarLong(8);
            to.writeVarLong(9);
        }));
        inbox = lookup.get();
        for (var each : attack.definitions().entrySet()) {
            peer.send(RawPeer.define(each.getKey(), each.getValue()));
        }
    }

    private long called() throws IOException {
        RawPeer.Frame call = peer.answer();
        assertThat(call.type()).isEqualTo(RawPeer.CALL);
        return call.id();
    }

    void attack(AttackPosition place) throws Exception {
        Running<Boolean> call = Running.start(
                () -> AttackedInbox.isRefused(place == AttackPosition.TEXTS_ANSWER ? inbox::texts : inbox::any));
        peer.sendFragments(place.answer(called(), attack));
        assertThat(call.get() || attack.harmless()).as("refused").isTrue();
    }

    @Override
    public void close() throws IOException {
        client.close();
        peer.close();
    }
}
