package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.java.Zoo.ByDefault;
import dev.wherry.codec.java.Zoo.ByHand;
import dev.wherry.codec.java.Zoo.Child;
import dev.wherry.codec.java.Zoo.Closer;
import dev.wherry.codec.java.Zoo.Colour;
import dev.wherry.codec.java.Zoo.External;
import dev.wherry.codec.java.Zoo.Failed;
import dev.wherry.codec.java.Zoo.Holder;
import dev.wherry.codec.java.Zoo.Line;
import dev.wherry.codec.java.Zoo.Listener;
import dev.wherry.codec.java.Zoo.Node;
import dev.wherry.codec.java.Zoo.NotListed;
import dev.wherry.codec.java.Zoo.NotListedFailure;
import dev.wherry.codec.java.Zoo.NotSerializable;
import dev.wherry.codec.java.Zoo.Period;
import dev.wherry.codec.java.Zoo.Point;
import dev.wherry.codec.java.Zoo.Subscription;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JavaCodecTest {
    private static final TypeClosure TYPES = TypeClosure.of(Zoo.class, EndpointOptions.defaults());
    private static final JavaCodec CODEC = new JavaCodec();

    private static Coder coder(Class<?> type) {
        return CODEC.coder(new Declared(type, "parameter 'it'"), TYPES);
    }

    private static Object roundTrip(Object value) {
        Message message = new Message();
        coder(Object.class).encode(value, message.encoding());
        Object read = coder(Object.class).decode(message.decoding());
        assertThat(message.decoding().in().remaining()).isZero();
        return read;
    }

    static Stream<Object> scalars() {
        return Stream.of(
                1,
                2L,
                3.0f,
                4.0,
                (byte) 5,
                (short) 6,
                'c',
                true,
                "text",
                "\ud800 lone",
                "x".repeat(100_000),
                new BigDecimal("1.50"),
                BigInteger.TEN.pow(50),
                UUID.randomUUID(),
                URI.create("tcp://host/name"),
                Locale.GERMANY,
                Duration.ofMillis(5),
                Instant.now(),
                LocalDate.now(ZoneId.of("Europe/Berlin")),
                ZonedDateTime.now(ZoneId.of("Europe/Berlin")),
                Month.MAY,
                ZoneId.of("Europe/Berlin"),
                Currency.getInstance("EUR"),
                Optional.of(new Point(5, 6)),
                Optional.empty(),
                OptionalInt.of(3),
                OptionalLong.empty(),
                OptionalDouble.of(2.5),
                new BitSet(),
                new Date(),
                new GregorianCalendar(),
                TimeZone.getDefault(),
                new java.sql.Timestamp(5),
                new Point(1, 2),
                new Line(new Point(1, 2), null, "name"),
                Colour.RED,
                Colour.GREEN);
    }

    static Stream<Object> collections() {
        Map<String, Object> map = new HashMap<>(Map.of("a", 1, "b", List.of(2, 3)));
        map.put(null, null);
        return Stream.of(
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                Set.of(1, 2, 3),
                Map.of(1, 2),
                Map.of(1, 2, 3, 4),
                Arrays.asList(1, null),
                map,
                new LinkedHashMap<>(map),
                new TreeMap<>(Map.of("x", 1)),
                new TreeSet<>(Comparator.<Integer>reverseOrder()),
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                new HashSet<>(List.of("a", "b")),
                new LinkedList<>(List.of(1)),
                new Vector<>(List.of(1)),
                new Hashtable<>(Map.of(1, 2)),
                new ConcurrentHashMap<>(Map.of("k", new Point(3, 4))),
                new CopyOnWriteArrayList<>(List.of(1)),
                EnumSet.of(Colour.RED),
                new EnumMap<>(Map.of(Colour.GREEN, 1)),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.unmodifiableMap(new HashMap<>(Map.of("a", 1))),
                Collections.emptyList(),
                Collections.singletonMap("a", "b"),
                Collections.synchronizedList(new ArrayList<>(List.of(5))),
                new ArrayList<>(List.of(Optional.of("in a list"))));
    }

    @ParameterizedTest
    @MethodSource({"scalars", "collections"})
    void bringsValuesBackEqualAndOfTheirClass(Object value) {
        assertThat(roundTrip(value)).isEqualTo(value).hasSameClassAs(value);
    }

    static Stream<Object> views() {
        Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        return Stream.of(
                List.of(1, 2, 3, 4).subList(1, 3),
                new ArrayList<>(List.of(1, 2, 3)).subList(1, 3),
                Collections.nCopies(3, "x"),
                map.keySet(),
                map.entrySet(),
                new TreeMap<>(map).headMap("b"),
                Map.entry("k", "v"));
    }

    @ParameterizedTest
    @MethodSource("views")
    void bringsViewsBackAsCopies(Object value) {
        assertThat(roundTrip(value)).isEqualTo(value);
    }

    @Test
    void bringsNullBack() {
        assertThat(roundTrip(null)).isNull();
    }

    @Test
    void bringsArraysBack() {
        assertThat((int[]) roundTrip(new int[] {1, 2, 3})).containsExactly(1, 2, 3);
        assertThat((Point[][]) roundTrip(new Point[][] {{new Point(1, 2)}, null}))
                .isDeepEqualTo(new Point[][] {{new Point(1, 2)}, null});
        assertThat((Object[]) roundTrip(new Object[] {1, "a"})).containsExactly(1, "a");
        assertThat((Listener[]) roundTrip(new Listener[] {null})).containsExactly((Listener) null);
    }

    @Test
    void honoursClassesThatReadAndWriteThemselves() {
        List<?> list = (List<?>) roundTrip(new ArrayList<>(List.of(new ByHand(5, "five"), 1)));
        ByHand byHand = (ByHand) list.getFirst();
        assertThat(byHand.text + byHand.number).isEqualTo("five5");
        ByDefault byDefault = (ByDefault) roundTrip(new ByDefault());
        assertThat(byDefault.text + byDefault.number + byDefault.extra).isEqualTo("text75");
        assertThat(((External) roundTrip(new External("ab"))).text).isEqualTo("abab");
        assertThat(((Period) roundTrip(new Period(9))).days).isEqualTo(9);
        assertThat(((Child) roundTrip(new Child())).inherited).isEqualTo(3);
    }

    @Test
    void keepsSharingAndCyclesAcrossTheValuesOfAMessage() {
        Node first = new Node();
        first.next = first;
        Message message = new Message();
        coder(Node.class).encode(first, message.encoding());
        coder(int.class).encode(5, message.encoding());
        coder(Node.class).encode(first, message.encoding());
        Node read = (Node) coder(Node.class).decode(message.decoding());
        assertThat(read.next).isSameAs(read);
        assertThat(coder(int.class).decode(message.decoding())).isEqualTo(5);
        assertThat(coder(Node.class).decode(message.decoding())).isSameAs(read);
    }

    @Test
    void beginsAnewAfterAValueThatFailed() {
        Message message = new Message();
        Point shared = new Point(1, 2);
        assertThatThrownBy(() -> coder(Object.class).encode(List.of(shared, new NotListed()), message.encoding()))
                .isInstanceOf(CodecException.class);
        message.encoding().out().size(0);
        coder(Object.class).encode(shared, message.encoding());
        assertThat(coder(Object.class).decode(message.decoding())).isEqualTo(shared);
    }

    @Test
    void carriesPrimitivesOutsideTheStream() {
        Message message = new Message();
        coder(long.class).encode(5L, message.encoding());
        coder(boolean.class).encode(true, message.encoding());
        coder(byte.class).encode((byte) -5, message.encoding());
        coder(char.class).encode('\uffff', message.encoding());
        assertThat(message.bytes()).hasSize(8 + 1 + 1 + 2);
        assertThat(coder(long.class).decode(message.decoding())).isEqualTo(5L);
        assertThat(coder(boolean.class).decode(message.decoding())).isEqualTo(true);
        assertThat(coder(byte.class).decode(message.decoding())).isEqualTo((byte) -5);
        assertThat(coder(char.class).decode(message.decoding())).isEqualTo('\uffff');
    }

    @Test
    void carriesReferencesAtAnyDepth() {
        Listener one = event -> {};
        Listener two = event -> {};
        Message message = new Message();
        coder(Listener.class).encode(one, message.encoding());
        coder(Subscription.class).encode(new Subscription(one, List.of(one, two)), message.encoding());
        coder(Object.class).encode(two, message.encoding());
        assertThat(coder(Listener.class).decode(message.decoding())).isSameAs(one);
        Subscription read = (Subscription) coder(Subscription.class).decode(message.decoding());
        assertThat(read.listener()).isSameAs(one);
        assertThat(read.more()).containsExactly(one, two);
        assertThat(coder(Object.class).decode(message.decoding())).isSameAs(two);
        assertThat(message.declared).containsOnly(List.of(Listener.class), List.of());
    }

    @Test
    void leavesOpenAsWhatItRefersSinceTheStreamDoesNotTellWhichInterfaceIsDeclared() {
        final class Both implements Closer, Listener {
            @Override
            public void close() {}

            @Override
            public void on(String event) {}
        }
        Message message = new Message();
        coder(Object.class).encode(List.of(new Both()), message.encoding());
        assertThat(message.declared).containsExactly(List.of());
    }

    @Test
    void carriesAStubInAnOpenPlaceByReference() {
        Runnable stub = () -> {};
        Message message = new Message();
        message.stubs.add(stub);
        coder(Object.class).encode(List.of(stub), message.encoding());
        assertThat(((List<?>) coder(Object.class).decode(message.decoding())).getFirst())
                .isSameAs(stub);
        assertThat(message.declared).containsExactly(List.of());
    }

    @Test
    void bringsExceptionsBackWithTheirChains() {
        Failed failed = new Failed("first", new Point(1, 2), new NotListedFailure("second"));
        failed.addSuppressed(new IOException("third"));
        Failed read = (Failed) roundTrip(failed);
        assertThat(read).hasMessage("first");
        assertThat(read.where).isEqualTo(new Point(1, 2));
        assertThat(read.getStackTrace()).isEqualTo(failed.getStackTrace());
        assertThat(read.getSuppressed()).hasSize(1).hasOnlyElementsOfType(IOException.class);
        assertThat(read.getCause())
                .isInstanceOf(CallException.class)
                .hasMessage(NotListedFailure.class.getName() + ": second");
        assertThat(((CallException) read.getCause()).remoteClass()).isEqualTo(NotListedFailure.class.getName());
    }

    @Test
    void refusesWhatIsNotListedWithItsPathAndTheLineToAdd() {
        Holder holder = new Holder();
        holder.items.addAll(List.of(1, 2, new NotListed()));
        assertThatThrownBy(() -> roundTrip(holder))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Refused: " + NotListed.class.getName())
                .hasMessageContaining("register(" + NotListed.class.getCanonicalName() + ".class)")
                .hasMessageContaining("at parameter 'it'.items[2]");
    }

    @Test
    void refusesWhatIsListedButNotSerializableWithItsPathAndAdvice() {
        Holder holder = new Holder();
        holder.items.add(new NotSerializable(1));
        assertThatThrownBy(() -> roundTrip(holder))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("not Serializable")
                .hasMessageContaining("codec 'compact'")
                .hasMessageContaining("at parameter 'it'.items[0]");
        assertThatThrownBy(() -> coder(NotSerializable.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parameter 'it'")
                .hasMessageContaining("codec 'compact'");
    }

    @Test
    void findsBeforeAnyCallWhatOfTheJdkCanNeverTravel() {
        for (Class<?> power :
                List.of(Thread.class, java.util.Scanner.class, java.util.concurrent.CompletableFuture.class)) {
            assertThatThrownBy(() -> coder(power))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("parameter 'it'")
                    .hasMessageContaining("Of the JDK only values travel");
        }
        for (Class<?> open : List.of(Object.class, Number.class, Void.class, Locale.class, java.io.File.class)) {
            assertThat(coder(open)).isNotNull();
        }
    }

    interface SerializableSupplier extends Supplier<String>, Serializable {}

    @Test
    void refusesComparatorsThatAreLambdasByTheirName() {
        Comparator<String> then = Comparator.<String>naturalOrder().thenComparing(Comparator.reverseOrder());
        Comparator<String> own = (Comparator<String> & Serializable) (a, b) -> b.compareTo(a);
        for (Comparator<String> comparator : List.of(then, own)) {
            assertThatThrownBy(() -> roundTrip(new TreeMap<String, String>(comparator)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("a comparator that is a lambda of "
                            + (comparator.equals(own) ? JavaCodecTest.class : Comparator.class).getName())
                    .hasMessageContaining("Sort by what the JDK makes")
                    .hasMessageNotContaining("SerializedLambda");
        }
    }

    @Test
    void refusesLambdasWithAdvice() {
        SerializableSupplier serializable = () -> "lambda";
        Supplier<String> plain = () -> "lambda";
        for (Object lambda : List.of(serializable, plain)) {
            assertThatThrownBy(() -> roundTrip(List.of(lambda)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("A lambda is never a value")
                    .hasMessageContaining("@ByReference");
        }
    }

    @Test
    void refusesAValueOfAnotherTypeThanDeclared() {
        Message message = new Message();
        coder(Object.class).encode("text", message.encoding());
        assertThatThrownBy(() -> coder(Point.class).decode(message.decoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A java.lang.String was sent where a " + Point.class.getName() + " is declared")
                .hasMessageContaining("Bring both sides to the same version");
    }

    private static Node chain(int length) {
        Node chain = null;
        for (int i = 0; i < length; i++) {
            chain = new Node(chain);
        }
        return chain;
    }

    private static int lengthOf(Object chain) {
        int length = 0;
        for (Node node = (Node) chain; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    @Test
    void bringsDeepChainsBack() {
        assertThat(lengthOf(roundTrip(chain(900)))).isEqualTo(900);
        assertThat(lengthOf(roundTrip(chain(100_000)))).isEqualTo(100_000);
    }

    @Test
    void keepsWhatADeepValueSharesWithThoseBeforeIt() {
        Node last = new Node();
        Node chain = last;
        for (int i = 0; i < 20_000; i++) {
            chain = new Node(chain);
        }
        Message message = new Message();
        coder(Node.class).encode(last, message.encoding());
        coder(Node.class).encode(chain, message.encoding());
        coder(Node.class).encode(chain, message.encoding());
        Object first = coder(Node.class).decode(message.decoding());
        Node second = (Node) coder(Node.class).decode(message.decoding());
        assertThat(coder(Node.class).decode(message.decoding())).isSameAs(second);
        Node end = second;
        while (end.next != null) {
            end = end.next;
        }
        assertThat(end).isSameAs(first);
    }

    @Test
    void refusesChainsBeyondTheLimitOfEitherSide() {
        Message message = new Message();
        coder(Node.class).encode(chain(1_100), message.encoding());
        message.limits =
                Limits.builder().graphDepth(1_000).graphObjects(1_000_000).build();
        assertThatThrownBy(() -> coder(Node.class).decode(message.decoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphDepth");
        Message other = new Message();
        other.limits = message.limits;
        assertThatThrownBy(() -> coder(Node.class).encode(chain(1_100), other.encoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphDepth");
    }

    @Test
    void refusesCyclesThatItsStreamCannotCarryWithTheirPath() {
        List<Object> around = new ArrayList<>();
        Subscription record = new Subscription(null, new ArrayList<>());
        around.add(record);
        @SuppressWarnings("unchecked")
        List<Object> within = (List<Object>) (List<?>) record.more();
        within.add(record);
        Message message = new Message();
        assertThatThrownBy(() -> coder(Object.class).encode(around, message.encoding()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("A cycle through a record")
                .hasMessageContaining(Subscription.class.getName())
                .hasMessageContaining("at parameter 'it'[0].more[0]");
        List<Object> inner = new ArrayList<>();
        inner.add(List.of(1, inner, 2));
        assertThat((List<?>) roundTrip(inner)).as("what can be rebuilt is").hasSize(1);
        List<Object> held = new ArrayList<>();
        List<Object> immutable = List.of(held, 2, 3);
        held.add(immutable);
        assertThatThrownBy(() -> roundTrip(immutable)).hasMessageContaining("A cycle through a record or an immutable");
        HashSet<Object> set = new HashSet<>();
        Holder key = new Holder();
        key.items.add(set);
        set.add(key);
        assertThatThrownBy(() -> roundTrip(set)).hasMessageContaining("A cycle through a map key");
    }

    @Test
    void tellsOnlyLinksOfChainsInWords() {
        Exception unlisted = new NotListedFailure("not listed");
        for (Object value : List.of(unlisted, List.of(unlisted), new Object[] {unlisted})) {
            assertThatThrownBy(() -> roundTrip(value))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Refused: " + NotListedFailure.class.getName());
        }
        List<?> read = (List<?>) roundTrip(List.of(new IllegalStateException("listed", unlisted)));
        assertThat((Exception) read.getFirst())
                .isExactlyInstanceOf(IllegalStateException.class)
                .cause()
                .isInstanceOf(CallException.class)
                .hasMessageContaining("not listed");
    }

    @Test
    void refusesAClassThatIsAValueAsSuch() {
        for (Class<?> type : List.of(NotListed.class, NotListed[].class)) {
            String what = type.isArray() ? "the class of arrays of " : "the class object of ";
            assertThatThrownBy(() -> coder(Object.class).encode(List.of(type), new Message().encoding()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Refused: " + what + NotListed.class.getName() + " may not travel here")
                    .hasMessageContaining("A class travels as a value where its objects may")
                    .hasMessageContaining("register(" + NotListed.class.getCanonicalName() + ".class)");
        }
    }

    private static final class Due implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    @Test
    void carriesABlockingQueueThatIsNoValueAsOneThatIs() {
        DelayQueue<Due> empty = new DelayQueue<>();
        for (BlockingQueue<?> queue : List.of(empty, new SynchronousQueue<>())) {
            Message message = new Message();
            coder(BlockingQueue.class).encode(queue, message.encoding());
            assertThat(coder(BlockingQueue.class).decode(message.decoding()))
                    .isInstanceOf(LinkedBlockingQueue.class)
                    .asInstanceOf(InstanceOfAssertFactories.collection(Object.class))
                    .isEmpty();
        }
    }
}
