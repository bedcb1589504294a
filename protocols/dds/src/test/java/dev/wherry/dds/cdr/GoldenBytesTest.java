package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.cdr.Samples.AppendableOrder;
import dev.wherry.dds.cdr.Samples.AppendableScalars;
import dev.wherry.dds.cdr.Samples.FinalOrder;
import dev.wherry.dds.cdr.Samples.FinalScalars;
import dev.wherry.dds.cdr.Samples.Maps;
import dev.wherry.dds.cdr.Samples.MutableOrder;
import dev.wherry.dds.cdr.Samples.MutableScalars;
import dev.wherry.dds.cdr.Samples.Price;
import dev.wherry.dds.cdr.Samples.Side;
import dev.wherry.dds.types.Representation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of values are those that Eclipse Cyclone DDS writes. The file has what its Python package made of the same values, in both
 * versions and byte orders; golden.py makes it anew.
 */
class GoldenBytesTest {
    private static final Map<String, Object> VALUES = values();

    private static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(
                "FinalScalars",
                new FinalScalars(
                        true, (byte) 0xfe, (short) -2, 0x01020304, 0x0102030405060708L, 1.5F, -2.25, '€', "aé€"));
        values.put(
                "AppendableScalars",
                new AppendableScalars(
                        true, (byte) 0xfe, (short) -2, 0x01020304, 0x0102030405060708L, 1.5F, -2.25, '€', "aé€"));
        values.put(
                "MutableScalars",
                new MutableScalars(
                        true, (byte) 0xfe, (short) -2, 0x01020304, 0x0102030405060708L, 1.5F, -2.25, '€', "aé€"));
        Price free = new Price(5, "");
        List<Side> none = List.of();
        values.put("FinalOrder", Samples.finalOrder());
        values.put(
                "FinalOrderEmpty",
                new FinalOrder(
                        7, Side.BUY, free, null, null, List.of(), List.of(), List.of(), List.of(), none, List.of(),
                        List.of(), (byte) 5));
        values.put("AppendableOrder", Samples.appendableOrder());
        values.put(
                "AppendableOrderEmpty",
                new AppendableOrder(
                        7,
                        Side.BUY,
                        free,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        none,
                        List.of(),
                        List.of(),
                        (byte) 5));
        values.put("MutableOrder", Samples.mutableOrder());
        values.put(
                "MutableOrderEmpty",
                new MutableOrder(
                        7, Side.BUY, free, null, null, List.of(), List.of(), List.of(), List.of(), none, List.of(),
                        List.of(), (byte) 5));
        values.put("Drawing", Samples.drawing());
        Map<String, Integer> amounts = new LinkedHashMap<>();
        amounts.put("a", 1);
        amounts.put("bc", 2);
        values.put("Maps", new Maps(amounts, new UUID(0x0001020304050607L, 0x08090a0b0c0d0e0fL)));
        return values;
    }

    /** Returns the lines of the file: name, version, byte order and bytes. */
    static List<String[]> lines() {
        try (var in = GoldenBytesTest.class.getResourceAsStream("cyclonedds-11.0.1.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().map(line -> line.split(" ")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Arguments> golden() {
        List<Arguments> all = new ArrayList<>();
        for (String[] line : lines()) {
            if (VALUES.containsKey(line[0])) {
                all.add(Arguments.of(
                        line[0],
                        Representation.valueOf(line[1]),
                        line[2],
                        HexFormat.of().parseHex(line[3])));
            }
        }
        return all;
    }

    /** Returns the bytes with the padding to a multiple of 4, which Python leaves to the layer below. */
    static byte[] padded(byte[] golden) {
        byte[] padded = Arrays.copyOf(golden, (golden.length + 3) & ~3);
        padded[3] = (byte) (padded.length - golden.length);
        return padded;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("golden")
    void writesAndReadsTheBytesOfCyclone(String name, Representation representation, String order, byte[] golden) {
        Object value = Objects.requireNonNull(VALUES.get(name));
        CdrCodec codec = Samples.codec(value.getClass());
        assertThat(codec.decode(golden, Samples.limits(golden))).isEqualTo(value);
        byte[] padded = padded(golden);
        assertThat(codec.decode(padded, Samples.limits(padded))).isEqualTo(value);
        if (order.equals("LE")) {
            assertThat(codec.encode(value, representation)).containsExactly(padded);
        }
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("golden")
    void writesArraysAsCollections(String name, Representation representation, String order, byte[] golden) {
        Object arrays = switch (name) {
            case "AppendableOrder" -> Samples.arrayOrder();
            case "MutableOrder" -> Samples.mutableArrays();
            default -> null;
        };
        if (arrays == null) {
            return;
        }
        CdrCodec codec = Samples.codec(arrays.getClass());
        Object read = codec.decode(golden, Samples.limits(golden));
        assertThat(read).usingRecursiveComparison().isEqualTo(arrays);
        if (order.equals("LE")) {
            assertThat(codec.encode(arrays, representation)).containsExactly(padded(golden));
        }
    }

    @Test
    void coversAllValuesInBothVersionsAndByteOrders() {
        assertThat(golden()).hasSize(4 * VALUES.size());
    }
}
