package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.spi.Out;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Watcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client of a server whose bytes the test writes. It is connected and has one stub. */
abstract class RawServerSetUp {
    /** The number of the definition that the server has sent. */
    static final int LOCATED = 0;
    /** The number of the definition that {@link #defineInterface} sends. */
    static final int CALL_BACK = 1;
    /** A number that the server does not use otherwise. */
    static final int FREE = 2;

    private static final int RECORD = 0;
    private static final int LONG = 5;
    private static final int SCHEMA = 2;

    /** The interface that the server claims to serve. */
    public interface Odd {
        int number();

        List<String> words();

        Note note();

        Watcher watcher();

        void pass();

        int keep(Watcher mine);

        @OneWay
        void ring();

        CompletableFuture<Integer> later();
    }

    /** A value whose constructor checks its argument. */
    public record Note(String text, long cents) {
        public Note {
            if (cents < 0) {
                throw new IllegalArgumentException("a negative amount");
            }
        }
    }

    @Order(1) // closed last, so that the client releases its objects itself and not because the connection ended
    @RegisterExtension
    final RawServer server = new RawServer();

    @Order(2)
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    Endpoint client;
    RawPeer peer;
    Odd odd;

    EndpointOptions options() {
        return EndpointOptions.builder()
                .lanes(0)
                .drain(Duration.ZERO)
                .limits(HostileSetUp.LIMITS)
                .build();
    }

    /** Writes the extensions of the server's Hello. */
    Consumer<Out> extensions() {
        return to -> to.writeSize(0);
    }

    @BeforeEach
    void start() throws Exception {
        client = endpoints.watch(Endpoint.create(options()));
        connect();
    }

    /** Looks up a stub over a new connection, once the last one has ended. */
    void connect() throws Exception {
        Running<Odd> lookup = Running.start(() -> client.lookup(server.address() + "/odd", Odd.class));
        peer = server.handshake("compact", extensions());
        long locate = receiveCall();
        peer.send(schema(LOCATED, "dev.wherry.internal.objects.Registry$Located", "object", "high", "low"));
        peer.send(RawPeer.reply(locate, to -> {
            RawValues.ofClass(LOCATED, to);
            to.writeVarLong(2);
            to.writeVarLong(8);
            to.writeVarLong(9);
        }));
        odd = lookup.get();
    }

    /** Returns the definition of a record whose fields all have type {@code long}. */
    static byte[] schema(int number, String className, String... parts) {
        return RawPeer.frame(RawPeer.DEFINE, 0, number, to -> {
            to.writeByte(SCHEMA);
            to.writeByte(RECORD);
            to.writeText(className);
            to.writeByte(0);
            to.writeSize(parts.length);
            for (String part : parts) {
                to.writeText(part);
                to.writeByte(LONG);
            }
        });
    }

    /** Receives the next call. Returns its id. */
    long receiveCall() throws Exception {
        return receive(RawPeer.CALL).id();
    }

    RawPeer.Frame receive(int type) throws Exception {
        RawPeer.Frame frame = peer.answer();
        assertThat(frame.type()).as("type of %s", frame).isEqualTo(type);
        return frame;
    }

    /** Makes a call and answers it with this result. */
    <T> Running<T> answered(Callable<T> call, Consumer<Out> result) throws Exception {
        Running<T> running = Running.start(call);
        peer.send(RawPeer.reply(receiveCall(), result));
        return running;
    }

    /** Asserts that a call fails. It fails at once; its deadline is far away. */
    static CallException assertFails(Running<?> call, Code code) {
        Throwable failure = call.failure();
        assertThat(failure).isInstanceOf(CallException.class);
        CallException thrown = (CallException) failure;
        assertThat(thrown.code()).as(thrown.toString()).isEqualTo(code);
        assertThat(thrown).message().isNotBlank();
        return thrown;
    }

    /** Asserts that the session continues and serves other calls. */
    void assertContinues() throws Exception {
        assertThat(answered(odd::number, to -> to.writeVarInt(42)).get()).isEqualTo(42);
        assertThat(client.statistics().sessions()).isEqualTo(1);
    }

    /** Asserts that the session has ended for one of these reasons, and that a new lookup uses another session. */
    void assertEndsAndReconnects(RawPeer.Reason... why) throws Exception {
        assertThat(peer.goAway()).isIn((Object[]) why);
        connect();
        assertContinues();
    }

    /** Asserts that a call fails since this result cannot be read. */
    CallException assertUnreadable(Callable<?> call, Consumer<Out> result) throws Exception {
        CallException thrown = assertFails(answered(call, result), Code.CODEC);
        assertThat(thrown).hasMessageContaining("Cannot read the answer");
        assertContinues();
        return thrown;
    }

    Callable<?> pass() {
        return () -> {
            odd.pass();
            return null;
        };
    }

    void defineInterface() throws Exception {
        peer.send(RawPeer.frame(RawPeer.DEFINE, 0, CALL_BACK, to -> {
            to.writeByte(1);
            to.writeText("dev.wherry.testkit.sample.Watcher");
        }));
    }
}
