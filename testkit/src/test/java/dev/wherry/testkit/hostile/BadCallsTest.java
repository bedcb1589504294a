package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.CALL;
import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.sample.Watcher;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Calls that cannot be served: each is answered with a failure, and the link continues. */
class BadCallsTest extends HostileSetUp {
    private static final int PASS = 0;
    private static final int BLOCK = 1;
    private static final int STRANGER = 2;
    private static final int SEEN = 3;
    private static final long GATE = 2;
    private static final long GOOD = 4;

    private RawPeer defined() throws Exception {
        RawPeer peer = handshake();
        peer.send(RawPeer.define(PASS, Gate.class.getName(), "pass()V"));
        peer.send(RawPeer.define(BLOCK, Gate.class.getName(), "block()V"));
        peer.send(RawPeer.define(STRANGER, "acme.Stranger", "pass()V"));
        peer.send(RawPeer.define(SEEN, Watcher.class.getName(), "seen(I)I"));
        return peer;
    }

    @Test
    void servesACallWrittenByHand() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(RawPeer.call(1, GATE, PASS));
            RawPeer.Frame answer = peer.answer();
            assertThat(answer.type()).isEqualTo(REPLY);
            assertThat(answer.id()).isEqualTo(1);
            assertThat(passed).hasValue(1);
        }
    }

    @Test
    void reportsAnUnknownObject() throws Exception {
        try (RawPeer peer = defined()) {
            for (long object : new long[] {1000, 1001, 7, Long.MAX_VALUE, -2}) {
                peer.send(RawPeer.call(object & 0xffff, object, PASS));
                assertThat(peer.failure(object & 0xffff)).isEqualTo(Code.NOT_FOUND.ordinal());
            }
            peer.assertAlive();
        }
    }

    @Test
    void reportsAMethodThatTheObjectDoesNotServe() throws Exception {
        try (RawPeer peer = defined()) {
            int i = 0;
            for (int method : List.of(STRANGER, SEEN)) {
                peer.send(RawPeer.call(++i, GATE, method));
                assertThat(peer.failure(i)).isIn(Code.INVALID_CALL.ordinal(), Code.NOT_FOUND.ordinal());
            }
            peer.send(RawPeer.call(3, GOOD, PASS));
            assertThat(peer.failure(3)).isIn(Code.INVALID_CALL.ordinal(), Code.NOT_FOUND.ordinal());
            peer.send(RawPeer.call(4, 0, PASS));
            assertThat(peer.failure(4)).isIn(Code.INVALID_CALL.ordinal(), Code.NOT_FOUND.ordinal());
            peer.assertAlive();
            assertThat(passed).hasValue(0);
        }
    }

    @Test
    void reportsBytesAfterTheArguments() throws Exception {
        try (RawPeer peer = defined()) {
            byte[] call = RawPeer.call(1, GATE, PASS);
            byte[] longer = Arrays.copyOf(call, call.length + 1);
            longer[0]++;
            peer.send(longer);
            assertThat(peer.failure(1)).isEqualTo(Code.CODEC.ordinal());
            peer.assertAlive();
            assertThat(passed).hasValue(0);
        }
    }

    @Test
    void reportsAMethodThatWasNotDefined() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(RawPeer.call(1, GATE, 77));
            RawPeer.Frame answer = peer.answer();
            assertThat(answer.type()).isIn(RawPeer.FAILURE, RawPeer.GOAWAY);
        }
    }

    @Test
    void reportsInvalidArguments() throws Exception {
        try (RawPeer peer = defined()) {
            Random random = new Random(1);
            for (int i = 1; i <= 200; i++) {
                byte[] garbage = new byte[random.nextInt(6, 40)];
                random.nextBytes(garbage);
                peer.send(frame(CALL, 0, i, to -> {
                    to.writeLongSize(GOOD);
                    to.writeSize(SEEN);
                    to.writeLongSize(1000);
                    to.writeLongSize(0);
                    to.writeSize(0);
                    to.write(garbage, 0, garbage.length);
                }));
                RawPeer.Frame answer = peer.answer();
                assertThat(answer.type()).isIn(RawPeer.FAILURE, REPLY);
                assertThat(answer.id()).isEqualTo(i);
            }
            peer.assertAlive();
        }
    }

    /** An interface that accepts any value. */
    public interface Open {
        String classOf(Object value);
    }

    @Test
    void passesNoInternalObjectToAMethod() throws Exception {
        Endpoint open = endpoints.watch(Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder().with(MobilityPolicy.acceptAnyone()).build()));
        open.bind("open", Open.class, value -> value.getClass().getName());
        try (RawPeer peer = RawPeer.handshake(open.address())) {
            peer.send(RawPeer.define(PASS, Open.class.getName(), "classOf(Ljava/lang/Object;)Ljava/lang/String;"));
            for (long own : new long[] {0, 1 << 20}) { // the registry and the host of tasks
                peer.send(frame(CALL, 0, own + 1, to -> {
                    to.writeLongSize(2);
                    to.writeSize(PASS);
                    to.writeLongSize(10_000);
                    to.writeLongSize(0);
                    to.writeSize(0);
                    to.writeSize(3); // a reference
                    to.writeByte(2); // to an object of the reader
                    to.writeLongSize(own);
                }));
                assertThat(peer.failure(own + 1)).isEqualTo(Code.CODEC.ordinal());
            }
            peer.assertAlive();
        }
    }

    @Test
    void refusesAContextThatIsTooLargeOrOfAnUnknownKind() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(withContext(1, 65, 2));
            assertThat(peer.answer().type()).isIn(RawPeer.FAILURE, RawPeer.GOAWAY);
        }
        try (RawPeer peer = defined()) {
            peer.send(withContext(1, 1, 9));
            assertThat(peer.answer().type()).isIn(RawPeer.FAILURE, RawPeer.GOAWAY);
        }
    }

    private static byte[] withContext(long id, int entries, int kind) {
        return frame(CALL, 0, id, to -> {
            to.writeLongSize(GATE);
            to.writeSize(PASS);
            to.writeLongSize(1000);
            to.writeLongSize(0);
            to.writeSize(entries);
            for (int i = 0; i < entries; i++) {
                to.writeText("key" + i);
                to.writeByte(kind);
                to.writeByte(1);
            }
        });
    }

    @Test
    void refusesCallsOverTheLimitOfCallsInFlight() throws Exception {
        try (RawPeer peer = defined()) {
            int most = LIMITS.callsInFlight();
            for (int i = 1; i <= most + 5; i++) {
                peer.send(RawPeer.call(i, GATE, BLOCK));
            }
            for (int i = 1; i <= 5; i++) {
                assertThat(peer.failure(most + i)).isEqualTo(Code.REFUSED.ordinal());
            }
            Await.until("the other calls to run", () -> blocked.get() == most);
            leave.countDown();
            for (int i = 1; i <= most; i++) {
                assertThat(peer.answer().type()).isEqualTo(REPLY);
            }
            peer.send(RawPeer.call(100, GATE, PASS));
            assertThat(peer.answer().type()).isEqualTo(REPLY);
        }
    }

    @Test
    void treatsACallIdInUseAsAProtocolErrorOrAFailure() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(RawPeer.call(1, GATE, BLOCK));
            Await.until("the first call to run", () -> blocked.get() == 1);
            peer.send(RawPeer.call(1, GATE, PASS));
            RawPeer.Frame answer = peer.answer();
            assertThat(answer.type()).isIn(RawPeer.FAILURE, RawPeer.GOAWAY);
            assertThat(passed).hasValue(0);
        }
    }

    @Test
    void interruptsTheCallsOfAPeerThatDisconnects() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(RawPeer.call(1, GATE, BLOCK));
            peer.send(RawPeer.call(2, GATE, BLOCK));
            Await.until("both calls to run", () -> blocked.get() == 2);
        }
        Await.until("both calls to be interrupted", () -> interrupted.get() == 2);
    }

    @Test
    void interruptsACallThatIsCancelledAndAnswersIt() throws Exception {
        try (RawPeer peer = defined()) {
            peer.send(RawPeer.call(1, GATE, BLOCK));
            Await.until("the call to run", () -> blocked.get() == 1);
            peer.send(frame(RawPeer.CANCEL, 0, 1));
            assertThat(peer.failure(1)).isEqualTo(Code.CANCELLED.ordinal());
            assertThat(interrupted).hasValue(1);
        }
    }
}
