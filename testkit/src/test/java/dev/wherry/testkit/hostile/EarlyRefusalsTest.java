package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.CALL;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.sample.Watcher;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Calls that are refused before an argument is read: invalid arguments are answered as refused and not as malformed.
 */
class EarlyRefusalsTest extends HostileSetUp {
    private static final long TASKS = 1 << 20;
    private static final int ONE_WAY = 8;
    private static final String PARCEL = "Ldev/wherry/mobility/internal/parcels/Parcel";
    private static final String OPENING = "(JLdev/wherry/mobility/internal/tasks/TaskHost$Opening;" + PARCEL + ";)";

    private static RawPeer defined(RawPeer peer) throws Exception {
        String host = "dev.wherry.mobility.internal.tasks.TaskHost";
        peer.send(RawPeer.define(1, host, "call" + OPENING + PARCEL + "$Reply;"));
        peer.send(RawPeer.define(2, host, "send" + OPENING + "V"));
        peer.send(RawPeer.define(3, Watcher.class.getName(), "seen(I)I"));
        return peer;
    }

    /** Returns a call with arguments that no codec can read. */
    private static byte[] senseless(int flags, long id, long object, int method, Consumer<Out> context) {
        return frame(CALL, flags, id, to -> {
            to.writeLongSize(object);
            to.writeSize(method);
            to.writeLongSize(30_000);
            to.writeLongSize(0);
            context.accept(to);
            for (int i = 0; i < 100; i++) {
                to.writeByte(0xff);
            }
        });
    }

    private static byte[] senseless(int flags, long id, long object, int method) {
        return senseless(flags, id, object, method, to -> to.writeSize(0));
    }

    private static void assertRefused(RawPeer peer, String why) throws Exception {
        RawPeer.Frame frame = peer.answer();
        while (frame.type() == RawPeer.CREDIT) { // for a one-way call
            frame = peer.answer();
        }
        assertThat(frame.type()).isEqualTo(RawPeer.FAILURE);
        String text = new String(frame.body(), StandardCharsets.ISO_8859_1);
        In body = frame.in();
        assertThat(body.readByte()).as("sent as text: %s", text).isZero();
        assertThat(body.readByte()).as("the code of: %s", text).isEqualTo(Code.REFUSED.ordinal());
        assertThat(text).contains(why);
    }

    @Test
    void refusesTasksUnreadIfMobilityIsOff() throws Exception {
        try (RawPeer peer = defined(handshake())) {
            for (int i = 1; i <= 3; i++) {
                peer.send(senseless(0, i, TASKS, 1));
                assertRefused(peer, "MobilityPolicy.off()");
            }
            peer.send(senseless(ONE_WAY, 4, TASKS, 2));
            peer.send(senseless(0, 5, TASKS, 1, to -> {
                to.writeSize(1);
                to.writeText("tenant");
                to.writeByte(0);
                to.writeText("acme");
            }));
            assertRefused(peer, "MobilityPolicy.off()");
            peer.assertAlive();
        }
    }

    @Test
    void refusesTasksUnreadOnALane() throws Exception {
        try (RawPeer main = connection()) {
            main.send(RawPeer.PREAMBLE);
            main.send(RawPeer.hello(0, 0, 0));
            main.receivePreamble();
            In hello = main.receive().in();
            long high = hello.readLong();
            long low = hello.readLong();
            defined(main);
            main.assertAlive();
            try (RawPeer lane = connection()) {
                lane.send(RawPeer.PREAMBLE);
                lane.send(RawPeer.hello(1, high, low));
                lane.receivePreamble();
                assertThat(lane.receive().type()).isEqualTo(RawPeer.HELLO);
                lane.send(senseless(0, (1L << 40) + 1, TASKS, 1));
                assertRefused(lane, "MobilityPolicy.off()");
            }
        }
    }

    @Test
    void refusesTasksUnreadIfThePolicyCannotAcceptThePeer() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        MobilityPolicy policy = MobilityPolicy.builder()
                .accept(Identity.of("unix", "user ann"))
                .recorder(records::add)
                .build();
        Endpoint guarded = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().with(policy).build()));
        try (RawPeer peer = defined(RawPeer.handshake(guarded.address()))) {
            peer.send(senseless(0, 1, TASKS, 1));
            assertRefused(peer, "none of these is among those whose code is accepted here");
            assertThat(records).singleElement().satisfies(each -> {
                assertThat(each.accepted()).isFalse();
                assertThat(each.classes()).isEmpty();
                assertThat(each.from()).extracting(Identity::kind).containsExactly("address");
            });
            peer.assertAlive();
        }
    }

    @Test
    void refusesCallsUnreadIfAnAuthorizerRefuses() throws Exception {
        EndpointOptions nobody = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    throw new CallException(Code.REFUSED, "permission denied for " + call.target());
                })
                .build();
        Endpoint guarded = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                nobody.toBuilder().with(MobilityPolicy.acceptAnyone()).build()));
        guarded.bind("good", Watcher.class, number -> number);
        try (RawPeer peer = defined(RawPeer.handshake(guarded.address()))) {
            peer.send(senseless(0, 1, TASKS, 1));
            assertRefused(peer, "permission denied for the host of tasks");
            peer.send(senseless(0, 2, 2, 3));
            assertRefused(peer, "permission denied for good");
            peer.send(RawPeer.define(4, "dev.wherry.internal.objects.Inspection", "bound()Ljava/util/List;"));
            peer.send(senseless(0, 3, 0, 4));
            assertRefused(peer, "permission denied for the registry");
            peer.assertAlive();
        }
    }
}
