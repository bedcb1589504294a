package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.Zoo.ByDefault;
import dev.wherry.codec.java.Zoo.ByHand;
import dev.wherry.codec.java.Zoo.Child;
import dev.wherry.codec.java.Zoo.Colour;
import dev.wherry.codec.java.Zoo.External;
import dev.wherry.codec.java.Zoo.Failed;
import dev.wherry.codec.java.Zoo.Holder;
import dev.wherry.codec.java.Zoo.Line;
import dev.wherry.codec.java.Zoo.Node;
import dev.wherry.codec.java.Zoo.Period;
import dev.wherry.codec.java.Zoo.Point;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.testsupport.Share;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Correct messages with a few bytes changed: a value comes out, or a {@link CodecException}, and nothing else. */
class MutationTest {
    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    private List<byte[]> samples() {
        Node cycle = new Node();
        cycle.next = new Node(cycle);
        Holder holder = new Holder();
        holder.items.addAll(List.of(new Point(1, 2), "text", 5, Optional.of("some"), LocalDate.EPOCH));
        List<Object> values = List.of(
                cycle,
                holder,
                new Line(new Point(1, 2), new Point(3, 4), "name"),
                new ArrayList<>(List.of(new ByHand(1, "one"), new ByDefault(), new External("x"), new Period(3))),
                new Failed("message", new Point(5, 6), new IllegalStateException("cause")),
                new Child(),
                new HashMap<>(Map.of("a", new Point(1, 2), "b", List.of(1, 2))),
                new TreeMap<>(Map.of("a", Set.of(1, 2, 3))),
                new ConcurrentHashMap<>(Map.of(new Point(1, 2), Map.of(1, 2))),
                new EnumMap<>(Map.of(Colour.RED, EnumSet.allOf(Colour.class))),
                new ArrayDeque<>(List.of("first", "last")),
                new Object[] {new int[] {1, 2, 3}, new Point[] {null}, new long[][] {{1}, {2, 3}}});
        List<byte[]> samples = new ArrayList<>();
        for (Object value : values) {
            Message message = new Message();
            open.encode(value, message.encoding());
            samples.add(message.bytes());
        }
        return samples;
    }

    private static byte[] mutated(byte[] bytes, List<byte[]> others, Random random) {
        byte[] mutant = bytes.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(mutant.length);
            switch (random.nextInt(6)) {
                case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> mutant[at] = (byte) random.nextInt(256);
                case 2 -> mutant[at] = (byte) (0x70 + random.nextInt(16));
                case 3 -> mutant = Arrays.copyOf(mutant, Math.max(1, at));
                case 4 -> {
                    int length = Math.min(random.nextInt(8), mutant.length - at);
                    System.arraycopy(mutant, random.nextInt(mutant.length - length + 1), mutant, at, length);
                }
                default -> {
                    byte[] other = others.get(random.nextInt(others.size()));
                    int length = Math.min(random.nextInt(40), Math.min(other.length, mutant.length - at));
                    System.arraycopy(other, random.nextInt(other.length - length + 1), mutant, at, length);
                }
            }
        }
        return mutant;
    }

    private void fuzz(long seed, int rounds) {
        Random random = new Random(seed);
        List<byte[]> samples = samples();
        int values = 0;
        int refusals = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] mutant = mutated(samples.get(random.nextInt(samples.size())), samples, random);
            try {
                open.decode(new Message().decoding(mutant));
                values++;
            } catch (CodecException e) {
                refusals++;
            } catch (Throwable e) {
                fail("Seed " + seed + ", round " + round + ": " + HexFormat.of().formatHex(mutant), e);
            }
        }
        assertThat(values).isPositive();
        assertThat(refusals).isPositive();
    }

    @Test
    void givesAValueOrACodecException() {
        fuzz(20261121, 20_000);
    }

    @Test
    @Tag("long")
    void givesAValueOrACodecExceptionForManySeeds() {
        Share.seeds(1, 20).forEach(seed -> fuzz(seed, 50_000));
    }
}
