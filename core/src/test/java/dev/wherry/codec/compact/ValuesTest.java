package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.CodecException;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A value arrives equal and of the same class, in a slot declared as Object and in one of its own type. */
class ValuesTest {
    private static final List<Object> SAME = Arrays.asList(
            null,
            true,
            (byte) -1,
            (short) -300,
            'x',
            Integer.MIN_VALUE,
            Long.MAX_VALUE,
            Float.NaN,
            -0.0,
            "",
            "text",
            "\u00ff\u0100",
            "lone \ud800 surrogate",
            "long ".repeat(1000),
            new BigInteger("-123456789012345678901234567890"),
            new BigDecimal("1.50"),
            UUID.fromString("123e4567-e89b-12d3-a456-426614174000"),
            URI.create("tcp://host:5739/name?a=b"),
            Locale.GERMANY,
            Locale.forLanguageTag("th-TH-u-nu-thai"),
            Locale.ROOT,
            Currency.getInstance("EUR"),
            OptionalInt.of(4),
            OptionalLong.empty(),
            OptionalDouble.of(1.5),
            Optional.of("x"),
            Optional.empty(),
            new Date(1234567890123L),
            BitSet.valueOf(new long[] {5, 7}),
            Instant.ofEpochSecond(-5, 999_999_999),
            Duration.ofNanos(-1),
            LocalDate.of(-44, 3, 15),
            LocalTime.MAX,
            LocalDateTime.MIN,
            ZonedDateTime.ofStrict(
                    LocalDateTime.of(2026, 10, 25, 2, 30), ZoneOffset.ofHours(1), ZoneId.of("Europe/Berlin")),
            ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
            OffsetDateTime.MAX,
            OffsetTime.MIN,
            ZoneOffset.ofHoursMinutes(5, 45),
            ZoneId.of("America/New_York"),
            Year.of(2026),
            YearMonth.of(2026, 11),
            MonthDay.of(2, 29),
            Period.of(1, -2, 3),
            DayOfWeek.FRIDAY,
            TimeUnit.DAYS,
            new StackTraceElement("a.B", "c", null, -2),
            new ArrayList<>(Arrays.asList(1, null, "x", 2L)),
            new LinkedList<>(List.of("a")),
            new ArrayDeque<>().getClass() == ArrayDeque.class ? new Vector<>(List.of(1, 2)) : null,
            stack(),
            new CopyOnWriteArrayList<>(List.of(1)),
            new HashSet<>(Arrays.asList("a", null, 3)),
            new LinkedHashSet<>(List.of(3, 1, 2)),
            new TreeSet<>(List.of("b", "a")),
            new ConcurrentSkipListSet<>(List.of(2, 1)),
            new HashMap<>(Collections.singletonMap(null, null)),
            new LinkedHashMap<>(Map.of("a", 1)),
            new TreeMap<>(Map.of(2, "b", 1, "a")),
            new Hashtable<>(Map.of("k", "v")),
            new ConcurrentHashMap<>(Map.of("k", 1)),
            new ConcurrentSkipListMap<>(Map.of("k", 1)),
            properties(),
            new EnumMap<>(Map.of(Fish.EEL, 1)),
            EnumSet.of(Fish.EEL),
            EnumSet.noneOf(Fish.class),
            new AbstractMap.SimpleEntry<>("k", null),
            List.of(),
            List.of(1),
            List.of(1, 2, 3),
            Arrays.asList(1, null),
            new Point(1, -2),
            new Everything(true, (byte) -2, (short) 3, '\uffff', -5, 6L << 40, 7.5f, -8e300, "n\u00fc", 10, List.of()),
            new Pair<>("a", new Pair<>(1, null)),
            new Link(1, new Link(2, null)),
            new Cat("Tom"),
            new Dog(3),
            Fish.COD,
            Fish.EEL,
            Person.number(9));

    private static Stack<Object> stack() {
        Stack<Object> stack = new Stack<>();
        stack.push(1);
        return stack;
    }

