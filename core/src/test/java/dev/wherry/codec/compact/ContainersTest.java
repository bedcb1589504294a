package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.wherry.codec.compact.Shapes.Fish;
import dev.wherry.spi.CodecException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each collection and map of the JDK, and what it arrives as: the table of the guide. */
@SuppressWarnings("JdkObsolete")
class ContainersTest {
    private enum None {}

    /** Of the JDK's modifiable containers with names, those that arrive as themselves. */
    static Stream<Object> themselves() {
        return Stream.of(
                new ArrayList<>(List.of(1)),
                new LinkedList<>(List.of(1)),
                new Vector<>(List.of(1)),
                filled(new Stack<>()),
                new CopyOnWriteArrayList<>(List.of(1)),
                new HashSet<>(List.of(1)),
                new LinkedHashSet<>(List.of(1)),
                new TreeSet<>(List.of(1)),
                new CopyOnWriteArraySet<>(List.of(1)),
                new ConcurrentSkipListSet<>(List.of(1)),
                EnumSet.of(Fish.EEL),
                EnumSet.noneOf(Fish.class),
                new HashMap<>(Map.of(1, 2)),
                new LinkedHashMap<>(Map.of(1, 2)),
                new TreeMap<>(Map.of(1, 2)),
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new ConcurrentSkipListMap<>(Map.of(1, 2)),
                new Hashtable<>(Map.of(1, 2)),
                new Properties(),
                new EnumMap<>(Map.of(Fish.EEL, 1)),
                new EnumMap<>(Fish.class));
    }

    /** As {@link #themselves}; equality of these is identity. */
    static Stream<Object> queues() {
        return Stream.of(
                new ArrayDeque<>(List.of(1)),
                new PriorityQueue<>(List.of(1)),
                new ConcurrentLinkedQueue<>(List.of(1)),
                new ConcurrentLinkedDeque<>(List.of(1)),
                new LinkedBlockingQueue<>(List.of(1)),
                new LinkedBlockingDeque<>(List.of(1)),
                new LinkedTransferQueue<>(List.of(1)),
                new PriorityBlockingQueue<>(List.of(1)));
    }

    /** What has no public name, or a bound or a reference of its own, and what it arrives as. */
    static Stream<Arguments> others() {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Set<Integer> set = new HashSet<>(list);
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2));
        return Stream.of(
                arguments(List.of(1), List.of(1)),
                arguments(List.of(1, 2, 3), List.of(1, 2, 3)),
                arguments(List.of(1, 2, 3).subList(0, 2), List.of(1, 2)),
                arguments(Stream.of(1, 2).toList(), List.of(1, 2)),
                arguments(Collections.emptyList(), List.of()),
                arguments(Collections.singletonList(1), List.of(1)),
                arguments(Collections.nCopies(3, 1), List.of(1, 1, 1)),
                arguments(Collections.unmodifiableList(list), List.of(1, 2)),
                arguments(Arrays.asList(1, null), Arrays.asList(1, null)),
                arguments(Collections.synchronizedList(list), list),
                arguments(list.subList(0, 1), new ArrayList<>()),
                arguments(Set.of(1), Set.of(1)),
                arguments(Set.of(1, 2, 3), Set.of(1, 2, 3)),
                arguments(Collections.emptySet(), Collections.unmodifiableSet(set)),
                arguments(Collections.singleton(1), Collections.unmodifiableSet(new LinkedHashSet<>())),
                arguments(Collections.unmodifiableSet(set), Collections.unmodifiableSet(set)),
                arguments(Collections.synchronizedSet(set), new LinkedHashSet<>()),
                arguments(Collections.newSetFromMap(new HashMap<>()), new LinkedHashSet<>()),
                arguments(ConcurrentHashMap.newKeySet(), new LinkedHashSet<>()),
                arguments(map.keySet(), new LinkedHashSet<>()),
                arguments(Collections.unmodifiableSortedSet(new TreeSet<>(set)), new TreeSet<>()),
                arguments(Map.of(1, 2), Map.of(1, 2)),
                arguments(Map.of(1, 2, 3, 4), Map.of(1, 2, 3, 4)),
                arguments(Collections.emptyMap(), Collections.unmodifiableMap(new LinkedHashMap<>())),
                arguments(Collections.singletonMap(1, 2), Collections.unmodifiableMap(new LinkedHashMap<>())),
                arguments(Collections.unmodifiableMap(map), Collections.unmodifiableMap(new LinkedHashMap<>())),
                arguments(Collections.synchronizedMap(map), new LinkedHashMap<>()),
                arguments(new TreeMap<>(map).headMap(9), new TreeMap<>()),
                arguments(new WeakHashMap<>(Map.of("k", 2)), new LinkedHashMap<>()),
                arguments(new ArrayBlockingQueue<>(3, false, list), new LinkedList<>()),
                arguments(map.values(), new ArrayList<>()));
    }

    private static Stack<Object> filled(Stack<Object> stack) {
        stack.push(1);
        return stack;
    }

    private static Object send(Object value) {
        return new Messages().send(value, Object.class, Shapes.allowed());
    }

    @ParameterizedTest
    @MethodSource("themselves")
    void arriveAsThemselvesWhereTheTypeIsOpen(Object value) {
        assertThat(send(value)).isEqualTo(value).hasSameClassAs(value);
    }

    @ParameterizedTest
    @MethodSource("queues")
    void queuesArriveAsThemselves(Collection<?> queue) {
        assertThat((Collection<?>) send(queue))
                .hasSameClassAs(queue)
                .map(each -> (Object) each)
                .containsExactlyElementsOf(queue);
    }

    @ParameterizedTest
    @MethodSource("others")
    void othersArriveAsTheNearest(Object value, Object like) {
        Object arrived = send(value);
        assertThat(arrived.getClass()).isEqualTo(like.getClass());
        assertThat(String.valueOf(arrived)).hasSameSizeAs(String.valueOf(value));
    }

    @Test
    void identityMapsArriveAsThemselves() {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        map.put(new String("k"), "a");
        map.put(new String("k"), "b");
        assertThat((Map<?, ?>) send(map))
                .isExactlyInstanceOf(IdentityHashMap.class)
                .hasSize(2);
    }

    @Test
    void anEmptyEnumMapKeepsTheClassOfItsKeys() {
        @SuppressWarnings("unchecked")
        EnumMap<Fish, Integer> arrived = (EnumMap<Fish, Integer>) send(new EnumMap<>(Fish.class));
        arrived.put(Fish.COD, 1);
        assertThat(arrived).containsOnlyKeys(Fish.COD);
        assertThatThrownBy(() -> send(new EnumMap<>(TimeoutKeys.class)))
                .as("an enum that may not travel")
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(TimeoutKeys.class.getName());
        assertThatThrownBy(() -> send(new EnumMap<>(None.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("no constants");
    }

    private enum TimeoutKeys {
        ONE
    }

    @Test
    void aSetThatComparesEachWithAllOthersIsKeptSmall() {
        List<Integer> many = IntStream.range(0, 5_000).boxed().toList();
        Set<Integer> set = new CopyOnWriteArraySet<>(many.subList(0, 1_000));
        assertThat(send(set)).isEqualTo(set);
        assertThatThrownBy(() -> send(new CopyOnWriteArraySet<>(many)))
                .hasMessageContaining("CopyOnWriteArraySet of java.lang.Integer")
                .hasMessageContaining("graphObjects");
    }
}
