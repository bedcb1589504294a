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

/** A client of a server that lies: connected, with one stub of what the server says is bound. */
abstract class RawServerSetUp {
    /** The number of the definition that the server has given. */
    static final int LOCATED = 0;
    /** Of the one that it gives as {@link #defineInterface} is called. */
    static final int CALL_BACK = 1;
    /** A number that it never gives by itself. */
    static final int FREE = 2;

    private static final int RECORD = 0;
    private static final int LONG = 5;
    private static final int SCHEMA = 2;

    /** What the server says that it serves. */
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

    /** A value that checks itself. */
    public record Note(String text, long cents) {
        public Note {
            if (cents < 0) {
                throw new IllegalArgumentException("below zero");
            }
        }
    }

    @Order(1) // closed last, so that what the client holds is let go by itself and not by the connection's end
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

    @BeforeEach
    void start() throws Exception {
        client = endpoints.watch(Endpoint.create(options()));
        connect();
    }

    /** Looks up over a connection of its own, once the last one has ended. */
    void connect() throws Exception {
        Running<Odd> lookup = Running.start(() -> client.lookup(server.address() + "/odd", Odd.class));
        peer = server.greeted();
        long locate = heardCall();
        peer.say(schema(LOCATED, "dev.wherry.internal.objects.Registry$Located", "object", "high", "low"));
        peer.say(RawPeer.reply(locate, to -> {
            RawValues.ofClass(LOCATED, to);
            to.writeVarLong(2);
            to.writeVarLong(8);
            to.writeVarLong(9);
        }));
        odd = lookup.get();
    }

    /** A record's definition, all of whose parts are {@code long}. */
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

    /** The id of the next call. */
    long heardCall() throws Exception {
        return heard(RawPeer.CALL).id();
    }

    RawPeer.Frame heard(int type) throws Exception {
        RawPeer.Frame frame = peer.answer();
        assertThat(frame.type()).as("type of %s", frame).isEqualTo(type);
        return frame;
    }

    /** Makes a call and answers it with this result. */
    <T> Running<T> answered(Callable<T> call, Consumer<Out> result) throws Exception {
        Running<T> running = Running.start(call);
        peer.say(RawPeer.reply(heardCall(), result));
        return running;
    }

    /** Its caller is told so, at once: no deadline is anywhere near. */
    static CallException assertFails(Running<?> call, Code code) {
        Throwable failure = call.failure();
        assertThat(failure).isInstanceOf(CallException.class);
        CallException told = (CallException) failure;
        assertThat(told.code()).as(told.toString()).isEqualTo(code);
        assertThat(told).message().isNotBlank();
        return told;
    }

    /** The session has survived, and its other calls are served. */
    void assertGoesOn() throws Exception {
        assertThat(answered(odd::number, to -> to.writeVarInt(42)).get()).isEqualTo(42);
        assertThat(client.statistics().sessions()).isEqualTo(1);
    }

    /** The session has ended for one of these reasons, and what is looked up again is served by another. */
    void assertEndsAndComesBack(RawPeer.Reason... why) throws Exception {
        assertThat(peer.goAway()).isIn((Object[]) why);
        connect();
        assertGoesOn();
    }

    /** Whatever stands in the result, its caller is told that it cannot be read. */
    CallException assertUnreadable(Callable<?> call, Consumer<Out> result) throws Exception {
        CallException told = assertFails(answered(call, result), Code.CODEC);
        assertThat(told).hasMessageContaining("Cannot read the answer");
        assertGoesOn();
        return told;
    }

    Callable<?> pass() {
        return () -> {
            odd.pass();
            return null;
        };
    }

    void defineInterface() throws Exception {
        peer.say(RawPeer.frame(RawPeer.DEFINE, 0, CALL_BACK, to -> {
            to.writeByte(1);
            to.writeText("dev.wherry.testkit.sample.Watcher");
        }));
    }
}
