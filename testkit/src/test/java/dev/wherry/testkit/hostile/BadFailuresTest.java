package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.FAILURE;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Unregistered;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Failures that no correct server sends: the caller gets another failure, and the session continues. */
class BadFailuresTest extends RawServerSetUp {
    private static final int IN_WORDS = 0;
    private static final int AS_ITSELF = 1;
    private static final int THROWABLE = 4;

    private static void inWords(int code, Out to) {
        to.writeByte(IN_WORDS);
        to.writeByte(code);
        to.writeByte(0); // not run
        to.writeText("id");
        to.writeText(Unregistered.class.getName());
        to.writeText("sent by a test");
        to.writeSize(1);
        to.writeText("acme.Odd");
        to.writeText("number");
        to.writeText(null);
        to.writeVarInt(7);
        to.writeBoolean(false);
        to.writeSize(0);
    }

    @Test
    void reportsAFailureSentAsText() throws Exception {
        for (Code code : Code.values()) {
            Running<Integer> call = failed(odd::number, to -> inWords(code.ordinal(), to));
            assertThat(assertFails(call, code)).hasMessageContaining("sent by a test");
        }
        assertContinues();
    }

    private <T> Running<T> failed(Callable<T> call, Consumer<Out> failure) throws Exception {
        Running<T> running = Running.start(call);
        peer.send(frame(FAILURE, 0, receiveCall(), failure));
        return running;
    }

    @Test
    void failsForADamagedFailure() throws Exception {
        byte[] whole = RawValues.bytes(to -> inWords(3, to));
        for (int length = 0; length < whole.length; length++) {
            int end = length;
            assertFails(failed(odd::number, to -> to.write(whole, 0, end)), Code.CODEC);
        }
        assertFails(failed(odd::number, to -> to.writeByte(2)), Code.CODEC);
        assertFails(failed(odd::number, to -> inWords(Code.values().length, to)), Code.CODEC);
        assertFails(failed(odd::number, to -> inWords(255, to)), Code.CODEC);
        assertContinues();
    }

    private static void itself(String className, Out to) {
        to.writeByte(AS_ITSELF);
        to.writeText(className);
        to.writeText("sent by a test");
        RawValues.ofClass(FREE, to);
        to.writeText("sent by a test");
        to.writeSize(0);
        to.writeSize(0);
        to.writeSize(0);
    }

    @Test
    void failsForAnExceptionClassThatIsNotAllowed() throws Exception {
        String className = BadFailuresTest.class.getName() + "$Trap";
        peer.send(frame(RawPeer.DEFINE, 0, FREE, to -> {
            to.writeByte(2);
            to.writeByte(THROWABLE);
            to.writeText(className);
            to.writeByte(1);
            to.writeSize(0);
        }));
        CallException thrown = assertFails(failed(odd::number, to -> itself(className, to)), Code.INTERNAL);
        assertThat(thrown.remoteClass()).isEqualTo(className);
        assertThat(thrown).hasMessageContaining("sent by a test").hasMessageContaining("cannot be decoded here");
        assertThat(TrapDoor.open).isFalse();
        assertContinues();
    }

    static final class TrapDoor {
        static volatile boolean open;
    }

    /** An exception that no interface of this test declares. */
    static final class Trap extends RuntimeException {
        static {
            TrapDoor.open = true;
        }
    }

    @Test
    void failsForAFailureThatIsNotAnException() throws Exception {
        CallException thrown = assertFails(
                failed(odd::number, to -> {
                    to.writeByte(AS_ITSELF);
                    to.writeText("acme.Odd");
                    to.writeText(null);
                    RawValues.words(to);
                }),
                Code.INTERNAL);
        assertThat(thrown.remoteClass()).isEqualTo("acme.Odd");
        assertContinues();
    }
}
