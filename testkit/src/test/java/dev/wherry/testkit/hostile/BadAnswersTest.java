package dev.wherry.testkit.hostile;

import static dev.wherry.testkit.hostile.RawPeer.FAILURE;
import static dev.wherry.testkit.hostile.RawPeer.MORE;
import static dev.wherry.testkit.hostile.RawPeer.REPLY;
import static dev.wherry.testkit.hostile.RawPeer.frame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Running;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Answers that no correct server sends: the call fails, and the session continues. */
class BadAnswersTest extends RawServerSetUp {
    private static final int CONTEXT = 4;

    private static void number(Out to) {
        to.writeSize(0x12);
        to.writeVarInt(7);
    }

    @Test
    void ignoresAnAnswerToAnUnknownCall() throws Exception {
        Running<Integer> call = Running.start(odd::number);
        long id = receiveCall();
        for (long other : new long[] {0, id - 1, id + 1, -id, id | 1L << 40, Long.MAX_VALUE}) {
            peer.send(RawPeer.reply(other, to -> to.writeVarInt(-1)));
            peer.send(frame(FAILURE, 0, other, to -> to.writeByte(0)));
        }
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(7)));
        assertThat(call.get()).isEqualTo(7);
        assertContinues();
    }

    @Test
    void usesTheFirstOfTwoAnswers() throws Exception {
        Running<Integer> call = Running.start(odd::number);
        long id = receiveCall();
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(1)));
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(2)));
        peer.send(frame(FAILURE, 0, id, to -> to.writeByte(0)));
        assertThat(call.get()).isEqualTo(1);
        assertContinues();
    }

    @Test
    void failsForATruncatedResult() throws Exception {
        byte[] whole = RawValues.bytes(RawValues::words);
        assertThat(answered(odd::words, RawValues::words).get()).containsExactly("tea", "h\u00e9\u20ac");
        for (int length = 0; length < whole.length; length++) {
            int end = length;
            assertUnreadable(odd::words, to -> to.write(whole, 0, end));
        }
        Running<Integer> empty = Running.start(odd::number);
        peer.send(frame(REPLY, 0, receiveCall()));
        assertFails(empty, Code.CODEC);
        assertContinues();
    }

    private static void entry(Out to, String name, int kind) {
        to.writeText(name);
        to.writeByte(kind);
    }

    private static final List<Consumer<Out>> BAD_CONTEXTS = List.of(
            to -> {},
            to -> to.writeSize(65),
            to -> to.writeSize(-1),
            to -> {
                to.writeSize(2);
                entry(to, "a", 2);
                to.writeByte(1);
            },
            to -> {
                to.writeSize(1);
                entry(to, "", 1);
                to.writeVarLong(1);
            },
            to -> {
                to.writeSize(1);
                entry(to, "a".repeat(65), 1);
                to.writeVarLong(1);
            },
            to -> {
                to.writeSize(1);
                entry(to, "a", 4);
            },
            to -> {
                to.writeSize(1);
                entry(to, "a", 3);
                to.writeSize(Integer.MAX_VALUE);
            });

    @Test
    void failsForABadContextOfAnAnswer() throws Exception {
        for (int type : List.of(REPLY, FAILURE)) {
            for (Consumer<Out> bad : BAD_CONTEXTS) {
                Running<Integer> call = Running.start(odd::number);
                peer.send(frame(type, CONTEXT, receiveCall(), bad));
                assertFails(call, Code.CODEC);
            }
        }
        assertContinues();
    }

    @Test
    void readsTheContextOfAnAnswer() throws Exception {
        List<Long> costs = new CopyOnWriteArrayList<>();
        Odd metered = Calls.with(
                odd,
                CallOptions.builder()
                        .onAnswer(ContextKey.number("cost"), costs::add)
                        .build());
        Running<Integer> call = Running.start(metered::number);
        peer.send(frame(REPLY, CONTEXT, receiveCall(), to -> {
            to.writeSize(2);
            entry(to, "cost", 0); // of another type: another key
            to.writeText("much");
            entry(to, "cost", 1);
            to.writeVarLong(9);
            to.writeVarInt(7);
        }));
        assertThat(call.get()).isEqualTo(7);
        assertThat(costs).containsExactly(9L);
    }

    @Test
    void failsForBytesAfterTheResult() throws Exception {
        assertUnreadable(odd::number, to -> {
            to.writeVarInt(1);
            to.writeVarInt(2);
        });
        assertUnreadable(pass(), to -> to.writeVarInt(1));
        assertUnreadable(odd::words, to -> {
            RawValues.words(to);
            RawValues.words(to);
        });
    }

    @Test
    void failsForResultsOfAnotherType() throws Exception {
        assertUnreadable(odd::words, BadAnswersTest::number);
        assertUnreadable(odd::note, RawValues::words);
        assertUnreadable(odd::watcher, RawValues::words);
        assertUnreadable(odd::words, to -> RawValues.ofClass(LOCATED, to));
        assertUnreadable(odd::words, to -> to.writeSize(0x7fff_ffff));
        assertUnreadable(odd::words, to -> {
            to.writeSize(0x2c);
            to.writeSize(-1);
            to.writeByte(1);
        });
    }

    @Test
    void failsForUnknownOrUnsuitableDefinitions() throws Exception {
        defineInterface();
        for (int number : List.of(FREE, CALL_BACK, 4095, 4096, Integer.MAX_VALUE >> 2)) {
            assertUnreadable(odd::note, to -> RawValues.ofClass(number, to));
            assertUnreadable(odd::watcher, to -> RawValues.export(1, 0, number == CALL_BACK ? LOCATED : number, to));
        }
    }

    @Test
    void failsForAClassThatIsNotAllowed() throws Exception {
        peer.send(schema(FREE, "dev.wherry.testkit.hostile.BadAnswersTest$Canary", "cents"));
        for (Callable<?> call : List.<Callable<?>>of(odd::note, odd::words, odd::watcher)) {
            assertUnreadable(call, to -> {
                RawValues.ofClass(FREE, to);
                to.writeVarLong(1);
            });
        }
        assertThat(Canary.Nest.sings).isFalse();
    }

    /** A class that no interface of this test reaches. */
    record Canary(long cents) {
        static final class Nest {
            static volatile boolean sings;
        }

        static {
            Nest.sings = true;
        }
    }

    @Test
    void failsForAValueThatItsConstructorRejects() throws Exception {
        peer.send(frame(RawPeer.DEFINE, 0, FREE, to -> {
            to.writeByte(2);
            to.writeByte(0);
            to.writeText(Note.class.getName());
            to.writeByte(0);
            to.writeSize(2);
            to.writeText("text");
            to.writeByte(8);
            to.writeText("cents");
            to.writeByte(5);
        }));
        Consumer<Out> start = to -> {
            RawValues.ofClass(FREE, to);
            to.writeText("tea");
        };
        assertThat(answered(odd::note, start.andThen(to -> to.writeVarLong(3))).get())
                .isEqualTo(new Note("tea", 3));
        assertUnreadable(odd::note, start.andThen(to -> to.writeVarLong(-3)));
    }

    @Test
    void failsAFutureForAnUnreadableResult() throws Exception {
        Running<Integer> call = Running.start(() -> {
            try {
                return odd.later().join();
            } catch (CompletionException e) {
                throw (Exception) e.getCause();
            }
        });
        peer.send(RawPeer.reply(receiveCall(), RawValues::words));
        assertFails(call, Code.CODEC);
        assertContinues();
    }

    @Test
    void failsForFragmentsOutOfOrder() throws Exception {
        byte[] whole = RawValues.bytes(RawValues::words);
        int half = whole.length / 2;
        byte[] first = Arrays.copyOf(whole, half);
        byte[] last = Arrays.copyOfRange(whole, half, whole.length);
        Running<?> inOrder = Running.start(odd::words);
        long id = receiveCall();
        peer.send(frame(REPLY, MORE, id, to -> to.write(first, 0, first.length)));
        peer.send(frame(REPLY, 0, id, to -> to.write(last, 0, last.length)));
        inOrder.get();
        Running<?> swapped = Running.start(odd::words);
        long other = receiveCall();
        peer.send(frame(REPLY, MORE, other, to -> to.write(last, 0, last.length)));
        peer.send(frame(REPLY, 0, other, to -> to.write(first, 0, first.length)));
        assertFails(swapped, Code.CODEC);
        assertContinues();
    }

    @Test
    void failsAtTheDeadlineIfTheAnswerIsAbortedOrNeverEnds() throws Exception {
        Odd impatient = Calls.with(odd, CallOptions.ofTimeout(Duration.ofMillis(500)));
        for (byte flags : new byte[] {MORE, RawPeer.ABORT}) {
            Running<?> call = Running.start(impatient::number);
            long id = receiveCall();
            peer.send(frame(REPLY, MORE, id, to -> to.writeByte(0)));
            peer.send(frame(REPLY, flags, id));
            assertFails(call, Code.DEADLINE_EXCEEDED);
            assertThat(receive(RawPeer.CANCEL).id()).isEqualTo(id);
            peer.send(frame(REPLY, RawPeer.ABORT, id));
            assertContinues();
        }
    }
}
