package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.Codec.Coder;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The layout that docs/protocol.md gives for codec compact, both ways. */
class CompactBytesTest {
    private final Messages messages = new Messages();

    private void areTheBytes(String bytes, Object value, Type declared) {
        Coder coder = messages.coder(declared, Shapes.allowed());
        byte[] golden = HexFormat.of().parseHex(bytes.replace(" ", ""));
        assertThat(messages.encode(coder, value)).isEqualTo(golden);
        assertThat(messages.decode(coder, golden)).isEqualTo(value);
    }

    @Test
    void ofPrimitivesAndTextAreBare() {
        areTheBytes("09", -5, int.class);
        areTheBytes("80 01", 64L, long.class);
        areTheBytes("01", true, boolean.class);
        areTheBytes("03 61", "a", String.class);
    }

    @Test
    void ofOtherValuesBeginWithAHead() {
        areTheBytes("00", null, Object.class);
        areTheBytes("12 09", -5, Object.class);
        areTheBytes("08 03 61", "a", Object.class);
    }

    @Test
    void ofClassesAndUrlsAreTexts() throws Exception {
        areTheBytes("BC 01 07 69 6E 74", int.class, Object.class);
        areTheBytes("BE 01 0D 66 69 6C 65 3A 78", java.net.URI.create("file:x").toURL(), Object.class);
    }

    @Test
    void ofContainersTellHowTheirElementsLie() {
        areTheBytes(
                "2C 02 01 03 61 00", new ArrayList<>(Arrays.asList("a", null)), new Generic<List<String>>() {}.type);
        areTheBytes(
                "2C 03 00 12 02 02 04 00",
                new ArrayList<>(Arrays.asList(1, 2, null)),
                new Generic<List<Integer>>() {}.type);
        areTheBytes("04 2C 01 00 12 02", new ArrayList<>(List.of(1)), Object.class);
        areTheBytes("42 01 01 03 6B 12 02", Map.of("k", 1), new Generic<Map<String, Integer>>() {}.type);
        Map<String, Integer> used = new LinkedHashMap<>(8, 0.75f, true);
        used.put("k", 1);
        areTheBytes("40 01 05 03 6B 12 02", used, new Generic<Map<String, Integer>>() {}.type);
        areTheBytes(
                "3C 06 01 00 00",
                new TreeSet<>(Comparator.nullsFirst(Comparator.<Integer>naturalOrder())),
                new Generic<Set<Integer>>() {}.type);
    }

    @Test
    void ofRecordsAndEnumsNameASchema() {
        areTheBytes("09 02 03", new Point(1, -2), Object.class);
        areTheBytes("0B 01", Fish.EEL, Object.class);
        assertThat(HexFormat.of().formatHex(messages.definitions().get(0).content()))
                .isEqualTo(HexFormat.of()
                        .formatHex(schema("00", Point.class.getName(), "00" + "02" + "0378" + "04" + "0379" + "04")));
        assertThat(HexFormat.of().formatHex(messages.definitions().get(1).content()))
                .isEqualTo(HexFormat.of()
                        .formatHex(schema("02", Fish.class.getName(), "00" + "02" + "07434f44" + "0745454c")));
    }

    private static byte[] schema(String shape, String name, String rest) {
        String text = "%02x".formatted(2 * name.length() + 1) + HexFormat.of().formatHex(name.getBytes());
        return HexFormat.of().parseHex(shape + text + rest);
    }
}
