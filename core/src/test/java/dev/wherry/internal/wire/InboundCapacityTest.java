package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each use of the capacity that all links share is taken and given back. */
final class InboundCapacityTest {
    private static final int LENGTH = 40_000;
    private static final int HEAD = Frame.HEADER - Frame.LENGTH;

    private final InboundCapacity capacity = new InboundCapacity(100_000);
    private final List<String> seen = new ArrayList<>();

    private final class Seen implements FrameParser.Sink {
        @Override
        public void frame(int type, int flags, long id, In body) {
            seen.add(type + ":" + id + ":" + body.remaining());
        }

        @Override
        public void refused(int type, int flags, long id) {
            seen.add("refused:" + id);
        }
    }

    private static byte[] frame(int type, long id, int length) {
        Out out = new Out(64);
        int start = Frame.begin(out, type, 0, id);
        out.size(out.size() + length);
        Frame.end(out, start);
        return out.copy();
    }

    @Test
    void isTakenOnlyWhileThereIsEnough() {
        assertThat(capacity.isFull()).contains("'inboundBytes'").contains("100000");
        assertThat(capacity.take(60_000)).isTrue();
        assertThat(capacity.take(40_001)).isFalse();
        assertThat(capacity.take(40_000)).isTrue();
        assertThat(capacity.take(1)).isFalse();
        capacity.give(100_000);
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void getsBackWhatALinkHadWhenItEndsAndGivesItNoMore() {
        InboundCapacity.LinkShare share = capacity.share();
        assertThat(share.take(50_000)).isTrue();
        share.close();
        share.give(20_000);
        share.close();
        assertThat(capacity.taken()).isZero();
        assertThat(share.take(1)).isFalse();
    }

    @Test
    void refusesAFrameInPartAndGoesOnBehindIt() {
        FrameParser reader = FrameParser.ofMain(capacity.share(), () -> {});
        capacity.take(80_000);
        byte[] large = frame(Frame.CALL, 1, LENGTH);
        byte[] small = frame(Frame.CALL, 2, 100);
        reader.parse(new ReadBuffer(large, 0, 20), new Seen());
        assertThat(seen).containsExactly("refused:1");
        assertThat(reader.inPart()).isEqualTo(1);
        reader.parse(new ReadBuffer(large, 20, 30_000), new Seen());
        reader.parse(new ReadBuffer(large, 30_000, large.length), new Seen());
        assertThat(reader.inPart()).isZero();
        reader.parse(new ReadBuffer(small, 0, 50), new Seen());
        reader.parse(new ReadBuffer(small, 50, small.length), new Seen());
        capacity.give(80_000);
        reader.parse(new ReadBuffer(large, 0, 20), new Seen());
        assertThat(capacity.taken()).isEqualTo(large.length);
        reader.parse(new ReadBuffer(large, 20, large.length), new Seen());
        assertThat(capacity.taken()).isZero();
        assertThat(seen).containsExactly("refused:1", "3:2:100", "3:1:" + LENGTH);
    }

    @Test
    void endsALinkWhosePartialFrameIsNotAMessageAndDoesNotFit() {
        FrameParser reader = FrameParser.ofMain(capacity.share(), () -> {});
        capacity.take(80_000);
        assertThatThrownBy(() -> reader.parse(new ReadBuffer(frame(Frame.DEFINE, 1, 30_000), 0, 20), new Seen()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("inboundBytes");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void getsAllBackHoweverFramesCome(long seed) {
        Random random = new Random(seed);
        FrameParser reader = FrameParser.ofMain(capacity.share(), () -> {});
        for (int i = 0; i < 200; i++) {
            byte[] frame = frame(Frame.REPLY, i, random.nextInt(Frame.FRAGMENT));
            long others = random.nextInt(100_000);
            capacity.take(others);
            for (int at = 0; at < frame.length; ) {
                int next = Math.min(frame.length, at + random.nextInt(1, 40_000));
                reader.parse(new ReadBuffer(frame, at, next), new Seen());
                at = next;
            }
            capacity.give(others);
            assertThat(capacity.taken()).isZero();
        }
        assertThat(seen).hasSize(200).anyMatch(each -> each.startsWith("refused"));
    }

    @Test
    void refusesAMessageOnceAndDropsItsOtherFragments() {
        Assembly assembly = new Assembly(90_000, capacity.share());
        byte[] part = new byte[20_000];
        assertThat(assembly.add(Frame.CALL, Frame.MORE | Frame.ONE_WAY, 1, part, 0, 20_000, 0))
                .isNull();
        assertThat(capacity.taken()).isEqualTo(20_000);
        capacity.take(80_000);
        Assembly.Message refused = assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 20_000, 0);
        assertThat(refused).isEqualTo(new Assembly.Message(Frame.ONE_WAY, null));
        assertThat(capacity.taken()).isEqualTo(80_000);
        capacity.give(80_000);
        assertThat(assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 20_000, 0)).isNull();
        assertThat(capacity.taken()).isZero();
        assertThat(assembly.takes(Frame.CALL, 0, 1)).isTrue();
        assertThat(assembly.add(Frame.CALL, 0, 1, part, 0, 20_000, 0)).isNull();
        assertThat(assembly.takes(Frame.CALL, 0, 1)).isFalse();
    }

    @Test
    void refusesAMessageAtItsFirstAndAtItsLastFragment() {
        Assembly assembly = new Assembly(90_000, capacity.share());
        byte[] part = new byte[40_000];
        capacity.take(90_000);
        assertThat(assembly.add(Frame.REPLY, Frame.MORE, 1, part, 0, 40_000, 0))
                .isEqualTo(new Assembly.Message(0, null));
        capacity.give(90_000);
        assembly.add(Frame.REPLY, Frame.MORE, 2, part, 0, 40_000, 0);
        capacity.take(60_000);
        assertThat(assembly.add(Frame.REPLY, 0, 2, part, 0, 10, 0)).isEqualTo(new Assembly.Message(0, null));
        assertThat(assembly.takes(Frame.REPLY, 0, 2)).isFalse();
        assertThat(capacity.taken()).isEqualTo(60_000);
    }

    @Test
    void refusesAMessageOfWhichAFragmentWasDropped() {
        Assembly assembly = new Assembly(90_000, capacity.share());
        byte[] part = new byte[100];
        assembly.add(Frame.CALL, Frame.MORE | Frame.ACCEPT, 1, part, 0, 100, 0);
        assertThat(assembly.refuse(Frame.CALL, Frame.MORE, 1, 0)).isEqualTo(new Assembly.Message(Frame.ACCEPT, null));
        assertThat(assembly.refuse(Frame.CALL, Frame.MORE, 1, 0)).isNull();
        assertThat(assembly.refuse(Frame.CALL, 0, 1, 0)).isNull();
        assertThat(assembly.isEmpty()).isTrue();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void isGivenBackByAbortsAndByTheEndOfTheLink() {
        InboundCapacity.LinkShare share = capacity.share();
        Assembly assembly = new Assembly(90_000, share);
        byte[] part = new byte[40_000];
        assembly.add(Frame.CALL, Frame.MORE, 1, part, 0, 40_000, 0);
        assembly.add(Frame.CALL, Frame.MORE, 2, part, 0, 40_000, 0);
        assembly.add(Frame.CALL, Frame.ABORT, 1, part, 0, 0, 0);
        assertThat(capacity.taken()).isEqualTo(40_000);
        assembly.close();
        assertThat(capacity.taken()).isZero();
        assertThat(assembly.add(Frame.CALL, Frame.MORE, 3, part, 0, 40_000, 0)).isNull();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void doesNotFitForALaneThatReadsALargeFrame() throws IOException {
        Out out = new Out(64);
        out.write(frame(Frame.CALL, 1, 90_000), 0, 90_000 + Frame.HEADER);
        out.write(frame(Frame.CALL, 2, 10), 0, 10 + Frame.HEADER);
        out.write(frame(Frame.CALL, 3, 90_000), 0, 90_000 + Frame.HEADER);
        InboundCapacity.LinkShare share = capacity.share();
        FrameParser lane = FrameParser.ofLane(1 << 20, share, () -> {});
        TrickleLink link = new TrickleLink(out.copy(), asked -> Math.min(asked, 7_000));
        capacity.take(70_000);
        assertThat(lane.read(link).remaining()).isZero();
        assertThat(lane.refused()).isTrue();
        assertThat(lane.id()).isEqualTo(1);
        assertThat(lane.read(link).remaining()).isEqualTo(10);
        assertThat(lane.refused()).isFalse();
        capacity.give(70_000);
        assertThat(lane.read(link).remaining()).isEqualTo(90_000);
        assertThat(capacity.taken()).isBetween(90_000L - Hello.LONGEST, 90_000L + HEAD);
        lane.close();
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void admitsCallsUpToEachLimitAndNamesIt() {
        AdmissionLimit admission = new AdmissionLimit(
                Limits.builder().callsInFlight(2).messageBytes(60_000).build(), capacity);
        assertThat(admission.enter(60_000)).isNull();
        assertThat(admission.enter(60_001)).contains("'messageBytes'");
        assertThat(admission.enter(50_000)).contains("'inboundBytes'");
        assertThat(admission.enter(10)).isNull();
        assertThat(admission.enter(10)).contains("'callsInFlight'");
        assertThat(admission.calls()).isEqualTo(2);
        admission.leave(60_000);
        admission.leave(10);
        assertThat(admission.calls()).isZero();
        assertThat(capacity.taken()).isZero();
        assertThat(admission.enter(90_000)).isNull();
    }

    @Test
    void countsWhatShortCallsTakeBesideTheirBytes() {
        AdmissionLimit admission = new AdmissionLimit(Limits.defaults(), capacity);
        int calls = 0;
        while (admission.enter(1) == null) {
            calls++;
        }
        assertThat(calls).isBetween(1, 100_000 / DecodingBudget.FREE_MEMORY);
        assertThat(admission.enter(0)).as("one that runs where it was read").isNull();
        admission.leave(0);
        for (int i = 0; i < calls; i++) {
            admission.leave(1);
        }
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void isNotTakenToTheEndByValues() {
        assertThat(capacity.takeForValues(75_001)).isFalse();
        assertThat(capacity.takeForValues(75_000)).isTrue();
        assertThat(capacity.takeForValues(1)).isFalse();
        assertThat(capacity.take(25_000)).isTrue();
        capacity.give(25_000);
        capacity.give(75_000);
        assertThat(capacity.taken()).isZero();
    }

    @Test
    void reportsFinishedOneWayCallsInBatchesAndTheRestWithTheLastOne() {
        Credits credits = new Credits();
        for (int i = 0; i < Credits.MOST + 2; i++) {
            credits.begin();
        }
        for (int i = 1; i < Credits.MOST; i++) {
            assertThat(credits.done(false)).isZero();
        }
        assertThat(credits.done(false)).isEqualTo(Credits.MOST);
        assertThat(credits.done(false)).isZero();
        assertThat(credits.done(true)).as("one was answered").isEqualTo(1);
    }
}
