package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Limits;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Item;
import dev.wherry.testkit.sample.Overdrawn;
import java.lang.reflect.Method;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests that each {@link Codec} must pass: values arrive unchanged, and values that may not travel are refused. A
 * codec that reads a peer's bytes itself must also pass {@link HostileContract}, which extends this class and adds
 * bytes that no correct peer sends.
 */
public abstract class CodecContract {
    static final int DEEP = 100_000;

    /** For subclasses. JUnit creates one instance per test. */
    protected CodecContract() {}

    /** Returns the codec to test. */
    protected abstract Codec codec();

    /** Returns the names of the methods of {@link Values} whose types the codec does not support. */
    protected Set<String> unsupportedMethods() {
        return Set.of();
    }

    /** Returns the types that may travel: those of {@link Values} or of {@link SharedValues}. */
    protected Types types(Class<?> root) {
        return new AllowedTypes(root, root.equals(SharedValues.class), Samples.CLASSES);
    }

    final Coder coder(String method) {
        return coder(Values.class, method);
    }

    final Coder coder(Class<?> root, String method) {
        Method found = Arrays.stream(root.getMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .findAny()
                .orElseThrow();
        return codec().coder(
                        new Declared(found.getGenericReturnType(), "result of " + root.getName() + "." + method),
                        types(root));
    }

    /** Returns the values that the codec must carry, by the method of {@link Values} that declares their type. */
    final Map<String, List<@Nullable Object>> samples() {
        Map<String, List<@Nullable Object>> samples = Samples.all();
        samples.keySet().removeAll(unsupportedMethods());
        return samples;
    }

    private static String brief(@Nullable Object value) {
        String text = value == null ? "null" : value.getClass().getSimpleName() + " " + value;
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }

    @TestFactory
    Stream<DynamicTest> carriesEachKindOfValue() {
        return samples().entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .map(value -> DynamicTest.dynamicTest(
                                entry.getKey() + " " + brief(value),
                                () -> assertCarries(coder(entry.getKey()), value))));
    }

    private static void assertCarries(Coder coder, @Nullable Object value) {
        @Nullable Object arrived = Message.encode(coder, value).arrived().decode(coder);
        if (value instanceof Collection<?> collection && !(value instanceof List) && !(value instanceof Set)) {
            assertThat(arrived).isInstanceOf(Collection.class);
            assertThat(List.copyOf((Collection<?>) arrived)).isEqualTo(List.copyOf(collection));
        } else {
            assertThat(arrived).isEqualTo(value);
        }
        if (value != null && !(value instanceof Collection) && !(value instanceof Map)) {
            assertThat(arrived).hasSameClassAs(value);
        }
    }

    @Test
    void carriesExceptions() {
        if (unsupportedMethods().contains("throwable")) {
            return;
        }
        Coder coder = coder("throwable");
        Exception thrown = new IllegalStateException("top", new ArithmeticException("below"));
        thrown.addSuppressed(new Overdrawn(3));
        @Nullable Object arrived = Message.encode(coder, thrown).arrived().decode(coder);
        assertThat(arrived).isExactlyInstanceOf(IllegalStateException.class);
        Throwable exception = arrived instanceof Throwable throwable ? throwable : new AssertionError(arrived);
        assertThat(exception)
                .hasMessage("top")
                .hasSuppressedException(new Overdrawn(3))
                .cause()
                .isExactlyInstanceOf(ArithmeticException.class)
                .hasMessage("below");
        assertThat(exception.getStackTrace())
                .usingElementComparator(Comparator.comparing(StackTraceElement::getClassName)
                        .thenComparing(StackTraceElement::getMethodName)
                        .thenComparingInt(StackTraceElement::getLineNumber))
                .isEqualTo(thrown.getStackTrace());
        Overdrawn own = new Overdrawn(4);
        assertThat(Message.encode(coder("exception"), own).arrived().decode(coder("exception")))
                .isInstanceOfSatisfying(Overdrawn.class, same -> {
                    assertThat(same.missing()).isEqualTo(4);
                    assertThat(same).hasMessage("missing 4");
                });
    }

