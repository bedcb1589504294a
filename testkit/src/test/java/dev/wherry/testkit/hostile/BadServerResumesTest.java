package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.PREAMBLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.PeerEnd;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that answer wrongly when a client goes on with its session over another link. */
class BadServerResumesTest extends RawServerSetUp {
    private static final int WINDOW = 30_000;

    private final BlockingQueue<PeerEnd> ends = new LinkedBlockingQueue<>();
    private Running<Integer> waiting;

    @Override
    Consumer<Out> extensions() {
        return RawPeer.resume(WINDOW, 0, 0, 0);
    }

    /** A call waits when the link breaks. */
    @BeforeEach
    void breakTheLink() throws Exception {
        Calls.peer(odd).orElseThrow().onEnd(ends::add);
        waiting = Running.start(odd::number);
        receiveCall();
        peer.close();
    }

    /** Accepts another link, and returns the Hello of the client. */
    private In accept() throws Exception {
        peer = server.accept();
        peer.receivePreamble();
        RawPeer.Frame hello = peer.receive();
        assertThat(hello.type()).isEqualTo(RawPeer.HELLO);
        peer.send(PREAMBLE);
        return hello.in();
    }

    private void assertEnds(PeerEnd.Reason reason) throws Exception {
        CallException failed = (CallException) waiting.failure();
        assertThat(failed.code()).as("%s", failed).isEqualTo(CallException.Code.UNKNOWN_OUTCOME);
        PeerEnd end = ends.poll(Running.LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(end).isNotNull();
        assertThat(end.reason()).as("%s", end).isEqualTo(reason);
        connect();
    }

    @Test
    void areToldWhichSessionIsMeant() throws Exception {
        In hello = accept();
        assertThat(hello.readLong()).as("the token").isEqualTo(1);
        assertThat(hello.readLong()).isEqualTo(2);
        hello.skip(hello.remaining() - 28);
        assertThat(hello.readInt()).as("the window").isEqualTo(WINDOW);
        assertThat(hello.readLong()).as("the endpoint").isEqualTo(5);
        assertThat(hello.readLong()).isEqualTo(6);
        assertThat(hello.readLong()).as("what was received").isPositive();
        peer.send(RawPeer.hello(0, 1, 2, RawPeer.resume(WINDOW, 0, 0, 0)));
        receiveCall(); // the look-up, which comes again
        peer.send(RawPeer.reply(receiveCall(), to -> to.writeVarInt(7)));
        assertThat(waiting.get()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "RESTARTED, RESTARTED",
        "UNKNOWN_SESSION, EXPIRED",
        "REFUSED, REFUSED",
        "PROTOCOL, REFUSED",
        "VERSION, REFUSED",
        "IDLE, EXPIRED"
    })
    void endTheSessionByTheirReason(RawPeer.Reason sent, PeerEnd.Reason expected) throws Exception {
        accept();
        peer.send(RawPeer.goAway(sent));
        assertEnds(expected);
    }

    /** It has too many connections for now. */
    @Test
    void areAskedAgainAfterALimit() throws Exception {
        for (int i = 0; i < 3; i++) {
            accept();
            peer.send(RawPeer.goAway(RawPeer.Reason.LIMIT));
        }
        accept();
        peer.send(RawPeer.goAway(RawPeer.Reason.RESTARTED));
        assertEnds(PeerEnd.Reason.RESTARTED);
    }

    @Test
    void endTheSessionByAnother() throws Exception {
        accept();
        peer.send(RawPeer.hello(0, 1, 3, RawPeer.resume(WINDOW, 0, 0, 0)));
        assertEnds(PeerEnd.Reason.REFUSED);
    }

    @Test
    void endTheSessionByAHelloWithoutAnOffer() throws Exception {
        accept();
        peer.send(RawPeer.hello(0, 1, 2));
        assertEnds(PeerEnd.Reason.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1 << 20, Long.MAX_VALUE})
    void endTheSessionIfTheyHaveReceivedWhatWasNotSent(long position) throws Exception {
        accept();
        peer.send(RawPeer.hello(0, 1, 2, RawPeer.resume(WINDOW, 0, 0, position)));
        assertEnds(PeerEnd.Reason.REFUSED);
    }

    @Test
    void endTheSessionByAnythingButAHello() throws Exception {
        accept();
        peer.send(RawPeer.frame(RawPeer.PING, 0, 1));
        assertEnds(PeerEnd.Reason.REFUSED);
    }
}
