package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.Zoo.Colliding;
import dev.wherry.codec.java.Zoo.Ranked;
import dev.wherry.codec.java.Zoo.Twins;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Out;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Few bytes that would keep a processor busy: what they ask for is counted, and refused before it is done. */
class HashBombTest {
    private final Coder open = new JavaCodec()
            .coder(new Declared(Object.class, "parameter 'it'"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));

    private Object decode(Object value) {
        return open.decode(new Message().decoding(HostileStream.message(HostileStream.of(value))));
    }

    private void refuses(Object value, String why) {
        assertThatThrownBy(() -> decode(value))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(why);
    }

    /** Each set is in two sets of the level above. It is hashed while it is nearly empty, and filled afterwards. */
    private static Set<Object> nestedSets(int levels) {
        Set<Object> root = new HashSet<>();
        Set<Object> one = root;
        Set<Object> other = new HashSet<>();
        for (int i = 0; i < levels; i++) {
            Set<Object> left = new HashSet<>(Set.of("left"));
            Set<Object> right = new HashSet<>();
            one.addAll(List.of(left, right));
            other.addAll(List.of(left, right));
            one = left;
            other = right;
        }
        return root;
    }

    private static Object twins(int levels) {
        Object twins = "seed";
        for (int i = 0; i < levels; i++) {
            twins = new Twins(twins, twins);
        }
        return twins;
    }

    private static Object lists(int levels) {
        Object list = new ArrayList<>(List.of("seed"));
        for (int i = 0; i < levels; i++) {
            list = new ArrayList<>(Arrays.asList(list, list));
        }
        return list;
    }

    static Stream<Function<Object, Object>> containers() {
        return Stream.of(
                Set::of,
                key -> Map.of(key, 1),
                key -> Map.of(key, 1, 2, 3),
                key -> new HashSet<>(Set.of(key)),
                key -> new HashMap<>(Map.of(key, 1)),
                key -> new Hashtable<>(Map.of(key, 1)),
                key -> new ConcurrentHashMap<>(Map.of(key, 1)),
                key -> List.of(new Twins(1, new HashSet<>(Set.of(key)))));
    }

    @ParameterizedTest
    @MethodSource("containers")
    void refusesKeysThatShareTheirPartsTooOften(Function<Object, Object> container) {
        for (Object bomb : List.of(twins(30), lists(30), nestedSets(25))) {
            List<Object> key = new ArrayList<>();
            Object value = container.apply(key);
            key.add(bomb); // only now, so that nobody has hashed it here
            refuses(value, "share their parts");
        }
    }

    @Test
    void refusesNestedSets() {
        refuses(nestedSets(25), "share their parts");
        refuses(nestedSets(100), "share their parts");
    }

    @Test
    void takesWhatSharesAsMuchWithoutBeingHashed() {
        assertThat(decode(lists(100))).isInstanceOf(List.class);
        assertThat(decode(new HashMap<>(Map.of("key", lists(100))))).isInstanceOf(Map.class);
    }

    @Test
    void takesModestSharingInKeys() {
        Set<Object> sharing = new HashSet<>(Set.of(twins(8), lists(8)));
        assertThat(decode(sharing)).isEqualTo(sharing);
        Set<Object> large = IntStream.range(0, 300_000).boxed().collect(Collectors.toSet());
        assertThat(decode(large)).isEqualTo(large);
    }

    /** Each list holds the one around it twice, and the next one where hashing does not go, so that none is whole. */
    private static List<Object> listsAround(int levels) {
        List<List<Object>> lists = new ArrayList<>(); // of lists that hold each element as soon as it was read
        for (int i = 0; i < levels; i++) {
            lists.add(new LinkedList<>());
        }
        Object key = new Twins(lists.getLast(), 1);
        Set<Object> set = new HashSet<>(Set.of(key));
        for (int i = 0; i < levels; i++) {
            Object before = i == 0 ? "seed" : lists.get(i - 1);
            Object next = i == levels - 1 ? List.of(new Object[] {key}, new AtomicReference<>(set)) : lists.get(i + 1);
            lists.get(i).addAll(List.of(before, before, new AtomicReference<>(next)));
        }
        return lists.getFirst();
    }

