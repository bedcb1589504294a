package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Answers with references that are invalid or that are never read: the session continues, and the references are
 * released.
 */
class BadReferencesTest extends RawServerSetUp {
    private static final int REFERENCES = 128;
    private static final int HOME = 2;

    @Test
    void failsForInvalidReferences() throws Exception {
        defineInterface();
        assertUnreadable(odd::watcher, to -> RawValues.export(2, 0, CALL_BACK, to));
        assertUnreadable(odd::watcher, to -> RawValues.export(0, 0, CALL_BACK, to));
        assertUnreadable(odd::watcher, to -> RawValues.export(1, 9, CALL_BACK, to));
        assertUnreadable(odd::watcher, to -> {
            to.writeSize(3);
            to.writeByte(3);
        });
        for (long id : new long[] {0, 1, 2, 77, Long.MAX_VALUE}) { // the client was never given one of these
            assertUnreadable(odd::watcher, to -> {
                to.writeSize(3);
                to.writeByte(HOME);
                to.writeLongSize(id);
            });
        }
    }

    /** Makes a call and answers it with this list of references. */
    private <T> Running<T> listed(Callable<T> call, Consumer<Out> result, byte[] list) throws Exception {
        Running<T> running = Running.start(call);
        peer.send(frame(REPLY, REFERENCES, receiveCall(), to -> {
            result.accept(to);
            to.write(list, 0, list.length);
        }));
        return running;
    }

    @Test
    void failsForAnInvalidListOfReferences() throws Exception {
        for (byte[] list : List.of(
                new byte[0],
                new byte[] {1, 0, 0},
                new byte[] {127, 0, 0, 0},
                new byte[] {-1, -1, -1, -1},
                new byte[] {1, 3, 5, 3, 0, 0, 0},
                new byte[] {-1, 1, 0, 0, 0})) {
            assertFails(listed(odd::number, to -> to.writeByte(0), list), Code.CODEC);
            assertContinues();
        }
    }

    @Test
    void releasesTheReferencesOfAnUnreadableAnswer() throws Exception {
        defineInterface();
        for (Callable<?> call : List.<Callable<?>>of(pass(), odd::number, odd::words, odd::note, odd::watcher)) {
            assertFails(
                    listed(
                            call,
                            to -> {
                                RawValues.export(5, 0, CALL_BACK, to);
                                to.writeByte(0);
                            },
                            new byte[] {5, 1, 0, 0, 0}),
                    Code.CODEC);
            Await.until("a release", () -> {
                System.gc(); // a stub that was read is released once it is found to be garbage
                return isReleased(5);
            });
            assertContinues();
        }
    }

    /** Returns whether a release is received before the answer to a ping. */
    private boolean isReleased(long object) {
        try {
            peer.send(frame(RawPeer.PING, 0, 99));
            boolean released = false;
            for (RawPeer.Frame frame = peer.receive(); frame.type() != RawPeer.PING; frame = peer.receive()) {
                released |= frame.type() == RawPeer.RELEASE && frame.id() == object;
            }
            return released;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void releasesTheReferencesOfAnAnswerAfterTheDeadline() throws Exception {
        defineInterface();
        Odd impatient = Calls.with(odd, CallOptions.ofTimeout(Duration.ofMillis(500)));
        Running<?> call = Running.start(impatient::watcher);
        long id = receiveCall();
        assertFails(call, Code.DEADLINE_EXCEEDED);
        assertThat(receive(RawPeer.CANCEL).id()).isEqualTo(id);
        peer.send(frame(REPLY, REFERENCES, id, to -> {
            RawValues.export(5, 0, CALL_BACK, to);
            to.writeByte(5);
            to.writeInt(1);
        }));
        assertThat(receive(RawPeer.RELEASE).id()).isEqualTo(5);
        assertContinues();
    }
}
