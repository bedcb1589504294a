package dev.wherry.fuzz;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.fuzz.Fuzzed;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A value that a codec has written, with the definitions that it uses. An input is the number of definitions, for each its kind, its length
 * in two bytes and its content, and then the value.
 */
final class EncodedValue implements Target {
    /** Small, so that no valid input takes long. */
    private static final Limits LIMITS =
            Limits.builder().graphDepth(500).graphObjects(20_000).build();

    private static final int MOST_DEFINITIONS = 16;
    private static final List<Definition.Kind> KINDS = List.of(Definition.Kind.values());

    private final String name;
    private Coder coder;

    EncodedValue(String name) {
        this.name = name;
    }

    private Coder coder() {
        if (coder == null) {
            Codec codec = ServiceLoader.load(Codec.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            coder = codec.coder(
                    new Declared(Object.class, "parameter 'any'"),
                    TypeClosure.of(Fuzzed.class, EndpointOptions.defaults()));
        }
        return coder;
    }

    @Override
    public void parse(byte[] bytes) {
        try {
            message(bytes).decode(coder(), LIMITS);
        } catch (CodecException e) {
            // The call is refused with this message.
        }
    }

    /** @throws CodecException if the bytes are not an input of this form */
    static Message message(byte[] bytes) {
        In in = new In(bytes);
        List<Definition> definitions = new ArrayList<>();
        int count = in.readByte() % MOST_DEFINITIONS;
        for (int i = 0; i < count; i++) {
            Definition.Kind kind = KINDS.get(in.readByte() % KINDS.size());
            definitions.add(
                    new Definition(kind, in.readBytes(Math.min(Short.toUnsignedInt(in.readShort()), in.remaining()))));
        }
        return new Message(in.readBytes(in.remaining()), definitions, List.of());
    }

    static byte[] input(Message message) {
        Out out = new Out(256);
        out.writeByte(message.definitions().size());
        for (Definition each : message.definitions()) {
            out.writeByte(KINDS.indexOf(each.kind()));
            out.writeShort(each.content().length);
            out.write(each.content(), 0, each.content().length);
        }
        out.write(message.bytes(), 0, message.bytes().length);
        return out.copy();
    }

    @Override
    public List<byte[]> seeds() {
        List<Object> values = new ArrayList<>(List.of(
                "text",
                17,
                List.of(1, 2L, 3.0),
                new ArrayList<>(List.of("a", "b")),
                Map.of("key", new BigDecimal("1.50")),
                new HashMap<>(Map.of(1, 'x')),
                new TreeMap<>(Map.of("k", true)),
                new HashSet<>(List.of("s")),
                Optional.of(Instant.EPOCH),
                new byte[] {1, 2, 3},
                new int[][] {{1}, {}},
                new String[] {"x", null},
                new Fuzzed.Twin("left", List.of("right")),
                new Fuzzed.Loose(),
                Fuzzed.Side.RIGHT,
                new IllegalStateException("message", new RuntimeException("cause"))));
        values.add(new Object[] {new Fuzzed.Twin(null, new Fuzzed.Child()), Fuzzed.Side.LEFT});
        List<byte[]> seeds = new ArrayList<>();
        for (Object value : values) {
            seeds.add(input(Message.encode(coder(), value)));
        }
        return seeds;
    }
}
