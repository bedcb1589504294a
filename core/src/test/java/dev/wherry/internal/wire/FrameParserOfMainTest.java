package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameParserOfMainTest {
    private static final FrameParser.Sink IGNORED = (type, flags, id, body) -> {};

    private final List<String> seen = new ArrayList<>();
    private final FrameParser reader = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});

    private void see(int type, int flags, long id, In body) {
        seen.add(shown(type, flags, id, body));
    }

    private static String shown(int type, int flags, long id, In body) {
        return type + " " + flags + " " + id + " " + HexFormat.of().formatHex(body.readBytes(body.remaining()));
    }

    private static byte[] frames(Random random, int count, List<String> expected) {
        Out out = new Out(64);
        for (int i = 0; i < count; i++) {
            byte[] body = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(40)];
            random.nextBytes(body);
            int type = random.nextBoolean() ? Frame.REPLY : Frame.CALL;
            int flags = random.nextBoolean() ? Frame.MORE : 0;
            long id = random.nextLong();
            int start = Frame.begin(out, type, flags, id);
            out.write(body, 0, body.length);
            Frame.end(out, start);
            expected.add(type + " " + flags + " " + id + " " + HexFormat.of().formatHex(body));
        }
        return out.copy();
    }

    /** However the call was cut; not one that was cancelled before it was sent again, nor one whose Cancel is not whole yet. */
    @Test
    void findsTheCancelThatWasReadTogetherWithItsCall() {
        List<String> found = new ArrayList<>();
        FrameParser finding = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
        FrameParser.Sink sink = (type, flags, id, body) -> {
            if (type == Frame.CALL) {
                found.add(id + " " + finding.cancels(id));
            }
        };
        Out out = new Out(64);
        Frame.write(out, Frame.CALL, 0, 1);
        Frame.write(out, Frame.CALL, 0, 2);
        Frame.write(out, Frame.CANCEL, 0, 3);
        Frame.write(out, Frame.CANCEL, 0, 1);
        Frame.write(out, Frame.CALL, 0, 3);
        Frame.write(out, Frame.CANCEL, 0, 2);
        byte[] bytes = out.copy();
        for (int cut = 0; cut < Frame.HEADER; cut++) {
            found.clear();
            finding.parse(new ReadBuffer(bytes, 0, cut), sink);
            finding.parse(new ReadBuffer(bytes, cut, bytes.length), sink);
            assertThat(found).as("cut at %s", cut).containsExactly("1 true", "2 true", "3 false");
        }
        found.clear();
        finding.parse(new ReadBuffer(bytes, 0, bytes.length - 1), sink);
        assertThat(found).containsExactly("1 true", "2 false", "3 false");
    }

    @Test
    void readsFramesCutAtEveryTwoPlaces() {
        List<String> expected = new ArrayList<>();
        byte[] bytes = frames(new Random(1), 5, expected);
        for (int first = 0; first <= bytes.length; first++) {
            for (int second = first; second <= bytes.length; second++) {
                seen.clear();
                reader.parse(new ReadBuffer(bytes, 0, first), this::see);
                reader.parse(new ReadBuffer(bytes, first, second), this::see);
                reader.parse(new ReadBuffer(bytes, second, bytes.length), this::see);
                assertThat(seen).isEqualTo(expected);
                assertThat(reader.inPart()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void readsFramesCutAnyhow(long seed) {
        Random random = new Random(seed);
        List<String> expected = new ArrayList<>();
        byte[] bytes = frames(random, 300, expected);
        for (int at = 0; at < bytes.length; ) {
            int next = Math.min(bytes.length, at + random.nextInt(60));
            reader.parse(new ReadBuffer(bytes, at, next), this::see);
            at = next;
        }
        assertThat(seen).isEqualTo(expected);
    }

    @Test
    void saysThatAFrameHasComeInPart() {
        byte[] bytes = frames(new Random(2), 1, new ArrayList<>());
        for (int length = 1; length < bytes.length; length++) {
            FrameParser fresh = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
            fresh.parse(new ReadBuffer(bytes, 0, length), IGNORED);
            assertThat(fresh.inPart()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Frame.FRAGMENT + 11})
    void refusesLengthsThatNoFrameHas(int length) {
        Out out = new Out(16);
        out.writeInt(length);
        for (int cut = 1; cut <= 4; cut++) {
            FrameParser fresh = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
            int part = cut;
            ProtocolException refused = catchThrowableOfType(ProtocolException.class, () -> {
                fresh.parse(new ReadBuffer(out.array(), 0, part), IGNORED);
                fresh.parse(new ReadBuffer(out.array(), part, 4), IGNORED);
            });
            assertThat(refused.goAway().reason()).isEqualTo(GoAway.Reason.LIMIT);
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void takesTheLongestBodyThatIsAllowed() {
        Out out = new Out(16);
        int start = Frame.begin(out, Frame.REPLY, 0, 1);
        out.size(out.size() + Frame.FRAGMENT);
        Frame.end(out, start);
        reader.parse(new ReadBuffer(out.array(), 0, 1_000), this::see);
        reader.parse(new ReadBuffer(out.array(), 1_000, out.size()), this::see);
        assertThat(seen).hasSize(1);
    }

    @Test
    void refusesUnknownTypesAndFlagsByName() {
        assertThatThrownBy(() -> take(99, 0)).hasMessageContaining("frame type 99");
        assertThatThrownBy(() -> take(0, 0)).hasMessageContaining("frame type 0");
        assertThatThrownBy(() -> take(Frame.CALL, Frame.ANSWER)).hasMessageContaining("0x40");
        assertThatThrownBy(() -> take(Frame.PING, 0x80)).hasMessageContaining("0x80");
        assertThatThrownBy(() -> take(Frame.CANCEL, Frame.MORE)).hasMessageContaining("0x1");
        assertThat(seen).isEmpty();
    }

    private void take(int type, int flags) {
        Out out = new Out(16);
        Frame.write(out, type, flags, 5);
        FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {})
                .parse(new ReadBuffer(out.array(), 0, out.size()), (t, f, id, body) -> seen.add("?"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void givesFramesOrARefusalForAnyBytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (random.nextBoolean() && bytes.length > 4) {
                bytes[1] = bytes[2] = bytes[3] = 0;
            }
            try {
                FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {})
                        .parse(new ReadBuffer(bytes, 0, bytes.length), (type, flags, id, body) -> {});
            } catch (ProtocolException e) {
                assertThat(e.goAway().reason()).isIn(GoAway.Reason.LIMIT, GoAway.Reason.PROTOCOL);
            }
        }
    }

    @Test
    void refusesAFrameInPartAsSoonAsItsHeaderIsKnown() {
        Out out = new Out(64);
        int start = Frame.begin(out, 99, 0, 5);
        out.size(out.size() + 1_000);
        Frame.end(out, start);
        FrameParser fresh = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
        fresh.parse(new ReadBuffer(out.array(), 0, Frame.HEADER - 1), IGNORED);
        assertThatThrownBy(() -> fresh.parse(new ReadBuffer(out.array(), Frame.HEADER - 1, Frame.HEADER), IGNORED))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("frame type 99");
    }

    @Test
    void reportsOnceThatAFrameWasReceivedInPart() {
        byte[] bytes = frames(new Random(3), 2, new ArrayList<>());
        int[] begun = {0};
        FrameParser fresh = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> begun[0]++);
        for (int at = 0; at < bytes.length; at++) {
            fresh.parse(new ReadBuffer(bytes, at, at + 1), IGNORED);
        }
        assertThat(begun[0]).isEqualTo(2);
        assertThat(fresh.inPart()).isZero();
        assertThat(fresh.frames()).isEqualTo(2);
        assertThat(fresh.taken()).isEqualTo(bytes.length);
    }
}
