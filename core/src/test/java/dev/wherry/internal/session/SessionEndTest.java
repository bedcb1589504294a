package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.GoAway.Reason;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An orderly end that one side wants, or both, with calls of either under way; the peer is played by hand. */
final class SessionEndTest {
    private final NarrowLink link = new NarrowLink(length -> length);
    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
    private Session session;
    private Bell bell;

    @FunctionalInterface
    public interface Bell {
        @OneWay
        void ring();
    }

    @BeforeEach
    void connect() {
        Hello peer = new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 20, 10, 0, "test");
        session = AcceptedSession.create(engine, peer, link);
        engine.add(session);
        RemoteReference object = session.peer().reference(2);
        bell = Stubs.create(
                object, engine.parts().objects().interfaces().of(Bell.class), List.of(), CallOptions.none());
    }

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    private void hear(Reason word) {
        Out out = new Out(64);
        new GoAway(word, "by hand").write(out);
        hear(Frame.GOAWAY, new In().over(out.array(), Frame.HEADER, out.size()));
    }

    private void hearThatACallIsDone() {
        Out out = new Out(8);
        out.writeSize(1);
        hear(Frame.CREDIT, new In(out.copy()));
    }

    private void hear(int type, In body) {
        session.receive(type, 0, 0, body, false, System.nanoTime());
    }

    private List<Reason> said() {
        List<Reason> words = new ArrayList<>();
        byte[] bytes = link.taken.toByteArray();
        FrameParser.ofMain(engine.parts().inbound().share(), () -> {})
                .parse(new ReadBuffer(bytes, 0, bytes.length), (type, flags, id, body) -> {
                    if (type == Frame.GOAWAY) {
                        words.add(GoAway.read(body).reason());
                    }
                });
        return words;
    }

    private void awaitDrained() {
        Pair.until("it says that it is drained", () -> said().contains(Reason.DRAINED));
    }

    private void lookWhenThePeerHasBeenSilent() {
        session.check(System.nanoTime() + 2 * TransferRate.PATIENCE, System.nanoTime());
    }

    @Test
    void waitsForTheCallsOfAPeerThatLeavesToo() {
        session.leave();
        hear(Reason.CLOSING);
        assertThat(session.isQuiet()).as("no call of the peer's has come").isFalse();
        hear(Reason.DRAINED);
        assertThat(session.isQuiet()).isTrue();
    }

    @Test
    void waitsForItsOwnCallsWhateverThePeerSays() {
        bell.ring();
        session.leave();
        hear(Reason.CLOSING);
        hear(Reason.DRAINED);
        assertThat(session.isQuiet()).isFalse();
        hearThatACallIsDone();
        assertThat(session.isQuiet()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true"})
    void saysThatItIsDrainedOnceItsCallsAreDone(boolean leaves, boolean peerLeaves) {
        bell.ring();
        if (leaves) {
            session.leave();
        }
        if (peerLeaves) {
            hear(Reason.CLOSING);
        }
        session.check(System.nanoTime(), System.nanoTime());
        assertThat(said()).isEqualTo(leaves ? List.of(Reason.CLOSING) : List.of());
        hearThatACallIsDone();
        awaitDrained();
        session.check(System.nanoTime(), System.nanoTime());
        assertThat(said()).containsOnlyOnce(Reason.DRAINED).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSING", "DRAINED"})
    void makesNoNewCallsOnceThePeerLeaves(Reason word) {
        hear(word);
        assertThat(catchThrowableOfType(CallException.class, bell::ring).code())
                .isEqualTo(CallException.Code.UNAVAILABLE);
    }

    @Test
    void endsWhereAPeerThatLeavesFallsSilent() {
        hear(Reason.CLOSING);
        awaitDrained();
        session.check(System.nanoTime(), System.nanoTime());
        assertThat(session.state().hasEnded()).isFalse();
        lookWhenThePeerHasBeenSilent();
        assertThat(session.state().hasEnded()).isTrue();
    }

    @Test
    void leavesItToTheDrainTimeWhereItLeavesItself() {
        session.leave();
        hear(Reason.CLOSING);
        awaitDrained();
        lookWhenThePeerHasBeenSilent();
        assertThat(session.state().hasEnded()).isFalse();
    }
}
