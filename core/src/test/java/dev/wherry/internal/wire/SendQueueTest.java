package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SendQueueTest {
    private static final int LONG = 3 * Frame.FRAGMENT + 5;

    private final SendQueue queue = new SendQueue();
    private final SentBytes next = new SentBytes(new SentBytes.Budget(1 << 20), false);
    /** The frames that were sent: {@code 7} whole, {@code 7+} a fragment with more to come, {@code 7-} a fragment that gives up. */
    private final List<String> left = new ArrayList<>();

    private final Assembly assembly = new Assembly(1 << 24, new InboundCapacity(Long.MAX_VALUE).share());
    private final Map<Long, byte[]> arrived = new HashMap<>();
    private final FrameParser reader = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
    private int takenBack;

    private void frame(int type, int flags, long id, In body) {
        left.add(id + ((flags & Frame.MORE) != 0 ? "+" : (flags & Frame.ABORT) != 0 ? "-" : ""));
        if (!assembly.takes(type, flags, id)) {
            arrived.put(id, body.readBytes(body.remaining()));
            return;
        }
        Assembly.Message message = assembly.add(type, flags, id, body.array(), body.position(), body.remaining(), 0);
        if (message != null) {
            arrived.put(id, message.body().readBytes(message.body().remaining()));
        }
    }

    private void add(int type, int flags, long id, byte[] body) {
        Out message = new Out(64);
        int start = Frame.begin(message, type, flags, id);
        message.write(body, 0, body.length);
        Frame.end(message, start);
        if (queue.passes(message)) {
            queue.frames().write(message.array(), 0, message.size());
        } else {
            queue.add(message, () -> takenBack++);
        }
    }

    private void call(long id, int size) {
        add(Frame.CALL, 0, id, new byte[size]);
    }

    private void ordered(long id, int size) {
        add(Frame.CALL, Frame.ORDERED, id, new byte[size]);
    }

    /** Writes what is moved on at one time; false if nothing waits. */
    private boolean writeOne() {
        queue.moveTo(next, 1 << 17);
        Out moved = new Out(1 << 17);
        while (next.length() > 0) {
            moved.write(next.array(), next.offset(), next.length());
            next.wrote(next.length());
        }
        reader.parse(new ReadBuffer(moved.array(), 0, moved.size()), this::frame);
        return moved.size() > 0;
    }

    private List<String> writeAll() {
        while (writeOne()) {
            assertThat(queue.isEmpty()).isEqualTo(queue.unsent() == 0);
        }
        assertThat(queue.unsent()).isZero();
        return left;
    }

    @Test
    void hasNothingToWriteAtFirst() {
        assertThat(writeOne()).isFalse();
        assertThat(queue.unsent()).isZero();
    }

    @Test
    void writesShortMessagesInTheirOrder() {
        call(1, 10);
        call(2, Frame.FRAGMENT);
        ordered(3, 10);
        assertThat(queue.unsent()).isEqualTo(3L * Frame.HEADER + 20 + Frame.FRAGMENT);
        assertThat(writeOne()).isTrue();
        assertThat(left).containsExactly("1", "2", "3");
        assertThat(writeAll()).hasSize(3);
    }

    @Test
    void letsLongMessagesTakeTurnsAndShortOnesPass() {
        call(1, 2 * Frame.FRAGMENT);
        call(2, 2 * Frame.FRAGMENT);
        assertThat(writeOne()).isTrue();
        call(3, 10);
        assertThat(writeAll()).containsExactly("1+", "3", "2+", "1", "2");
    }

    @Test
    void putsWhatCameBeforeALongMessageBeforeIt() {
        Frame.write(queue.frames(), Frame.PING, 0, 1);
        call(2, Frame.FRAGMENT + 1);
        assertThat(writeAll()).containsExactly("1", "2+", "2");
    }

    @Test
    void letsNoOrderedCallOvertakeAnother() {
        ordered(1, LONG);
        ordered(2, 10);
        call(3, 10);
        ordered(4, LONG);
        ordered(5, 10);
        assertThat(writeAll()).containsExactly("3", "1+", "1+", "1+", "1", "2", "4+", "4+", "4+", "4", "5");
    }

    @Test
    void letsOrderedCallsPassAgainOnceTheLongOneHasLeft() {
        ordered(1, LONG);
        assertThat(writeAll()).hasSize(4);
        ordered(2, 10);
        assertThat(queue.frames().size()).as("it waits for no turn").isPositive();
    }

    @Test
    void givesUpACallThatHasNotBegunWithoutAWord() {
        call(1, LONG);
        Runnable takingBack = queue.abort(1);
        assertThat(takingBack).isNotNull();
        takingBack.run();
        assertThat(takenBack).isEqualTo(1);
        assertThat(queue.unsent()).isZero();
        assertThat(queue.abort(1)).as("a second time").isNull();
        assertThat(writeAll()).isEmpty();
    }

    @Test
    void sendsAnAbortForACallThatWasPartlySent() {
        call(1, LONG);
        writeOne();
        assertThat(queue.abort(1)).isNotNull();
        assertThat(queue.abort(1)).as("a second time").isNull();
        assertThat(writeAll()).containsExactly("1+", "1-");
        assertThat(assembly.takes(Frame.CALL, 0, 1))
                .as("the reader holds nothing of it")
                .isFalse();
    }

    @Test
    void givesUpOnlyCallsThatWait() {
        call(1, 10);
        add(Frame.REPLY, 0, 2, new byte[LONG]);
        call(3, LONG);
        assertThat(queue.abort(1)).as("a short one has as good as left").isNull();
        assertThat(queue.abort(2)).as("the reply to a call of the same number").isNull();
        writeAll();
        assertThat(queue.abort(3)).as("it has left").isNull();
    }

    @Test
    void goesOnWithOrderedCallsBehindOneThatIsGivenUp() {
        ordered(1, LONG);
        ordered(2, LONG);
        ordered(3, 10);
        ordered(4, LONG);
        writeOne();
        assertThat(queue.abort(1)).as("under way").isNotNull();
        assertThat(queue.abort(2)).as("behind it").isNotNull();
        assertThat(writeAll()).containsExactly("1+", "1-", "3", "4+", "4+", "4+", "4");
        ordered(5, LONG);
        ordered(6, 10);
        assertThat(queue.abort(5)).as("not begun").isNotNull();
        left.clear();
        assertThat(writeAll()).containsExactly("6");
    }

    @Test
    void keepsNothingOnceItIsCleared() {
        call(1, 10);
        ordered(2, LONG);
        ordered(3, LONG);
        queue.clear();
        assertThat(queue.unsent()).isZero();
        assertThat(queue.abort(2)).isNull();
        assertThat(writeAll()).isEmpty();
    }

    @Test
    void keepsWhatDoesNotFit() {
        for (int id = 1; id <= 40; id++) {
            call(id, Frame.FRAGMENT);
        }
        SentBytes full = new SentBytes(new SentBytes.Budget(1 << 21), true);
        for (int i = 0; i < 100; i++) {
            queue.moveTo(full, 1 << 17);
        }
        int frame = Frame.HEADER + Frame.FRAGMENT;
        int there = SentBytes.MOST / frame;
        assertThat(full.unwritten()).isEqualTo(there * frame);
        assertThat(queue.unsent()).isEqualTo((40L - there) * frame);
        full.wrote(full.unwritten());
        full.acknowledge(2L * frame);
        queue.moveTo(full, 1 << 17);
        assertThat(full.unwritten()).isEqualTo(frame);
    }

    @Test
    void leavesAloneWhatWasMovedOn() {
        call(1, 10);
        queue.moveTo(next, 1 << 17);
        call(2, 1 << 12);
        call(3, LONG);
        queue.abort(3);
        queue.clear();
        assertThat(queue.unsent()).isZero();
        assertThat(writeAll()).containsExactly("1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void bringsEverythingThatIsNotGivenUpWholeAndInOrder(long seed) {
        Random random = new Random(seed);
        Map<Long, byte[]> expected = new HashMap<>();
        List<Long> inOrder = new ArrayList<>();
        int givenUp = 0;
        for (long id = 1; id <= 400; id++) {
            byte[] body = new byte[random.nextInt(8) == 0 ? random.nextInt(LONG) : random.nextInt(300)];
            random.nextBytes(body);
            boolean isOrdered = random.nextInt(3) == 0;
            add(Frame.CALL, isOrdered ? Frame.ORDERED : 0, id, body);
            expected.put(id, body);
            if (isOrdered) {
                inOrder.add(id);
            }
            while (random.nextInt(3) == 0) {
                writeOne();
            }
            if (random.nextInt(4) == 0) {
                long gone = random.nextLong(Math.max(1, id - 8), id + 1);
                if (queue.abort(gone) != null) {
                    givenUp++;
                    expected.remove(gone);
                    inOrder.remove(gone);
                }
            }
        }
        writeAll();
        assertThat(givenUp).isPositive();
        assertThat(arrived.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (id, body) -> assertThat(Arrays.equals(arrived.get(id), body)).isTrue());
        assertThat(left.stream()
                        .filter(each -> !each.endsWith("+") && !each.endsWith("-"))
                        .map(Long::valueOf))
                .filteredOn(inOrder::contains)
                .isEqualTo(inOrder);
    }
}
