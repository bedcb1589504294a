package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.compact.Shapes.ByLength;
import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What sorts a container arrives with it, if it is the JDK's or may travel. */
class ComparatorsTest {
    private static final Comparator<String> NATURAL = Comparator.naturalOrder();

    static Stream<Comparator<String>> orders() {
        Comparator<String> any = String.CASE_INSENSITIVE_ORDER;
        return Stream.of(
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

    private static <T> T send(T value) {
        return new Messages().send(value, Object.class, Shapes.allowed());
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
        Messages messages = new Messages().limits(Limits.defaults().withGraph(2_000, 10_000_000));
        assertThatThrownBy(() -> messages.send(set, Object.class, types))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a comparator of many parts");
    }
}