    private static Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("k", "v");
        return properties;
    }

    static Stream<Arguments> same() {
        return SAME.stream()
                .flatMap(value -> Stream.of(CodeGeneration.NEVER, CodeGeneration.ALWAYS)
                        .map(generator -> arguments(value, generator)));
    }

    @ParameterizedTest
    @MethodSource("same")
    void arriveEqualAndOfTheSameClass(Object value, CodeGeneration generator) {
        Messages messages = new Messages(new CompactCodec(generator));
        Object open = messages.send(value, Object.class, Shapes.allowed());
        assertThat(open).isEqualTo(value);
        if (value != null) {
            Class<?> declared = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
            Object exact = value instanceof ZoneId
                    ? messages.send(value, ZoneId.class, Shapes.allowed())
                    : messages.send(value, declared, Shapes.allowed());
            assertThat(exact).isEqualTo(value);
            assertThat(open.getClass()).isEqualTo(value.getClass());
        }
    }

    static Stream<Arguments> standIns() {
        return Stream.of(
                arguments(Stream.of(1, null).toList(), List.of()),
                arguments(new ArrayList<>(List.of(1, 2, 3)).subList(1, 3), new ArrayList<>()),
                arguments(Collections.synchronizedList(new ArrayList<>(List.of(1))), new ArrayList<>()),
                arguments(Collections.unmodifiableList(Arrays.asList(1, null)), List.of()),
                arguments(Collections.nCopies(3, "x"), List.of()),
                arguments(Set.of(1, 2, 3), Set.of()),
                arguments(Collections.singleton(null), Set.of()),
                arguments(Map.of("a", 1), Map.of()),
                arguments(Collections.singletonMap(null, 1), Map.of()),
                arguments(Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))), Map.of()),
                arguments(new HashMap<>(Map.of(1, 2)).keySet(), new LinkedHashSet<>()),
                arguments(new TreeMap<>(Map.of(1, 2)).descendingMap(), new TreeMap<>()),
                arguments(Map.entry("a", 1), Map.entry(1, 1)));
    }

    @ParameterizedTest
    @MethodSource("standIns")
    void arriveEqualAsTheNearestOfTheirKind(Object value, Object like) {
        Object arrived = new Messages().send(value, Object.class, Shapes.allowed());
        assertThat(arrived).isEqualTo(value);
        assertThat(changes(arrived)).isEqualTo(changes(like));
    }

    /** Whether a container lets itself be changed. */
    @SuppressWarnings("unchecked")
    private static boolean changes(Object container) {
        try {
            switch (container) {
                case Collection<?> collection -> ((Collection<Object>) collection).add(77);
                case Map<?, ?> map -> ((Map<Object, Object>) map).put(77, 77);
                default -> {
                    return false;
                }
            }
            return true;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    static Stream<Object> arrays() {
        return Stream.of(
                new boolean[] {true, false},
                new byte[] {1, -1},
                new short[] {1, -1},
                new char[] {'a', '\uffff'},
                new int[] {1, Integer.MIN_VALUE},
                new long[] {1, Long.MIN_VALUE},
                new float[] {1, Float.NaN},
                new double[] {1, -0.0},
                new double[0],
                new int[][][] {{{1}, null}, {}},
                new String[] {"a", null},
                new String[][] {{"a"}, null},
                new Object[] {1, "a", new Point(1, 2), new int[] {3}},
                new Comparable<?>[] {1, "a"},
                new Point[] {new Point(1, 2), null},
                new List<?>[] {List.of(1)});
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void arraysArriveWithTheirClass(Object array) {
        for (Type declared : List.of(Object.class, array.getClass())) {
            Object arrived = new Messages().send(array, declared, Shapes.allowed());
            assertThat(arrived.getClass()).isEqualTo(array.getClass());
            assertThat(Arrays.deepEquals(new Object[] {arrived}, new Object[] {array}))
                    .isTrue();
        }
    }

    @Test
    void queuesArriveInOrder() {
        for (Queue<Integer> queue : List.<Queue<Integer>>of(
                new ArrayDeque<>(),
                new PriorityQueue<>(Comparator.reverseOrder()),
                new LinkedBlockingQueue<>(),
                new LinkedBlockingDeque<>(),
                new ConcurrentLinkedQueue<>(),
                new ConcurrentLinkedDeque<>(),
                new PriorityBlockingQueue<>())) {
            queue.addAll(List.of(3, 1, 2));
            Queue<Integer> arrived = new Messages().send(queue, Queue.class, Shapes.allowed());
            assertThat(arrived).hasSameClassAs(queue);
            while (!queue.isEmpty()) {
                assertThat(arrived.poll()).isEqualTo(queue.poll());
            }
            assertThat(arrived).isEmpty();
        }
    }

    @Test
    void atomicsAndBuildersArriveWithTheirContent() {
        Messages messages = new Messages();
        assertThat(messages.send(new AtomicInteger(4), Object.class, Shapes.allowed()))
                .hasValue(4);
        assertThat(messages.send(new AtomicLong(-4), Object.class, Shapes.allowed()))
                .hasValue(-4);
        assertThat(messages.send(new AtomicBoolean(true), Object.class, Shapes.allowed()))
                .isTrue();
        assertThat(messages.send(new AtomicReference<>("x"), Object.class, Shapes.allowed()))
                .hasValue("x");
        assertThat(messages.send(new StringBuilder("x"), Object.class, Shapes.allowed()))
                .hasToString("x");
    }

    @Test
    void patternsTravelWhereTheyAreRegistered() {
        Pattern sent = Pattern.compile("a+", Pattern.DOTALL);
        Pattern pattern = new Messages().send(sent, Object.class, Allowed.of(Pattern.class));
        assertThat(pattern.pattern()).isEqualTo("a+");
        assertThat(pattern.flags()).isEqualTo(Pattern.DOTALL);
        assertThatThrownBy(() -> new Messages().send(sent, Object.class, Shapes.allowed()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("java.util.regex.Pattern may not travel here");
    }

    @Test
    void patternsThatTryEachOrderOfCombiningMarksNeverTravel() {
        Pattern sent = Pattern.compile("a\u0300\u0316", Pattern.CANON_EQ);
        assertThatThrownBy(() -> new Messages().send(sent, Object.class, Allowed.of(Pattern.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("CANON_EQ");
    }

    @Test
    void fieldsOfSuperclassesArriveAndConstructorsRun() {
        Derived sent = new Derived().with(20, new Derived().with(30, null));
        sent.hidden(10).name = "n";
        sent.words().add("x");
        for (CodeGeneration generator : List.of(CodeGeneration.NEVER, CodeGeneration.ALWAYS)) {
            Derived arrived = new Messages(new CompactCodec(generator)).send(sent, Base.class, Shapes.allowed());
            assertThat(arrived.base()).isEqualTo(10);
            assertThat(arrived.derived()).isEqualTo(20);
            assertThat(arrived.name).isEqualTo("n");
            assertThat(arrived.words()).containsExactly("made by the constructor", "x");
            assertThat(arrived.other().derived()).isEqualTo(30);
        }
    }

    record Words(String... all) {}

    @Test
    void recordsMadeOfVariableArgumentsArrive() {
        for (CodeGeneration generator : List.of(CodeGeneration.NEVER, CodeGeneration.ALWAYS)) {
            Words arrived = new Messages(new CompactCodec(generator))
                    .send(new Words("a", "b"), Words.class, Allowed.of(Words.class));
            assertThat(arrived.all()).containsExactly("a", "b");
        }
    }

    @Test
    void withoutNoArgConstructorNoneOfItsOwnRuns() {
        Puppy arrived = new Messages().send(new Puppy(4), Object.class, Allowed.of(Puppy.class));
        assertThat(arrived.age).isEqualTo(4);
        assertThat(arrived.barks).isZero();
    }

    static final class Puppy {
        int age;
        transient int barks = 7;

        Puppy(int age) {
            this.age = age;
        }
    }

    /** Not Serializable, and so made anew by JDK serialization. */
    abstract static class Locked {
        final transient Object lock = new Object();
        int held = 1;
    }

    static class Order extends Locked implements Serializable {
        private static final long serialVersionUID = 1;
        int id;

        Order(int id) {
            this.id = id;
            held = id;
        }
    }

    static final class Rush extends Order {
        private static final long serialVersionUID = 1;

        Rush() {
            super(-1);
            throw new IllegalStateException("runs where it should");
        }

        Rush(int id) {
            super(id);
        }
    }

    static final class Plain extends Locked {
        int id;

        Plain(int id) {
            this.id = id;
        }
    }

    @Test
    void theConstructorOfTheBaseRunsWhereThereIsNoOther() {
        Allowed types = Allowed.of(Order.class, Plain.class, Rush.class);
        Order order = new Messages().send(new Order(5), Object.class, types);
        assertThat(order.lock).isNotNull();
        assertThat(order.held).isEqualTo(5);
        assertThat(order.id).isEqualTo(5);
        assertThat(new Messages().send(new Plain(5), Object.class, types).lock).isNotNull();
        assertThatThrownBy(() -> new Messages().send(new Rush(5), Object.class, types))
                .hasMessageContaining("runs where it should");
    }

    record Temperature(double celsius) {
        @Override
        public double celsius() {
            return Math.round(celsius);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAComponentHoldsArrivesWhateverItsAccessorGives(CodeGeneration generator) {
        Temperature arrived = new Messages(new CompactCodec(generator))
                .send(new Temperature(1.4), Object.class, Allowed.of(Temperature.class));
        assertThat(arrived).isEqualTo(new Temperature(1.4));
    }

    @Test
    void aFrameThatIsAValueEqualsTheOneThatWasSent() {
        StackTraceElement frame = new StackTraceElement("app", "acme.module", "1.2", "A", "b", "A.java", 7);
        assertThat(new Messages().<Object>send(frame, Object.class, Shapes.allowed()))
                .isEqualTo(frame);
    }

    @Test
    void genericTypesHoldWhatTheyAreGiven() {
        Type type = new Generic<Map<String, List<Map.Entry<Integer, Optional<Point[]>>>>>() {}.type;
        Map<String, List<Map.Entry<Integer, Optional<Point[]>>>> sent =
                Map.of("a", List.of(Map.entry(1, Optional.of(new Point[] {new Point(1, 2)}))));
        Map<String, List<Map.Entry<Integer, Optional<Point[]>>>> arrived =
                new Messages().send(sent, type, Shapes.allowed());
        assertThat(arrived.get("a").getFirst().getValue().orElseThrow()).containsExactly(new Point(1, 2));
    }

    @Test
    void primitivesCostTheirBytes() {
        Messages messages = new Messages();
        assertThat(messages.encode(messages.coder(int.class, Shapes.allowed()), 5))
                .hasSize(1);
        assertThat(messages.encode(messages.coder(double.class, Shapes.allowed()), 5.0))
                .hasSize(8);
        assertThat(messages.<Integer>send(5, int.class, Shapes.allowed())).isEqualTo(5);
    }
}
