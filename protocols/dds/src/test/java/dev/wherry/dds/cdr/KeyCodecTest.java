package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.Final;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys are what Cyclone DDS takes for keys. */
@NullMarked
class KeyCodecTest {
    @Final
    record FinalPart(short a, @Key int b) {}

    record AppendablePart(short a, @Key int b) {}

    @Mutable
    record MutablePart(short a, @Key int b) {}

    @Final
    record Whole(short a, int b) {}

    @Final
    record FinalKeyed(
            double price,
            @Key String symbol,
            @Key FinalPart part,
            @Key Whole whole,
            long last) {}

    record AppendableKeyed(
            double price,
            @Key String symbol,
            @Key AppendablePart part,
            @Key Whole whole,
            long last) {}

    @Mutable
    record MutableKeyed(
            double price,
            @Key String symbol,
            @Key MutablePart part,
            @Key Whole whole,
            long last) {}

    private static Object value(String name) {
        Whole whole = new Whole((short) 3, 4);
        return switch (name) {
            case "FinalKeyed" -> new FinalKeyed(1.5, "abc", new FinalPart((short) 1, 2), whole, 5);
            case "AppendableKeyed" -> new AppendableKeyed(1.5, "abc", new AppendablePart((short) 1, 2), whole, 5);
            default -> new MutableKeyed(1.5, "abc", new MutablePart((short) 1, 2), whole, 5);
        };
    }

    private static KeyCodec codec(Class<?> type) {
        try {
            return new KeyCodec((JavaType.Members) new JavaTypes().of(type));
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FinalKeyed, XCDR1, 000100000400000061626300020000000300000004000000",
        "FinalKeyed, XCDR2, 000700000400000061626300020000000300000004000000",
        "AppendableKeyed, XCDR1, 000100000400000061626300020000000300000004000000",
        "AppendableKeyed, XCDR2, 0009000018000000040000006162630004000000020000000300000004000000",
        "MutableKeyed, XCDR1, 00030000017f080001000000080000000400000061626300017f08000200000014000000017f080001000000"
                + "0400000002000000027f0000017f080003000000080000000300000004000000027f0000",
        "MutableKeyed, XCDR2,"
                + " 000b000030000000010000500400000061626300020000400c0000000800000001000020020000000300004008"
                + "0000000300000004000000"
    })
    void writesAndReadsTheKeyThatCycloneWrites(String name, Representation representation, String hex) {
        Object value = value(name);
        KeyCodec codec = codec(value.getClass());
        CdrWriter writer = new CdrWriter();
        codec.write(value, representation, writer);
        assertThat(HexFormat.of().formatHex(writer.toBytes())).isEqualTo(hex);
        byte[] bytes = writer.toBytes();
        assertThat(codec.read(new CdrReader(bytes, bytes.length, Samples.limits(bytes))))
                .isEqualTo(codec.of(value))
                .isEqualTo(List.of("abc", List.of(2), new Whole((short) 3, 4)));
    }

    @Test
    void refusesATypeWithoutAKey() {
        assertThatThrownBy(() -> codec(Whole.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no member that is a @Key");
    }
}
