package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.testsupport.Share;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random graphs arrive unchanged. All three ways of coding write the same bytes and read those of the others. */
class RandomGraphsTest {
    @Test
    void arriveAlikeAndGiveTheSameBytesByAllWaysOfCoding() {
        run(10_000, 5);
    }

    @Test
    @Tag("long")
    void aMillionArriveAlike() {
        Share.seeds(1000, 10).forEach(seed -> run(100_000, seed));
    }

    private static void run(int times, long seed) {
        Allowed allowed = Shapes.allowed();
        Random random = new Random(seed);
        Graphs graphs = new Graphs(random);
        Messages interpreted = new Messages(new CompactCodec(CodeGeneration.NEVER));
        Messages generated = new Messages(new CompactCodec(CodeGeneration.ALWAYS));
        Coder first = interpreted.coder(Object.class, allowed);
        Coder second = generated.coder(Object.class, allowed);
        for (int i = 0; i < times; i++) {
            Object value = graphs.next();
            byte[] bytes = interpreted.encode(first, value);
            assertThat(generated.encode(second, value)).isEqualTo(bytes);
            assertThat(alike(value, interpreted.decode(first, bytes), new IdentityHashMap<>()))
                    .as("seed %d, value %d interpreted", seed, i)
                    .isTrue();
            assertThat(alike(value, generated.decode(second, bytes), new IdentityHashMap<>()))
                    .as("seed %d, value %d by generated code", seed, i)
                    .isTrue();
        }
    }

    /** The same shape, down to which nodes are one and the same. */
    private static boolean alike(Object a, Object b, Map<Object, Object> met) {
        if (a == null || b == null) {
            return a == b;
        }
        if (a instanceof Node left) {
            if (!(b instanceof Node right)) {
                return false;
            }
            Object before = met.put(left, right);
            if (before != null) {
                return before == right;
            }
            return left.value == right.value
                    && alike(left.next, right.next, met)
                    && alike(left.children, right.children, met)
                    && alike(left.names, right.names, met);
        }
        return switch (a) {
            case Bag bag -> b instanceof Bag other && alike(bag.anything, other.anything, met);
            case Parcel parcel ->
                b instanceof Parcel other
                        && parcel.number == other.number
                        && parcel.label.equals(other.label)
                        && alike(parcel.held, other.held, met);
            case Pair<?, ?> pair ->
                b instanceof Pair<?, ?> other
                        && alike(pair.first(), other.first(), met)
                        && alike(pair.second(), other.second(), met);
            case Optional<?> some ->
                b instanceof Optional<?> other && alike(some.orElse(null), other.orElse(null), met);
            case int[] array -> b instanceof int[] other && Arrays.equals(array, other);
            case Object[] array ->
                b instanceof Object[] other && alike(Arrays.asList(array), Arrays.asList(other), met);
            case Set<?> set -> set.equals(b);
            case List<?> list -> b instanceof List<?> other && each(list, other, met);
            case Map<?, ?> map -> b instanceof Map<?, ?> other && entries(map, other, met);
            default -> a.equals(b);
        };
    }

    private static boolean each(Collection<?> a, Collection<?> b, Map<Object, Object> met) {
        if (a.size() != b.size()) {
            return false;
        }
        Iterator<?> others = b.iterator();
        return a.stream().allMatch(each -> alike(each, others.next(), met));
    }

    private static boolean entries(Map<?, ?> a, Map<?, ?> b, Map<Object, Object> met) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : a.entrySet()) {
            Object key = entry.getKey();
            Object other = key instanceof Node ? b.keySet().iterator().next() : key;
            if (!b.containsKey(other) || !alike(key, other, met) || !alike(entry.getValue(), b.get(other), met)) {
                return false;
            }
        }
        return true;
    }
}
