package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.compact.Shapes.ByLength;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The comparator of a container arrives with it, if it is one of the JDK or may travel. */
class ComparatorsTest {
    private static final Comparator<String> NATURAL = Comparator.naturalOrder();

    /** A function that may travel. */
    record Length(int sign)
            implements Function<String, Integer>,
                    ToIntFunction<String>,
                    ToLongFunction<String>,
                    ToDoubleFunction<String> {
        @Override
        public Integer apply(String word) {
            return sign * word.length();
        }

        @Override
        public int applyAsInt(String word) {
            return sign * word.length();
        }

        @Override
        public long applyAsLong(String word) {
            return sign * word.length();
        }

        @Override
        public double applyAsDouble(String word) {
            return sign * word.length();
        }
    }

    static Stream<Comparator<String>> orders() {
        Comparator<String> any = String.CASE_INSENSITIVE_ORDER;
        Length length = new Length(-1);
        return Stream.of(
                Comparator.comparing((Function<String, Integer>) length),
                Comparator.comparing((Function<String, Integer>) length).reversed(),
                Comparator.comparing(length, Comparator.reverseOrder()),
                Comparator.comparing(length, Comparator.comparing(new Negated())),
                Comparator.comparingInt(length).thenComparing(NATURAL),
                Comparator.comparingLong(length).thenComparing(any),
                Comparator.comparingDouble(length),
                any.thenComparing((Function<String, Integer>) length),
                any.thenComparingInt(length),
                NATURAL,
                Comparator.reverseOrder(),
                any,
                any.reversed(),
                Collections.reverseOrder(new ByLength()),
                Comparator.nullsFirst(NATURAL),
                Comparator.nullsLast(any.reversed()),
                Comparator.nullsLast(null),
                Comparator.nullsFirst(NATURAL).reversed(),
                any.thenComparing(NATURAL),
                any.reversed()
                        .thenComparing(Comparator.nullsFirst(new ByLength()))
                        .thenComparing(NATURAL),
                new ByLength());
    }

    /** Another. */
    record Negated() implements Function<Integer, Integer> {
        @Override
        public Integer apply(Integer number) {
            return -number;
        }
    }

    private static final Allowed TYPES =
            new Allowed(false, ByLength.class, Length.class, Negated.class, ArrayList.class);

    private static <T> T send(T value) {
        return new Messages().send(value, Object.class, TYPES);
    }