    @Test
    void encodesForManyThreadsAtOnce() throws Exception {
        Coder coder = coder("everything");
        List<@Nullable Object> values = samples().getOrDefault("everything", List.of());
        List<Running<@Nullable Void>> threads = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int i = 0; i < 8; i++) {
            threads.add(Running.start(() -> {
                start.await();
                for (int round = 0; round < 500; round++) {
                    for (@Nullable Object value : values) {
                        assertCarries(coder, value);
                    }
                }
                return null;
            }));
        }
        start.countDown();
        for (Running<@Nullable Void> thread : threads) {
            thread.get();
        }
    }

    @Test
    void keepsTheClassesOfCollections() {
        for (String method : List.of("hashtable", "enumMap", "deque")) {
            for (@Nullable Object value : samples().getOrDefault(method, List.of())) {
                assertThat(Message.encode(coder(method), value).arrived().decode(coder(method)))
                        .hasSameClassAs(value);
            }
        }
    }

    /** No method of the map shows this order: reading an entry makes it the last. */
    @Test
    void keepsTheAccessOrderOfMaps() {
        Map<String, Integer> map = new LinkedHashMap<>(16, 0.75f, true);
        map.putAll(Map.of("a", 1, "b", 2));
        String eldest = map.keySet().iterator().next();
        Object arrived = Message.encode(coder("open"), List.of(map)).arrived().decode(coder("open"));
        assertThat(arrived).isInstanceOfSatisfying(List.class, list -> {
            Map<?, ?> copy = (Map<?, ?>) list.get(0);
            assertThat(copy.get(eldest)).isNotNull();
            assertThat(copy.keySet().iterator().next()).isNotEqualTo(eldest);
        });
    }

    /** Also where the declared type is open, and within other values. */
    @Test
    void passesReferencesToTheSession() {
        Item item = () -> "item";
        Item other = () -> "other";
        assertThat(Message.encode(coder("reference"), item).arrived().decode(coder("reference")))
                .isSameAs(item);
        assertThat(Message.encode(coder("reference"), null).arrived().decode(coder("reference")))
                .isNull();
        assertThat(Message.encode(coder("open"), item, item).arrived().decode(coder("open")))
                .isSameAs(item);
        assertThat(Message.encode(coder("open"), List.of(1, item), item)
                        .arrived()
                        .decode(coder("open")))
                .isEqualTo(List.of(1, item));
        if (!unsupportedMethods().contains("holder")) {
            Plain.Holder holder = new Plain.Holder(item, List.of(other, item));
            assertThat(Message.encode(coder("holder"), holder).arrived().decode(coder("holder")))
                    .isEqualTo(holder);
        }
    }

    @Test
    void keepsSharingIfTheInterfaceDeclaresIt() {
        Coder coder = coder(SharedValues.class, "pojos");
        Plain.Pojo shared = new Plain.Pojo(1, "shared", null);
        List<?> arrived = (List<?>)
                Message.encode(coder, List.of(shared, shared)).arrived().decode(coder);
        assertThat(arrived).isNotNull().hasSize(2);
        assertThat(arrived == null ? null : arrived.get(0))
                .isEqualTo(shared)
                .isSameAs(arrived == null ? null : arrived.get(1));
    }

    @Test
    void carriesCyclesOfObjects() {
        Coder coder = coder(SharedValues.class, "ring");
        Plain.Ring ring = new Plain.Ring();
        Plain.Ring next = new Plain.Ring();
        ring.number = 1;
        next.number = 2;
        ring.next = next;
        next.next = ring;
        Plain.Ring arrived = (Plain.Ring) Message.encode(coder, ring).arrived().decode(coder);
        assertThat(arrived).isNotNull();
        if (arrived != null && arrived.next != null) {
            assertThat(arrived.next.number).isEqualTo(2);
            assertThat(arrived.next.next).isSameAs(arrived);
        }
    }

    /** A list can contain itself if the declared type is open. */
    @Test
    void carriesCyclesOfContainers() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        assertThat(Message.encode(coder("open"), self).arrived().decode(coder("open")))
                .isInstanceOfSatisfying(
                        List.class, list -> assertThat(list.get(0)).isSameAs(list));
    }

    @Test
    void refusesCyclesThroughRecords() {
        List<Object> within = new ArrayList<>();
        Plain.Pair<String, List<Object>> pair = new Plain.Pair<>("self", within);
        within.add(pair);
        Coder coder = coder("open");
        assertThatThrownBy(() -> Message.encode(coder, pair))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("cycle")
                .hasMessageContaining("second[0]");
    }

    /**
     * Each level holds the one below twice. A sender that copied the elements, or a receiver that hashed them, would
     * not end.
     */
    @Test
    void refusesNestedSetsThatShareTheirElements() {
        assertThatThrownBy(() -> arrived(SharedSets.nested(40)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphObjects");
    }

    @Test
    void sendsCausesThatAreNotAllowedAsText() {
        Coder coder = coder("open");
        Exception unlisted = new UnlistedFailure();
        assertThatThrownBy(() -> Message.encode(coder, unlisted))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(UnlistedFailure.class.getName());
        assertThatThrownBy(() -> Message.encode(coder, List.of(unlisted))).isInstanceOf(CodecException.class);
        List<?> arrived = (List<?>) Message.encode(coder, List.of(new IllegalStateException("top", unlisted)))
                .arrived()
                .decode(coder);
        assertThat(arrived).isNotNull().hasSize(1);
        assertThat(arrived == null ? null : arrived.get(0))
                .isInstanceOfSatisfying(
                        IllegalStateException.class,
                        top -> assertThat(top.getCause())
                                .isInstanceOfSatisfying(
                                        CallException.class,
                                        words -> assertThat(words.remoteClass())
                                                .isEqualTo(UnlistedFailure.class.getName())));
    }

    @SuppressWarnings("serial")
    static final class UnlistedFailure extends Exception {}

    @Test
    void carriesDeepChainsWithoutOverflow() {
        if (unsupportedMethods().contains("chain")) {
            return;
        }
        Coder coder = coder("chain");
        @Nullable
        Object arrived = Message.encode(coder, Plain.Chain.of(DEEP)).arrived().decode(coder);
        int length = 0;
        for (Plain.@Nullable Chain chain = (Plain.Chain) arrived; chain != null; chain = chain.next()) {
            length++;
            assertThat(chain.number()).isEqualTo(DEEP - length);
        }
        assertThat(length).isEqualTo(DEEP);
    }

    @Test
    void refusesValuesThatMayNotTravelAndNamesTheirPath() {
        assertThatThrownBy(() -> Message.encode(coder("open"), List.of("fine", new Unlisted())))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Unlisted.class.getName());
        assertThatThrownBy(() -> Message.encode(coder("open"), new Thread())).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> Message.encode(coder("serializable"), (Runnable & java.io.Serializable) () -> {}))
                .isInstanceOf(CodecException.class);
    }

    /** A Serializable class that no list of types names. */
    static final class Unlisted implements java.io.Serializable {}

    private static final class Unknown extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("UnusedVariable") // a copy of the elements would lose it
        private final int more = 1;
    }

    @SuppressWarnings("unchecked") // the same type as was sent
    final <T> T arrived(T value) {
        Coder open = coder("open");
        return (T) Objects.requireNonNull(Message.encode(open, value).arrived().decode(open));
    }

    @Test
    void keepsTheFieldsOfASubclassOfAList() {
        HiddenState.Page page = new HiddenState.Page(42);
        page.add("Emma");
        assertThat(arrived(page).total).isEqualTo(42);
        assertThat(arrived(List.of(page)).getFirst()).isEqualTo(page);
        assertThatThrownBy(() -> arrived(new Unknown()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Unknown.class.getName());
    }

    @Test
    void keepsTheFieldsOfExceptions() {
        assertThat((Exception) arrived(new HiddenState.Violation("age"))).hasMessage("invalid: age");
        NoSuchFileException gone = new NoSuchFileException("/a", "/b", "gone");
        gone.initCause(new Secret());
        NoSuchFileException arrived = arrived(gone);
        assertThat(arrived.getFile()).isEqualTo("/a");
        assertThat(arrived.getOtherFile()).isEqualTo("/b");
        assertThat(arrived.getReason()).isEqualTo("gone");
        assertThat(arrived).hasCauseInstanceOf(CallException.class);
    }

    private static final class Secret extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void keepsComparators() {
        for (Comparator<String> order : List.<Comparator<String>>of(
                String.CASE_INSENSITIVE_ORDER.reversed(), Comparator.nullsFirst(Comparator.naturalOrder()))) {
            TreeSet<String> words = new TreeSet<>(order);
            words.addAll(List.of("b", "A", "c"));
            TreeSet<String> sorted = arrived(words);
            sorted.add("D");
            words.add("D");
            assertThat(sorted).containsExactlyElementsOf(words);
        }
    }

    @Test
    void keepsTheDefaultsOfProperties() {
        Properties defaults = new Properties();
        defaults.setProperty("city", "Oslo");
        assertThat(arrived(new Properties(defaults)).getProperty("city")).isEqualTo("Oslo");
    }

    @Test
    void runsTheConstructorOfABaseThatIsNotSerializable() {
        HiddenState.Order order = arrived(new HiddenState.Order(3));
        assertThat(order.number).isEqualTo(3);
        assertThat(order.lock).isNotNull();
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // such a key changes
    void shrinksASetWhoseElementsHaveBecomeEqual() {
        Date first = new Date(1);
        Date second = new Date(2);
        Set<Date> dates = new HashSet<>(List.of(first, second));
        second.setTime(1);
        assertThat(arrived(dates)).hasSize(1);
    }

    @Test
    @SuppressWarnings("JdkObsolete") // users have such classes
    void sendsAConsistentCopyOfASharedCollection() {
        for (List<Object> live : List.<List<Object>>of(new Vector<>(), new CopyOnWriteArrayList<>())) {
            live.add(new HiddenState.Meddler(live::clear));
            live.add("last");
            assertThat(arrived(live))
                    .as("size before or after the change")
                    .size()
                    .isIn(0, 2);
            assertThat(live).isEmpty();
        }
    }

    @Test
    void respectsTheLimitsOfTheReader() {
        Coder open = coder("open");
        List<Object> nested = List.of();
        for (int i = 0; i < 200; i++) {
            nested = List.of(nested);
        }
        Message deep = Message.encode(open, nested).arrived();
        assertThatThrownBy(() -> deep.decode(
                        open,
                        Limits.builder().graphDepth(100).graphObjects(100_000).build()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphDepth");
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            many.add(new ArrayList<>());
        }
        Message wide = Message.encode(open, many).arrived();
        assertThatThrownBy(() -> wide.decode(
                        open,
                        Limits.builder().graphDepth(100).graphObjects(1000).build()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphObjects");
        assertThat(wide.decode(open)).isEqualTo(many);
    }

    @Test
    void checksTheDeadlineWhileItReads() {
        Coder open = coder("open");
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            many.add(new ArrayList<>());
        }
        Message wide = Message.encode(open, many).arrived();
        assertThatThrownBy(() -> wide.decode(open, Limits.defaults(), () -> {
                    throw CodecException.impossible("time is up");
                }))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("time is up");
        assertThat(wide.decode(open)).isEqualTo(many);
    }

    @Test
    void respectsTheLimitsOfTheWriter() {
        Coder open = coder("open");
        List<Object> nested = List.of();
        for (int i = 0; i < 200; i++) {
            nested = List.of(nested);
        }
        List<Object> deep = nested;
        assertThatThrownBy(() -> Message.encode(
                        open,
                        Limits.builder().graphDepth(100).graphObjects(100_000).build(),
                        deep))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphDepth");
        assertThat(Message.encode(
                                open,
                                Limits.builder()
                                        .graphDepth(300)
                                        .graphObjects(100_000)
                                        .build(),
                                deep)
                        .arrived()
                        .decode(open))
                .isEqualTo(deep);
    }
}
