package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameParserOfLaneTest {
    private static final int LONGEST = 1 << 20;

    /** The parser and its link. */
    private record Lane(Link link, FrameParser parser) {
        Lane(Link link, int longest) {
            this(link, FrameParser.ofLane(longest, new InboundCapacity(Long.MAX_VALUE).share(), () -> {}));
        }

        void readPreamble() throws IOException {
            parser.readPreamble(link);
        }

        In read() throws IOException {
            return parser.read(link);
        }
    }

    private static void frame(Out out, int type, long id, int length) {
        int start = Frame.begin(out, type, 0, id);
        for (int i = 0; i < length; i++) {
            out.writeByte((int) id + i);
        }
        Frame.end(out, start);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void readsThePreambleAndFramesHoweverTheyCome(long seed) throws IOException {
        Random random = new Random(seed);
        Out out = new Out(64);
        Preamble.write(out);
        int[] lengths = random.ints(60, 0, random.nextBoolean() ? 30 : 9_000).toArray();
        lengths[30] = 300_000;
        for (int i = 0; i < lengths.length; i++) {
            frame(out, Frame.REPLY, i, lengths[i]);
        }
        int most = 1 + random.nextInt(5_000);
        Lane lane = new Lane(new TrickleLink(out.copy(), asked -> 1 + random.nextInt(most)), LONGEST);
        lane.readPreamble();
        for (int i = 0; i < lengths.length; i++) {
            In body = lane.read();
            assertThat(lane.parser().type()).isEqualTo(Frame.REPLY);
            assertThat(lane.parser().id()).isEqualTo(i);
            assertThat(body.remaining()).isEqualTo(lengths[i]);
            for (int k = 0; k < lengths[i]; k++) {
                if (body.readByte() != (i + k & 255)) {
                    throw new AssertionError("byte " + k + " of frame " + i);
                }
            }
        }
        assertThat(lane.parser().rest()).isEmpty();
        assertThat(lane.parser().taken()).isEqualTo(out.size());
        assertThatThrownBy(lane::read).isInstanceOf(EOFException.class);
    }

    @Test
    void givesWhatWasReadBeyondAFrame() throws IOException {
        Out out = new Out(64);
        frame(out, Frame.PING, 1, 0);
        byte[] next = {1, 2, 3, 4, 5};
        out.write(next, 0, next.length);
        Lane lane = new Lane(new TrickleLink(out.copy(), asked -> asked), LONGEST);
        lane.read();
        assertThat(lane.parser().rest()).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, LONGEST + 11})
    void refusesLengthsOverItsLimit(int length) {
        Out out = new Out(64);
        out.writeInt(length);
        Lane lane = new Lane(new TrickleLink(out.copy(), asked -> asked), LONGEST);
        assertThatThrownBy(lane::read).isInstanceOf(ProtocolException.class);
    }

    @Test
    void allocatesForWhatHasComeAndNotForWhatIsAnnounced() {
        Out out = new Out(64);
        out.writeInt(Integer.MAX_VALUE - 64);
        out.writeByte(Frame.REPLY);
        out.size(10_000);
        int[] asked = {0};
        Lane lane = new Lane(
                new TrickleLink(out.copy(), length -> {
                    asked[0] = Math.max(asked[0], length);
                    return length;
                }),
                Integer.MAX_VALUE - 32);
        assertThatThrownBy(lane::read).isInstanceOf(EOFException.class);
        assertThat(asked[0]).isLessThan(40_000);
    }

    @Test
    void takesALowerLimitForOneFrame() {
        Out out = new Out(64);
        frame(out, Frame.HELLO, 0, 5_000);
        byte[] bytes = out.copy();
        Lane lane = new Lane(new TrickleLink(bytes, asked -> asked), LONGEST);
        assertThatThrownBy(() -> lane.parser().read(lane.link(), Hello.LONGEST))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("5010 bytes");
    }

    @Test
    void endsInTheMiddleOfAFrameWithTheEndOfItsLink() throws IOException {
        Out out = new Out(64);
        Preamble.write(out);
        frame(out, Frame.PING, 1, 0);
        byte[] whole = out.copy();
        for (int length = 0; length < whole.length; length++) {
            Lane lane = new Lane(new TrickleLink(Arrays.copyOf(whole, length), asked -> asked), LONGEST);
            assertThatThrownBy(() -> {
                        lane.readPreamble();
                        lane.read();
                    })
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void takesLongFramesOfMessagesOnly() throws IOException {
        Out out = new Out(64);
        frame(out, Frame.CALL, 1, Frame.FRAGMENT + 1);
        frame(out, Frame.DEFINE, 2, Frame.FRAGMENT + 1);
        Lane lane = new Lane(new TrickleLink(out.copy(), asked -> asked), LONGEST);
        assertThat(lane.read().remaining()).isEqualTo(Frame.FRAGMENT + 1);
        assertThatThrownBy(lane::read)
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("10 to 65546 bytes are accepted");
    }

    @Test
    void refusesUnknownTypesAndFlagsByName() {
        Out out = new Out(64);
        frame(out, 99, 1, 0);
        assertThatThrownBy(new Lane(new TrickleLink(out.copy(), asked -> asked), LONGEST)::read)
                .hasMessageContaining("frame type 99");
        out.reset(64);
        Frame.write(out, Frame.CANCEL, Frame.MORE, 1);
        assertThatThrownBy(new Lane(new TrickleLink(out.copy(), asked -> asked), LONGEST)::read)
                .hasMessageContaining("0x1");
    }
}
