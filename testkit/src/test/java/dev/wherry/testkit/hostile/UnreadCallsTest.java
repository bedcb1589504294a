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

/** Calls that are refused before an argument is read: bytes that mean nothing come back as refused, not as malformed. */
class UnreadCallsTest extends HostileSetUp {
    private static final long TASKS = 1 << 20;
    private static final int ONE_WAY = 8;
    private static final String PARCEL = "Ldev/wherry/mobility/internal/parcels/Parcel";
    private static final String OPENING = "(JLdev/wherry/mobility/internal/tasks/TaskHost$Opening;" + PARCEL + ";)";

    private static RawPeer defined(RawPeer peer) throws Exception {
        String host = "dev.wherry.mobility.internal.tasks.TaskHost";
        peer.say(RawPeer.define(1, host, "call" + OPENING + PARCEL + "$Reply;"));
        peer.say(RawPeer.define(2, host, "send" + OPENING + "V"));
        peer.say(RawPeer.define(3, Watcher.class.getName(), "seen(I)I"));
        return peer;
    }

    /** With arguments that no codec can read. */
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
        assertThat(body.readByte()).as("in words: %s", text).isZero();
        assertThat(body.readByte()).as("the code of: %s", text).isEqualTo(Code.REFUSED.ordinal());
        assertThat(text).contains(why);
    }

    @Test
    void refusesTasksUnreadWhereMobilityIsOff() throws Exception {
        try (RawPeer peer = defined(greeted())) {
            for (int i = 1; i <= 3; i++) {
                peer.say(senseless(0, i, TASKS, 1));
                assertRefused(peer, "MobilityPolicy.off()");
            }
            peer.say(senseless(ONE_WAY, 4, TASKS, 2));
            peer.say(senseless(0, 5, TASKS, 1, to -> {
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
        try (RawPeer main = connected()) {
            main.say(RawPeer.PREAMBLE);
            main.say(RawPeer.hello(0, 0, 0));
            main.hearPreamble();
            In hello = main.hear().in();
            long high = hello.readLong();
            long low = hello.readLong();
            defined(main);
            main.assertAlive();
            try (RawPeer lane = connected()) {
                lane.say(RawPeer.PREAMBLE);
                lane.say(RawPeer.hello(1, high, low));
                lane.hearPreamble();
                assertThat(lane.hear().type()).isEqualTo(RawPeer.HELLO);
                lane.say(senseless(0, (1L << 40) + 1, TASKS, 1));
                assertRefused(lane, "MobilityPolicy.off()");
            }
        }
    }

    @Test
    void refusesTasksUnreadOfAPeerThatThePolicyCanNotAccept() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        MobilityPolicy policy = MobilityPolicy.builder()
                .accept(Identity.of("unix", "user ann"))
                .recorder(records::add)
                .build();
        Endpoint guarded = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().with(policy).build()));
        try (RawPeer peer = defined(RawPeer.greeted(guarded.address()))) {
            peer.say(senseless(0, 1, TASKS, 1));
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
    void refusesUnreadWhatAnAuthorizerDoesNotLetIn() throws Exception {
        EndpointOptions nobody = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    throw new CallException(Code.REFUSED, "nobody may call " + call.target());
                })
                .build();
        Endpoint guarded = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                nobody.toBuilder().with(MobilityPolicy.acceptAnyone()).build()));
        guarded.bind("good", Watcher.class, number -> number);
        try (RawPeer peer = defined(RawPeer.greeted(guarded.address()))) {
            peer.say(senseless(0, 1, TASKS, 1));
            assertRefused(peer, "nobody may call the host of tasks");
            peer.say(senseless(0, 2, 2, 3));
            assertRefused(peer, "nobody may call good");
            peer.say(RawPeer.define(4, "dev.wherry.internal.objects.Inspection", "bound()Ljava/util/List;"));
            peer.say(senseless(0, 3, 0, 4));
            assertRefused(peer, "nobody may call the registry");
            peer.assertAlive();
        }
    }
}