    @Test
    void refusesKeysThatShareWhatIsAroundThem() {
        refuses(listsAround(40), "share their parts");
        assertThat(decode(listsAround(6))).isInstanceOf(List.class);
    }

    @Test
    void refusesKeysOfTheListAroundTheirSet() {
        List<Object> list = new LinkedList<>();
        Object key = new Twins(list, 1);
        Set<Object> set = new HashSet<>(Set.of(key));
        Set<Object> immutable = Set.of(key);
        list.add(new AtomicReference<>(key));
        list.add(set);
        refuses(list, "depends on itself");
        list.set(1, immutable);
        refuses(list, "depends on itself");
        list.set(1, new AtomicReference<>(set));
        assertThat(decode(list)).as("a set that its key does not visit").isInstanceOf(List.class);
    }

    /** When they are read all have other hashes; when the set gets them, the list around them has grown and they have one. */
    @Test
    void refusesManyKeysWhoseHashesBecomeEqual() {
        List<Object> list = new LinkedList<>();
        List<Object> keys = new ArrayList<>();
        List<String> texts = collidingTexts(1_000);
        for (String text : texts) {
            Object key = new Twins(list, text);
            keys.add(key);
        }
        Set<Object> set = new HashSet<>(keys);
        for (Object key : keys) {
            list.add(new AtomicReference<>(key));
        }
        list.add(new AtomicReference<>(set));
        refuses(list, "have equal hashes");
    }

    /** An ordered map compares each key with the one before it when it is read. */
    @Test
    void refusesSharedPartsOfKeysThatAreOrdered() {
        for (Comparator<Ranked> order : List.<Comparator<Ranked>>of(
                Comparator.naturalOrder(),
                Collections.reverseOrder(),
                Comparator.nullsFirst(Comparator.naturalOrder()))) {
            Ranked key = new Ranked(1);
            Map<Ranked, Integer> map = new ConcurrentSkipListMap<>(order);
            map.putAll(Map.of(key, 1, new Ranked(2), 2));
            assertThat(decode(map)).asInstanceOf(InstanceOfAssertFactories.MAP).hasSize(2);
            key.held = twins(30);
            refuses(map, "share their parts");
        }
    }

    private static List<Colliding> colliding(int count) {
        return IntStream.range(0, count).mapToObj(Colliding::new).toList();
    }

