package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AssemblyTest {
    private static final class Coming {
        final int type;
        final long id;
        final byte[] body;
        int next;
        boolean aborted;

        Coming(int type, long id, byte[] body) {
            this.type = type;
            this.id = id;
            this.body = body;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void joinsFragmentsThatComeBetweenEachOther(long seed) {
        Random random = new Random(seed);
        Assembly assembly = new Assembly(1 << 20, new InboundCapacity(Long.MAX_VALUE).share());
        List<Coming> coming = new ArrayList<>();
        long ids = 0;
        int whole = 0;
        int given = 0;
        while (whole + given < 300) {
            if (coming.isEmpty() || (coming.size() < 20 && random.nextInt(3) == 0)) {
                byte[] body = new byte[random.nextInt(1, 5_000)];
                random.nextBytes(body);
                // The same id in both directions of a call is two messages.
                ids += random.nextBoolean() ? 0 : 1;
                int type = random.nextBoolean() ? Frame.CALL : Frame.REPLY;
                long id = ids;
                if (coming.stream().noneMatch(each -> each.type == type && each.id == id)) {
                    coming.add(new Coming(type, id, body));
                }
                continue;
            }
            Coming one = coming.get(random.nextInt(coming.size()));
            if (one.next > 0 && random.nextInt(40) == 0) {
                assertThat(assembly.takes(one.type, Frame.ABORT, one.id)).isTrue();
                assertThat(assembly.add(one.type, Frame.ABORT, one.id, new byte[0], 0, 0, 0))
                        .isNull();
                coming.remove(one);
                given++;
                continue;
            }
            int length = Math.min(one.body.length - one.next, random.nextInt(800));
            boolean last = one.next + length == one.body.length;
            int flags = last ? 0 : Frame.MORE;
            if (last && one.next == 0) {
                assertThat(assembly.takes(one.type, 0, one.id)).isFalse();
                coming.remove(one);
                continue;
            }
            boolean first = one.next == 0 && !assembly.takes(one.type, 0, one.id);
            Assembly.Message message = assembly.add(
                    one.type, first ? flags | Frame.ORDERED : flags, one.id, one.body, one.next, length, 0);
            one.next += length;
            assertThat(message != null).isEqualTo(last);
            if (message != null) {
                assertThat(message.body().readBytes(message.body().remaining())).isEqualTo(one.body);
                assertThat(message.flags()).isEqualTo(Frame.ORDERED);
                coming.remove(one);
                whole++;
            }
        }
        assertThat(whole).isPositive();
        assertThat(given).isPositive();
    }

    @Test
    void endsAMessageThatGrowsOverTheLimit() {
        Assembly assembly = new Assembly(1_000, new InboundCapacity(Long.MAX_VALUE).share());
        byte[] part = new byte[400];
        assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 400, 0);
        assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 400, 0);
        assertThatThrownBy(() -> assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 400, 0))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("messageBytes");
    }

    @Test
    void boundsWhatAllUnfinishedMessagesHold() {
        Assembly assembly = new Assembly(1_000, new InboundCapacity(Long.MAX_VALUE).share());
        byte[] part = new byte[900];
        assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 900, 0);
        assembly.add(Frame.CALL, Frame.MORE, 2, part, 0, 900, 0);
        assertThatThrownBy(() -> assembly.add(Frame.CALL, Frame.MORE, 3, part, 0, 900, 0))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void boundsTheNumberOfUnfinishedMessages() {
        Assembly assembly = new Assembly(1 << 20, new InboundCapacity(Long.MAX_VALUE).share());
        assertThatThrownBy(() -> {
                    for (int id = 0; id < 2_000; id++) {
                        assembly.add(Frame.CALL, Frame.MORE, id, new byte[1], 0, 0, 0);
                    }
                })
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("1024");
    }

    @Test
    void givesBackWhatAbortedAndWholeMessagesHeld() {
        Assembly assembly = new Assembly(1_000, new InboundCapacity(Long.MAX_VALUE).share());
        byte[] part = new byte[900];
        for (int id = 0; id < 5_000; id++) {
            assembly.add(Frame.REPLY, Frame.MORE, id, part, 0, 900, 0);
            if (id % 2 == 0) {
                assembly.add(Frame.REPLY, Frame.ABORT, id, part, 0, 0, 0);
            } else {
                assertThat(assembly.add(Frame.REPLY, 0, id, part, 0, 100, 0)).isNotNull();
            }
        }
        assertThat(assembly.takes(Frame.REPLY, 0, 1)).isFalse();
    }

    @Test
    void takesAnAbortOfWhatNeverBegan() {
        assertThat(new Assembly(1_000, new InboundCapacity(Long.MAX_VALUE).share())
                        .add(Frame.CALL, Frame.ABORT, 7, new byte[0], 0, 0, 0))
                .isNull();
    }

    @Test
    void reportsAMessageThatDoesNotContinueWhateverElseIsReceived() {
        Assembly assembly = new Assembly(1 << 20, new InboundCapacity(Long.MAX_VALUE).share());
        byte[] part = new byte[1_000];
        long second = TimeUnit.SECONDS.toNanos(1);
        assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 1_000, 0);
        for (int i = 0; i <= 11; i++) {
            assertThat(assembly.isTooSlow(i * second)).as("after %s s", i).isEqualTo(i == 11);
            // Messages that are complete at once do not count: they are shorter than those that they delay.
            assembly.add(Frame.CALL, Frame.MORE, 2, part, 0, 1_000, i * second);
            assertThat(assembly.add(Frame.CALL, 0, 2, part, 0, 1_000, i * second))
                    .isNotNull();
        }
    }

    @Test
    void givesMessagesThatShareASlowLinkTheTimeForTheirTurns() {
        Assembly assembly = new Assembly(1 << 30, new InboundCapacity(Long.MAX_VALUE).share());
        byte[] part = new byte[Frame.FRAGMENT];
        long now = 0;
        for (int round = 0; round < 4; round++) {
            for (int id = 0; id < 50; id++) {
                now += TimeUnit.SECONDS.toNanos(1);
                assembly.add(Frame.REPLY, Frame.MORE, id, part, 0, part.length, now);
                assertThat(assembly.isTooSlow(now)).isFalse();
            }
        }
        assertThat(assembly.isTooSlow(now + TimeUnit.SECONDS.toNanos(11))).isTrue();
    }
}
