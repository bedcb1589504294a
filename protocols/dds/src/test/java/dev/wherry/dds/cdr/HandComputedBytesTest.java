package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.types.Representation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Bytes that follow from the text of XTypes 1.3, for values of which no other implementation was asked. */
@NullMarked
class HandComputedBytesTest {
    @Final
    record Times(Instant at, Duration took, BigDecimal exact) {}

    @Mutable
    record Sparse(
            @Id(0x0abcdef) Optional<Integer> some, @Id(2) Optional<Integer> none) {}

    @Mutable
    record Wide(short[] two, float[] four, double[] eight, UUID id, Instant at) {}

    record Empty() {}

    @Mutable
    record EmptyMutable() {}

    record Notes(Map<String, Optional<String>> notes) {}

    private static void expect(Object value, Representation representation, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        CdrCodec codec = Samples.codec(value.getClass());
        assertThat(codec.encode(value, representation))
                .asHexString()
                .isEqualTo(HexFormat.of().withUpperCase().formatHex(bytes));
        assertThat(codec.decode(bytes, Samples.limits(bytes)))
                .usingRecursiveComparison()
                .isEqualTo(value);
    }

    @Test
    void writesTimesAsSecondsAndNanosecondsAndADecimalAsText() {
        expect(
                new Times(Instant.ofEpochSecond(1, 2), Duration.ofSeconds(-1), new BigDecimal("1.50")),
                Representation.XCDR1,
                "00010003 0100000000000000 02000000 00000000 ffffffffffffffff 00000000 05000000 312e353000 000000");
        expect(
                new Times(Instant.ofEpochSecond(1, 2), Duration.ofSeconds(-1), new BigDecimal("1.50")),
                Representation.XCDR2,
                "00070003 0100000000000000 02000000 ffffffffffffffff 00000000 05000000 312e353000 000000");
    }

    @Test
    void leavesOutMutableMembersThatAreEmpty() {
        expect(
                new Sparse(Optional.of(5), Optional.empty()),
                Representation.XCDR2,
                "000b0000 08000000 efcdab20 05000000");
        expect(
                new Sparse(Optional.of(5), Optional.empty()),
                Representation.XCDR1,
                "00030000 017f0800 efcdab00 04000000 05000000 027f0000");
    }

    @Test
    void usesTheLengthOfASequenceAsThatOfItsMember() {
        expect(
                new Wide(
                        new short[] {1},
                        new float[] {1},
                        new double[] {1},
                        new UUID(0x0102030405060708L, 0x090a0b0c0d0e0f10L),
                        Instant.ofEpochSecond(1)),
                Representation.XCDR2,
                "000b0000 58000000"
                        + "00000040 06000000 01000000 0100 0000"
                        + "01000060 01000000 0000803f"
                        + "02000070 01000000 000000000000f03f"
                        + "03000040 10000000 0102030405060708090a0b0c0d0e0f10"
                        + "04000040 0c000000 0100000000000000 00000000");
    }

    @Test
    void writesADummyForAStructureWithoutMembers() {
        expect(new Empty(), Representation.XCDR1, "00010003 00 000000");
        expect(new Empty(), Representation.XCDR2, "00090003 01000000 00 000000");
        expect(new EmptyMutable(), Representation.XCDR2, "000b0003 05000000 00000000 00 000000");
    }

    @Test
    void writesAMapAsKeysAndValues() {
        expect(
                new Notes(Map.of("a", Optional.of("b"))),
                Representation.XCDR2,
                "00090002 16000000 12000000 01000000 02000000 6100 01 00 02000000 6200 0000");
    }

    @Test
    void refusesAValueOfAnotherExtensibility() {
        byte[] appendable = HexFormat.of().parseHex("0009000301000000" + "00000000");
        assertThatThrownBy(() -> Samples.decode(Times.class, appendable))
                .isInstanceOf(CdrException.class)
                .hasMessage("Times: the type is final, but the header is of one that is appendable (at byte 0)");
    }
}
