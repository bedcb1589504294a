package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.wherry.codec.SerialForm;
import dev.wherry.codec.compact.Shapes.Collides;
import dev.wherry.codec.compact.Shapes.Fish;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
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

    /** Containers of classes without public names, or with a bound or a reference, and the classes that they arrive as. */
    static Stream<Arguments> others() {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        Set<Integer> set = new HashSet<>(list);
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 2));
        Set<Integer> unmodifiable = Collections.unmodifiableSequencedSet(new LinkedHashSet<>());
        Map<Integer, Integer> unmodifiableMap = Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
        return Stream.of(
                arguments(List.of(1), List.of(1)),
                arguments(List.of(1, 2, 3), List.of(1, 2, 3)),
                arguments(List.of(1, 2, 3).subList(0, 2), List.of(1, 2)),
                arguments(Stream.of(1, 2).toList(), List.of(1, 2)),
                arguments(Stream.of(1, null, 3).toList(), Stream.of(1, null).toList()),
                arguments(
                        Stream.of(1, null, 3).toList().subList(0, 2),
                        Stream.of(1, null).toList()),
                arguments(Stream.of(1, null, 3).toList().reversed(), new ArrayList<>()),
                arguments(Collections.emptyList(), Collections.unmodifiableList(list)),
                arguments(Collections.singletonList(1), Collections.unmodifiableList(list)),
                arguments(Collections.nCopies(3, 1), Collections.unmodifiableList(list)),
                arguments(Collections.unmodifiableList(list), Collections.unmodifiableList(list)),
                arguments(Arrays.asList(1, null), Arrays.asList(1, null)),
                arguments(Collections.synchronizedList(list), list),
                arguments(list.subList(0, 1), new ArrayList<>()),
                arguments(Set.of(1), Set.of(1)),
                arguments(Set.of(1, 2, 3), Set.of(1, 2, 3)),
                arguments(Collections.emptySet(), unmodifiable),
                arguments(Collections.singleton(1), unmodifiable),
                arguments(Collections.unmodifiableSet(set), unmodifiable),
                arguments(Collections.unmodifiableSequencedSet(new LinkedHashSet<>(set)), unmodifiable),
                arguments(Collections.unmodifiableSequencedMap(new LinkedHashMap<>(map)), unmodifiableMap),
                arguments(Collections.unmodifiableSequencedCollection(list), Collections.unmodifiableCollection(list)),
                arguments(Collections.synchronizedSet(set), new LinkedHashSet<>()),
                arguments(Collections.newSetFromMap(new HashMap<>()), new LinkedHashSet<>()),
                arguments(ConcurrentHashMap.newKeySet(), new LinkedHashSet<>()),
                arguments(map.keySet(), new LinkedHashSet<>()),
                arguments(Collections.unmodifiableSortedSet(new TreeSet<>(set)), new TreeSet<>()),
                arguments(Map.of(1, 2), Map.of(1, 2)),
                arguments(Map.of(1, 2, 3, 4), Map.of(1, 2, 3, 4)),
                arguments(Collections.emptyMap(), unmodifiableMap),
                arguments(Collections.singletonMap(1, 2), unmodifiableMap),
                arguments(Collections.unmodifiableMap(map), unmodifiableMap),
                arguments(Collections.synchronizedMap(map), new LinkedHashMap<>()),
                arguments(new TreeMap<>(map).headMap(9), new TreeMap<>()),
                arguments(new WeakHashMap<>(Map.of("k", 2)), new LinkedHashMap<>()),
                arguments(new ArrayBlockingQueue<>(3, false, list), new LinkedBlockingQueue<>()),
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
    void listsOfCollectionsCanBeSearchedForNull() {
        for (List<?> list : List.of(
                Collections.emptyList(),
                Collections.singletonList(1),
                Collections.nCopies(3, 1),
                Collections.unmodifiableList(new ArrayList<>(List.of(1, 2, 3))))) {
            assertThat(((List<?>) send(list)).contains(null)).isFalse();
        }
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
    @SuppressWarnings({"deprecation", "removal"}) // equal keys that are not the same
    void keysOfAnIdentityMapMayBeEqual() {
        IdentityHashMap<Object, Object> map = new IdentityHashMap<>();
        List.of(new Integer(5), new Integer(5), new Long(5), new Long(5), new Boolean(true), new Boolean(true))
                .forEach(key -> map.put(key, 0));
        map.put(new String(""), 0);
        map.put(new String(""), 0);
        assertThat((Map<?, ?>) send(map)).hasSize(8);
        List<Collides> colliding =
                IntStream.range(0, 100).mapToObj(Collides::new).toList();
        map.clear();
        colliding.forEach(key -> map.put(key, 1));
        assertThat((Map<?, ?>) send(map)).as("whose hashes nobody asks").hasSize(100);
    }

    @Test
    void elementsThatHaveBecomeEqualArriveAsOne() {
        Date first = new Date(1);
        Date second = new Date(2);
        List<Object> all = List.of(
                new HashSet<>(List.of(first, second)),
                new TreeSet<>(List.of(first, second)),
                Set.of(first, second),
                Collections.unmodifiableSet(new HashSet<>(List.of(first, second))),
                new HashMap<>(Map.of(first, 1, second, 1)),
                new ConcurrentHashMap<>(Map.of(first, 1, second, 1)),
                Map.of(first, 1, second, 1));
        second.setTime(1);
        for (Object each : all) {
            Object arrived = send(each);
            assertThat(arrived instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) arrived)
                    .hasSize(1);
        }
    }

    @Test
    void accessOrderArrives() {
        Map<String, Integer> used = new LinkedHashMap<>(8, 0.75f, true);
        used.putAll(Map.of("a", 1, "b", 2, "c", 3));
        used.get("a");
        @SuppressWarnings("unchecked")
        Map<String, Integer> arrived = (Map<String, Integer>) send(used);
        assertThat(arrived.keySet()).containsExactlyElementsOf(used.keySet());
        arrived.get("b");
        assertThat(arrived.keySet()).last().isEqualTo("b");
        @SuppressWarnings("unchecked")
        Map<String, Integer> put = (Map<String, Integer>) send(new LinkedHashMap<>(used));
        put.get("b");
        assertThat(put.keySet()).last().isEqualTo("a");
    }

    @Test
    void propertiesArriveWithTheirDefaults() {
        Properties world = new Properties();
        world.setProperty("planet", "Earth");
        Properties country = new Properties(world);
        country.setProperty("city", "Oslo");
        Properties sent = new Properties(country);
        sent.setProperty("street", "Storgata");
        Properties arrived = (Properties) send(sent);
        assertThat(arrived).isEqualTo(sent);
        assertThat(arrived.getProperty("city")).isEqualTo("Oslo");
        assertThat(arrived.getProperty("planet")).isEqualTo("Earth");
    }

    static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    static class Page extends ArrayList<String> {
        private static final long serialVersionUID = 1;
        long total = 42;
    }

    static class Basket extends AbstractList<String> {
        private List<String> things = List.of("apple");
        String owner = "ann";

        @Override
        public String get(int index) {
            return things.get(index);
        }

        @Override
        public int size() {
            return things.size();
        }
    }

    static class Ages extends HashMap<String, Integer> {
        private static final long serialVersionUID = 1;
        String unit = "years";
    }

    record Pair(String getKey, Integer getValue) implements Map.Entry<String, Integer> {
        @Override
        public Integer setValue(Integer value) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void classesOfAUsersWithoutFieldsArriveAsWhatTheyExtend() {
        Names names = new Names();
        names.add("Emma");
        assertThat(send(names)).isExactlyInstanceOf(ArrayList.class).isEqualTo(names);
        Map<Object, Object> tree = new TreeMap<>(Map.of(1, 2)) {};
        assertThat(send(tree)).isExactlyInstanceOf(TreeMap.class).isEqualTo(tree);
        assertThat(send(new ArrayDeque<>(names) {})).isExactlyInstanceOf(ArrayDeque.class);
    }

    static Stream<Object> withFields() {
        return Stream.of(new Page(), new Basket(), new Ages(), new Pair("a", 1));
    }

    @ParameterizedTest
    @MethodSource("withFields")
    void thoseWithFieldsAreRefusedUnlessTheyMayTravel(Object value) {
        assertThatThrownBy(() -> send(value))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(value.getClass().getName())
                .hasMessageContaining("has fields of its own")
                .hasMessageContaining("Add @RegisterTypes")
                .hasMessageContaining("a plain copy");
        Allowed allowed = Allowed.of(value.getClass());
        if (SerialForm.has(value.getClass())) {
            assertThatThrownBy(() -> new Messages().send(value, Object.class, allowed))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining(value.getClass().getName())
                    .hasMessageContaining("add wherry-codec-java");
        } else {
            Object arrived = new Messages().send(value, Object.class, allowed);
            assertThat(arrived).isEqualTo(value).hasSameClassAs(value);
        }
    }

    @Test
    void thoseThatMayTravelKeepTheirFieldsWhereverTheyStand() {
        assertThat(new Messages().send(new Basket(), List.class, Allowed.of(Basket.class)).owner)
                .isEqualTo("ann");
    }

    /** Changes what it is in while it is written, as another thread could. */
    public static final class Meddler implements Externalizable {
        private transient Runnable meddling = () -> {};

        public Meddler() {}

        Meddler(Runnable meddling) {
            this.meddling = meddling;
        }

        @Override
        public void writeExternal(ObjectOutput out) {
            meddling.run();
        }

        @Override
        public void readExternal(ObjectInput in) {}
    }

    static Stream<Collection<Object>> collections() {
        return Stream.of(
                new Vector<>(),
                new Stack<>(),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArraySet<>(),
                Collections.synchronizedList(new ArrayList<>()),
                Collections.synchronizedList(new LinkedList<>()),
                Collections.synchronizedSet(new LinkedHashSet<>()),
                new LinkedList<>(),
                new LinkedHashSet<>(),
                new ArrayDeque<>(),
                new ConcurrentLinkedQueue<>(),
                new LinkedBlockingQueue<>());
    }

    @ParameterizedTest
    @MethodSource("collections")
    void aCollectionThatChangesArrivesAsItWas(Collection<Object> live) {
        live.add(new Meddler(live::clear));
        live.add("last");
        Collection<Object> arrived = new Messages().send(live, Collection.class, Allowed.of(Meddler.class));
        assertThat(arrived).hasSize(2).contains("last");
        assertThat(live).isEmpty();
    }

    static Stream<Map<Object, Object>> maps() {
        return Stream.of(
                new LinkedHashMap<>(),
                new Hashtable<>(),
                new ConcurrentHashMap<>(),
                new Properties(),
                new IdentityHashMap<>(),
                Collections.synchronizedMap(new LinkedHashMap<>()));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void aMapThatChangesArrivesAsItWas(Map<Object, Object> live) {
        live.put("first", new Meddler(live::clear));
        live.put("second", new Meddler(live::clear));
        Map<Object, Object> arrived = new Messages().send(live, Map.class, Allowed.of(Meddler.class));
        assertThat(arrived).hasSize(2);
        assertThat(live).isEmpty();
    }

    @Test
    void anArrayListThatGetsShorterIsAFailureThatSaysSo() {
        List<Object> live = new ArrayList<>();
        live.add(new Meddler(live::clear));
        live.add("last");
        assertThatThrownBy(() -> new Messages().send(live, Object.class, Allowed.of(Meddler.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A java.util.ArrayList was changed by another thread");
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
        for (int size : List.of(1_000, 2_500)) {
            Set<Integer> numbers = new CopyOnWriteArraySet<>(many.subList(0, size));
            assertThat(send(numbers)).isEqualTo(numbers);
            Set<String> texts = new CopyOnWriteArraySet<>(many.subList(0, size).stream()
                    .map(number -> "text " + number)
                    .toList());
            assertThat(send(texts)).isEqualTo(texts);
        }
        assertThatThrownBy(() -> send(new CopyOnWriteArraySet<>(many)))
                .hasMessageContaining("CopyOnWriteArraySet of java.lang.Integer")
                .hasMessageContaining("graphObjects");
    }
}