    @ParameterizedTest
    @MethodSource("orders")
    void sortsAtItsArrivalAsBefore(Comparator<String> order) {
        List<String> words = Arrays.asList("b", "A", "a", "ccc", "B", "bb");
        TreeSet<String> set = new TreeSet<>(order);
        TreeMap<String, Integer> map = new TreeMap<>(order);
        ConcurrentSkipListSet<String> skipping = new ConcurrentSkipListSet<>(order);
        ConcurrentSkipListMap<String, Integer> skippingMap = new ConcurrentSkipListMap<>(order);
        for (String word : words) {
            set.add(word);
            map.put(word, 1);
            skipping.add(word);
            skippingMap.put(word, 1);
        }
        assertThat(send(set)).containsExactlyElementsOf(set);
        assertThat(send(map).keySet()).containsExactlyElementsOf(set);
        assertThat(send(skipping)).containsExactlyElementsOf(set);
        assertThat(send(skippingMap).keySet()).containsExactlyElementsOf(set);
        PriorityQueue<String> queue = new PriorityQueue<>(order);
        queue.addAll(words);
        assertThat(send(queue).poll()).isEqualTo(queue.peek());
        PriorityBlockingQueue<String> blocking = new PriorityBlockingQueue<>(9, order);
        blocking.addAll(words);
        assertThat(send(blocking).poll()).isEqualTo(blocking.peek());
        Comparator<? super String> arrived = send(set).comparator();
        for (String left : words) {
            for (String right : words) {
                assertThat(Integer.signum(arrived.compare(left, right)))
                        .isEqualTo(Integer.signum(order.compare(left, right)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("orders")
    void arrivesAsAValueByItself(Comparator<String> order) {
        assertThat(send(order)).hasSameClassAs(order);
        assertThat(send(List.of(order)).getFirst().compare("a", "B")).isEqualTo(order.compare("a", "B"));
    }

    @Test
    void sortsEntriesAsTheJdkCan() {
        Comparator<Map.Entry<String, String>> key = Map.Entry.comparingByKey();
        Comparator<Map.Entry<String, String>> keyBy = Map.Entry.comparingByKey(new ByLength());
        Comparator<Map.Entry<String, String>> value = Map.Entry.comparingByValue();
        Comparator<Map.Entry<String, String>> valueBy = Map.Entry.comparingByValue(Comparator.reverseOrder());
        List<Map.Entry<String, String>> entries =
                List.of(Map.entry("b", "x"), Map.entry("aa", "y"), Map.entry("ccc", "a"));
        for (Comparator<Map.Entry<String, String>> each : List.of(key, keyBy, value, valueBy, valueBy.reversed())) {
            assertThat(entries.stream().sorted(send(each)))
                    .containsExactlyElementsOf(entries.stream().sorted(each).toList());
        }
    }

    /** The numbers of docs/protocol.md. */
    @Test
    void isWrittenByItsNumberAndItsParts() {
        assertThat(bytes(Map.Entry.comparingByKey())).isEqualTo("0E");
        assertThat(bytes(Map.Entry.comparingByKey(NATURAL))).isEqualTo("0F 01");
        assertThat(bytes(Map.Entry.comparingByValue())).isEqualTo("10");
        assertThat(bytes(Map.Entry.comparingByValue(NATURAL))).isEqualTo("11 01");
        assertThat(bytes(NATURAL.thenComparing(String.CASE_INSENSITIVE_ORDER))).isEqualTo("08 01 03");
        Length length = new Length(1);
        assertThat(bytes(Comparator.comparing((Function<String, Integer>) length)))
                .isEqualTo("09 09 02");
        assertThat(bytes(Comparator.comparing(length, Comparator.naturalOrder())))
                .isEqualTo("0A 09 02 01");
        assertThat(bytes(Comparator.comparingInt(length))).isEqualTo("0B 09 02");
        assertThat(bytes(Comparator.comparingLong(length))).isEqualTo("0C 09 02");
        assertThat(bytes(Comparator.comparingDouble(length))).isEqualTo("0D 09 02");
    }

    /** Of a comparator, without its head of two bytes. */
    private static String bytes(Comparator<?> order) {
        Messages messages = new Messages();
        byte[] all = messages.encode(messages.coder(Object.class, TYPES), order);
        return HexFormat.ofDelimiter(" ").withUpperCase().formatHex(all).substring("XX XX ".length());
    }

    @Test
    void isRefusedWithAPartThatIsNoFunction() {
        Messages messages = new Messages();
        Coder coder = messages.coder(Object.class, TYPES);
        byte[] sent = messages.encode(coder, Comparator.comparingInt(new Length(1)));
        sent[2] = (byte) ComposedComparator.COMPARING_BY.code; // its second part is not there
        assertThatThrownBy(() -> messages.decode(coder, sent)).isInstanceOf(CodecException.class);
        byte[] negated = messages.encode(coder, Comparator.comparing(new Negated()));
        negated[2] = (byte) ComposedComparator.COMPARING_INT.code; // which it is not
        assertThatThrownBy(() -> messages.decode(coder, negated))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("ToIntFunction");
        byte[] none = {sent[0], sent[1], (byte) ComposedComparator.COMPARING.code, 0};
        assertThatThrownBy(() -> messages.decode(coder, none))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("null in a comparator of kind 9");
        byte[] unknown = {sent[0], sent[1], 18};
        assertThatThrownBy(() -> messages.decode(coder, unknown))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a comparator of kind 18");
    }

    @Test
    void nullsKeepTheirPlace() {
        TreeSet<String> set = new TreeSet<>(Comparator.nullsLast(NATURAL));
        set.addAll(Arrays.asList("a", null));
        assertThat(send(set)).containsExactly("a", null);
    }

    @Test
    void isRefusedWithWhatToDoWhereItIsALambda() {
        for (Comparator<String> order : List.<Comparator<String>>of(
                (a, b) -> a.compareTo(b),
                Comparator.comparing(String::length),
                NATURAL.thenComparing(String::length),
                Collections.reverseOrder(Comparator.comparing(String::length)))) {
            assertThatThrownBy(() -> send(new TreeSet<>(order)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("a comparator that is a lambda")
                    .hasMessageContaining("that implements Comparator, and register it")
                    .hasMessageContaining(".comparator()");
        }
    }

    @Test
    void isRefusedWhereItIsMadeOfTooMany() {
        Comparator<String> order = NATURAL;
        for (int i = 0; i < 100; i++) {
            order = order.thenComparing(NATURAL);
        }
        TreeSet<String> set = new TreeSet<>(order);
        assertThatThrownBy(() -> send(set)).isInstanceOf(CodecException.class).hasMessageContaining("more than 64");
    }

    /** Asks the same one twice. */
    static class Twice implements Comparator<Object> {
        Comparator<Object> of;

        @Override
        public int compare(Object a, Object b) {
            return of == null ? a.toString().compareTo(b.toString()) : 2 * of.compare(a, b) + of.compare(a, b);
        }
    }

    @Test
    void countsWithAllThatItAsks() {
        Twice order = new Twice();
        Set<Object> set = new TreeSet<>(order);
        IntStream.range(0, 2_000).forEach(set::add);
        Allowed types = new Allowed(true, Twice.class);
        assertThat(new Messages().send(set, Object.class, types)).isEqualTo(set);
        Twice last = order;
        for (int i = 0; i < 1_000; i++) {
            last.of = new Twice();
            last = (Twice) last.of;
        }
        Messages messages = new Messages()
                .limits(Limits.builder()
                        .graphDepth(2_000)
                        .graphObjects(10_000_000)
                        .build());
        assertThatThrownBy(() -> messages.send(set, Object.class, types))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a comparator of many parts");
    }
}