    /** As many strings as asked for, of the same hash. */
    private static List<String> collidingTexts(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> IntStream.range(0, 10)
                        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining()))
                .toList();
    }

    @Test
    void refusesManyKeysWithOneHash() {
        refuses(new HashSet<>(colliding(3_000)), "have equal hashes");
        refuses(
                new HashMap<>(colliding(3_000).stream().collect(Collectors.toMap(key -> key, key -> 1))),
                "have equal hashes");
        refuses(Set.copyOf(colliding(3_000)), "have equal hashes");
        refuses(Set.copyOf(collidingTexts(1_024)), "have equal hashes");
        refuses(
                new Hashtable<>(collidingTexts(1_024).stream().collect(Collectors.toMap(key -> key, key -> 1))),
                "have equal hashes");
    }

    /** Few bits of a hash decide where a table has a key: all of these lead to one place, though no two hashes are equal. */
    @Test
    void refusesManyKeysOfOnePlace() {
        int chains = 5_603; // of a Hashtable of 4,000 that is read
        Hashtable<Integer, Integer> table = new Hashtable<>(20_000);
        IntStream.range(0, 4_000).forEach(i -> table.put(i * chains, i));
        refuses(table, "have equal hashes");
        Set<Integer> probed = IntStream.range(0, 4_000).mapToObj(i -> i * 8_000).collect(Collectors.toSet());
        refuses(Set.copyOf(probed), "have equal hashes");
        refuses(Map.copyOf(probed.stream().collect(Collectors.toMap(key -> key, key -> 1))), "have equal hashes");
    }

    @Test
    void takesLargeTablesOfOrdinaryKeys() {
        Set<String> texts = IntStream.range(0, 20_000).mapToObj(i -> "key " + i).collect(Collectors.toSet());
        Hashtable<String, Integer> table = new Hashtable<>();
        texts.forEach(text -> table.put(text, 1));
        assertThat(decode(table)).isEqualTo(table);
        assertThat(decode(Set.copyOf(texts))).isEqualTo(texts);
        assertThat(decode(Map.copyOf(table))).isEqualTo(table);
    }

    /** Fields are found by their names, wherever they stand: a first one that is not the JDK's would hide what this is. */
    @Test
    void refusesAFieldBeforeThatWhichSaysWhatACollectionIs() {
        String stream = new String(HostileStream.of(Set.of(1, 2, 3)), StandardCharsets.ISO_8859_1);
        String forged = stream.replace("\0\1I\0\3tagxp", "\0\2I\0\1aI\0\3tagxp\0\0\0\1");
        assertThat(forged).isNotEqualTo(stream);
        byte[] message = HostileStream.message(forged.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> open.decode(new Message().decoding(message)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("whose first field is a");
    }

    /** The stream may say that a field is an Object; what it is here decides, before anything of the value is read. */
    @Test
    void refusesWhatCannotBeInAFieldBeforeItIsRead() {
        Zoo.Node node = new Zoo.Node();
        node.value = nestedSets(25);
        String stream = new String(HostileStream.of(node), StandardCharsets.ISO_8859_1);
        String swapped = stream.replace("L\0\4next", "L\0\1-")
                .replace("L\0\5value", "L\0\4next")
                .replace("L\0\1-", "L\0\5value");
        assertThat(swapped).isNotEqualTo(stream);
        refusesByType(swapped, ".next");
    }

    @Test
    void refusesWhatCannotBeInAnArrayBeforeItIsRead() {
        String stream = new String(HostileStream.of(new Object[] {nestedSets(25)}), StandardCharsets.ISO_8859_1);
        String name = "[L" + Zoo.Node.class.getName() + ";";
        refusesByType(stream.replace("\0\23[Ljava.lang.Object;", "\0" + (char) name.length() + name), "[0]");
    }

    private void refusesByType(String stream, String where) {
        byte[] message = HostileStream.message(stream.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> open.decode(new Message().decoding(message)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.util.HashSet")
                .hasMessageContaining(Zoo.Node.class.getName())
                .hasMessageContaining(where);
    }

    /** To compare a short number with a long one takes as long as that. */
    @Test
    void refusesNumbersOfManyDigitsThatAreSorted() {
        List<BigDecimal> numbers = IntStream.range(0, 3_000)
                .mapToObj(i -> new BigDecimal(BigInteger.valueOf(500_000_000 + i), 8))
                .toList();
        Queue<BigDecimal> queue = new PriorityQueue<>(numbers);
        assertThat(decode(queue)).isInstanceOf(PriorityQueue.class);
        queue.add(new BigDecimal(BigInteger.TEN.pow(100_000).add(BigInteger.ONE), 1));
        refuses(queue, "many digits");
    }

    /** One set or queue is cheap; all fill themselves with the same elements. */
    @Test
    void refusesManyContainersThatFillThemselvesWithOneOther() {
        List<Integer> numbers = IntStream.range(0, 2_000).boxed().toList();
        List<Object> sets = Stream.<Object>generate(() -> new CopyOnWriteArraySet<>(numbers))
                .limit(100)
                .toList();
        List<Object> queues = Stream.<Object>generate(() -> new PriorityBlockingQueue<>(numbers))
                .limit(300)
                .toList();
        assertThat((List<?>) decode(List.of(sets.getFirst(), queues.getFirst())))
                .hasSize(2);
        assertRefusesShared(sets, new CopyOnWriteArrayList<>(numbers), "are compared with each other");
        assertRefusesShared(queues, new PriorityQueue<>(numbers), "graphObjects");
    }

    private void assertRefusesShared(Object value, Object inAll, String why) {
        byte[] message = HostileStream.message(HostileStream.sharing(value, inAll));
        assertThatThrownBy(() -> open.decode(new Message().decoding(message)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(why);
    }

    @Test
    void refusesThemWhereTheKeysStandOutsideTheContainer() {
        Collection<Colliding> keys = colliding(3_000);
        refuses(List.of(keys.toArray(), new HashSet<>(keys)), "have equal hashes");
    }

    @Test
    void refusesThemWhereTheKeysStandInAnEarlierValue() throws IOException {
        Collection<Colliding> keys = colliding(3_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream stream = new ObjectOutputStream(bytes);
        stream.flush();
        bytes.reset();
        Out out = new Out(64);
        int value = 0;
        for (Object each : List.of(keys.toArray(), new HashSet<>(keys))) {
            stream.writeObject(each);
            stream.flush();
            out.writeBoolean(value++ > 0);
            out.writeBoolean(false);
            out.writeSize(bytes.size());
            out.write(bytes.toByteArray(), 0, bytes.size());
            bytes.reset();
        }
        var decoding = new Message().decoding(out.copy());
        assertThat((Object[]) open.decode(decoding)).hasSize(3_000);
        assertThatThrownBy(() -> open.decode(decoding))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("have equal hashes");
    }

    @Test
    void takesKeysThatCollideNowAndThenOrCanBeOrdered() {
        assertThat(decode(new HashSet<>(colliding(500)))).isEqualTo(new HashSet<>(colliding(500)));
        assertThat(decode(new HashSet<>(collidingTexts(1_000)))).isEqualTo(new HashSet<>(collidingTexts(1_000)));
        List<Set<Colliding>> many = IntStream.range(0, 100)
                .mapToObj(i -> (Set<Colliding>) new HashSet<>(colliding(10)))
                .toList();
        assertThat(decode(many)).isEqualTo(many);
    }

    /** The JDK would write the text of the first, which shares its parts. */
    @Test
    void refusesEqualElementsOfImmutableSetsWithoutTheirText() {
        List<Object> one = new ArrayList<>();
        List<Object> other = new ArrayList<>(List.of(1));
        List<Object> values = List.of(Set.of(one, other), Set.of(one, other, 2), Map.of(one, 1, other, 2));
        other.clear();
        for (List<Object> each : List.of(one, other)) {
            each.add(lists(14));
        }
        for (Object value : values) {
            refuses(value, "two equal elements or keys, of class java.util.ArrayList");
        }
    }

    @Test
    void refusesPatternsThatTryEachOrderOfCombiningMarks() {
        Coder registered = new JavaCodec()
                .coder(
                        new Declared(Object.class, "parameter 'it'"),
                        TypeClosure.of(
                                Zoo.class,
                                EndpointOptions.builder()
                                        .register(Pattern.class)
                                        .build()));
        byte[] bomb = HostileStream.message(HostileStream.of(Pattern.compile("a", Pattern.CANON_EQ)));
        assertThatThrownBy(() -> registered.decode(new Message().decoding(bomb)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("CANON_EQ");
        byte[] plain = HostileStream.message(HostileStream.of(Pattern.compile("a", Pattern.DOTALL)));
        assertThat(registered.decode(new Message().decoding(plain)))
                .isInstanceOfSatisfying(
                        Pattern.class, pattern -> assertThat(pattern.flags()).isEqualTo(Pattern.DOTALL));
    }
}
