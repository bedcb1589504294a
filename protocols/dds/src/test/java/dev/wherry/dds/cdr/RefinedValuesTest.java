package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.dds.Bound;
import dev.wherry.dds.Case;
import dev.wherry.dds.Discriminator;
import dev.wherry.dds.Final;
import dev.wherry.dds.Length;
import dev.wherry.dds.Narrow;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.Signed;
import dev.wherry.dds.Unsigned;
import dev.wherry.dds.Value;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Values of types that annotations choose. */
@NullMarked
class RefinedValuesTest {
    private static final CdrLimits LIMITS = CdrLimits.of(1_000, Limits.defaults());

    enum Level {
        LOW,
        @Value(7)
        HIGH,
        HIGHER
    }

    @Discriminator(Level.class)
    sealed interface Choice {}

    @Case(0)
    record Number(@Unsigned int number) implements Choice {}

    @Case({7, 8})
    record Words(List<@Bound(4) String> words) implements Choice {}

    @Final
    @Discriminator(value = short.class, unsigned = true)
    sealed interface Open {}

    @Case(0)
    record Flag(boolean flag) implements Open {}

    @Case
    record Other(String other) implements Open {}

    record All(
            @Signed byte small,
            @Unsigned byte octet,
            @Narrow char letter,
            @Bound(5) String symbol,
            @Narrow char @Bound(4) [] letters,
            @Unsigned short @Length(2) [] pair,
            int @Length(2) [] @Length(3) [] matrix,
            @Bound(3) String @Length(2) [] names,
            Optional<@Bound(2) List<@Unsigned Long>> numbers,
            Level level,
            Choice choice,
            Open open) {}

    @Final
    record Grid(@Unsigned short @Length(2) [] pair, byte @Length(2) [] @Length(2) [] octets, Level level, Open open) {}

    @Final
    record Texts(
            @Bound(2) String text,
            int @Bound(1) [] numbers,
            @Narrow char letter) {}

    @OutParameters
    record Division(int remainder, int return_) {}

    interface Calculator {
        Division divide(int dividend, int divisor);
    }

    private static CdrCodec codec(Class<?> type) throws UnsupportedTypeException {
        return new CdrCodec(new JavaTypes().of(type));
    }

    private static String hex(Class<?> type, Object value, Representation representation)
            throws UnsupportedTypeException {
        return HexFormat.of()
                .formatHex(codec(type).encode(value, representation))
                .substring(8);
    }

    @ParameterizedTest
    @EnumSource(Representation.class)
    void readsWhatWasWritten(Representation representation) throws UnsupportedTypeException {
        CdrCodec codec = codec(All.class);
        RandomValues random = new RandomValues(1);
        for (int i = 0; i < 300; i++) {
            Object value = random.of(new JavaTypes().of(All.class));
            assertThat(codec.decode(codec.encode(value, representation), LIMITS))
                    .usingRecursiveComparison()
                    .isEqualTo(value);
        }
    }

    @Test
    void writesArraysOfFixedLengthWithoutACount() throws UnsupportedTypeException {
        Grid grid =
                new Grid(new short[] {1, (short) 0xffff}, new byte[][] {{1, 2}, {3, 4}}, Level.HIGHER, new Flag(true));
        assertThat(hex(Grid.class, grid, Representation.XCDR2))
                .isEqualTo("0100ffff" + "01020304" + "08000000" + "00000100");
    }

    @Test
    void writesAnUnusedLabelForTheDefaultCase() throws UnsupportedTypeException {
        CdrCodec codec = codec(Open.class);
        assertThat(hex(Open.class, new Other(""), Representation.XCDR2)).startsWith("0100");
        byte[] bytes = HexFormat.of().parseHex("00070000" + "0900" + "0000" + "0200000061" + "00");
        assertThat(codec.decode(bytes, LIMITS)).isEqualTo(new Other("a"));
    }

    @Test
    void refusesToWriteWhatExceedsABound() throws UnsupportedTypeException {
        CdrCodec codec = codec(Texts.class);
        assertThatThrownBy(() -> codec.encode(new Texts("€", new int[1], 'a'), Representation.XCDR2))
                .hasMessageContaining("Texts.text: a text of more than 2 bytes");
        assertThatThrownBy(() -> codec.encode(new Texts("a", new int[2], 'a'), Representation.XCDR2))
                .hasMessageContaining("Texts.numbers: 2 elements, of which there are at most 1");
        assertThatThrownBy(() -> codec.encode(new Texts("a", new int[1], '€'), Representation.XCDR2))
                .hasMessageContaining("Texts.letter: the character '€' is not one byte");
        assertThatThrownBy(() -> codec(Grid.class)
                        .encode(
                                new Grid(new short[3], new byte[2][2], Level.LOW, new Flag(true)),
                                Representation.XCDR2))
                .hasMessageContaining("Grid.pair: an array of 2 elements has 3");
    }

    @Test
    void refusesToReadWhatExceedsABound() throws UnsupportedTypeException {
        CdrCodec codec = codec(Texts.class);
        byte[] text = HexFormat.of().parseHex("00070000" + "0400000061616100" + "00000000" + "61");
        assertThatThrownBy(() -> codec.decode(text, LIMITS)).hasMessageContaining("more than 2 bytes");
        byte[] numbers =
                HexFormat.of().parseHex("00070000" + "0100000000" + "000000" + "02000000" + "0100000002000000" + "61");
        assertThatThrownBy(() -> codec.decode(numbers, LIMITS)).hasMessageContaining("at most 1");
    }

    @Test
    void refusesANumberThatNoConstantHas() throws UnsupportedTypeException {
        byte[] bytes = HexFormat.of().parseHex("00070000" + "00000000" + "00000000" + "05000000" + "000001");
        assertThatThrownBy(() -> codec(Grid.class).decode(bytes, LIMITS))
                .hasMessageContaining("Grid.level: 5 is not a constant");
    }

    @Test
    void sendsTheComponentsOfARecordAsOutParameters() throws Exception {
        CallTypes types = CallTypes.of(Calculator.class, new JavaTypes());
        Operation divide = types.operations().getFirst();
        assertThat(divide.out().dataType().members())
                .extracting(each -> each.name() + each.id())
                .containsExactly("remainder0", "return_1");
        CallCodec codec = new CallCodec(types, Representation.XCDR2);
        CdrWriter writer = new CdrWriter();
        codec.writeResult(writer, new SampleIdentity(1, 2, 3), divide, new Division(1, 3));
        byte[] bytes = writer.toBytes();
        assertThat(codec.readReply(new CdrReader(bytes, bytes.length, LIMITS)).result())
                .isEqualTo(new Division(1, 3));
        assertThatThrownBy(() -> codec.writeResult(writer, new SampleIdentity(1, 2, 3), divide, null))
                .hasMessageContaining("null");
    }
}
