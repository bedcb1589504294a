package dev.wherry.testkit.codec;

import dev.wherry.CallException;
import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Person;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import javax.management.Attribute;
import org.jspecify.annotations.Nullable;

/**
 * Sample values for each method of {@link Values}, by its name. References are not included, since they need a session.
 */
@SuppressWarnings({"JdkObsolete", "JavaUtilDate"}) // users have such classes
final class Samples {
    private static final String LONG = "All work and no play. ".repeat(5000);

    /** The classes of the samples, and others that tests send as an object. */
    static final Class<?>[] CLASSES = {
        CallException.class,
        CallException.Code.class,
        CallException.Outcome.class,
        Person.class,
        Plain.Color.class,
        Plain.Pojo.class,
        Plain.Child.class,
        Plain.Circle.class,
        Plain.Square.class,
        Plain.Free.class,
        Plain.Chain.class,
        Plain.Ring.class,
        Plain.Pair.class,
        Plain.Everything.class,
        Plain.Copying.class,
        Plain.Holder.class,
        Overdrawn.class,
        Legacy.class,
        Legacy.FinalFields.class,
        Legacy.OwnForm.class,
        Legacy.OwnPart.class,
        Legacy.External.class,
        Legacy.Replaced.class,
        Legacy.REPLACEMENT,
        Legacy.Singleton.class,
        Legacy.Inner.class,
        HashingKeys.HashesTwo.class,
        HashingKeys.HashesInherited.class,
        HashingKeys.HashesByHelper.class,
        HashingKeys.Parent.class,
        HashingKeys.Child.class,
        HashingKeys.Team.class,
        HashingKeys.Member.class,
        HashingKeys.Shelf.class,
        HashingKeys.Neighbour.class,
        HashingKeys.ByName.class,
        Attribute.class,
        HashingKeys.ThreeFields.class,
        HashingKeys.ByThird.class,
        HashingKeys.Price.class,
        HashingKeys.HashesIndirectly.class,
        HashingKeys.HashesNext.class,
        HashingKeys.HashesReferent.class,
        HiddenState.Page.class,
        HiddenState.Order.class,
        HiddenState.Violation.class,
        HiddenState.Meddler.class,
        NoSuchFileException.class
    };

    private Samples() {}

    static Map<String, List<@Nullable Object>> all() {
        Map<String, List<@Nullable Object>> all = new LinkedHashMap<>();
        scalars((name, values) -> all.put(name, Arrays.asList(values)));
        arrays((name, values) -> all.put(name, Arrays.asList(values)));
        plain((name, values) -> all.put(name, Arrays.asList(values)));
        collections((name, values) -> all.put(name, Arrays.asList(values)));
        jdk((name, values) -> all.put(name, Arrays.asList(values)));
        open((name, values) -> all.put(name, Arrays.asList(values)));
        legacy((name, values) -> all.put(name, Arrays.asList(values)));
        return all;
    }

    /** Receives the values of one method. */
    private interface To {
        void put(String method, @Nullable Object... values);
    }

    private static void scalars(To to) {
        to.put("aBoolean", true, false);
        to.put("aByte", (byte) 0, Byte.MIN_VALUE, Byte.MAX_VALUE);
        to.put("aShort", (short) 1, Short.MIN_VALUE, Short.MAX_VALUE);
        to.put("aChar", 'a', '\0', '\ud800', '\uffff');
        to.put("anInt", 0, 1, -1, 127, 128, Integer.MIN_VALUE, Integer.MAX_VALUE);
        to.put("aLong", 0L, -1L, 1L << 35, Long.MIN_VALUE, Long.MAX_VALUE);
        to.put("aFloat", 0f, -0f, 1.5f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY);
        to.put("aDouble", 0.0, -0.0, Math.PI, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY);
        to.put("anInteger", null, 5, Integer.MIN_VALUE);
        to.put("aBoxedDouble", null, 5.5);
        to.put("aCharacter", null, 'x');
        to.put(
                "text",
                null,
                "",
                "a",
                "grün",
                "łódź",
                "\ud83d\udea3",
                "lone \ud800",
                "\udc00\ud800",
                "nul \0",
                LONG,
                LONG + "ł");
    }

    private static void arrays(To to) {
        to.put("bytes", null, new byte[0], new byte[] {1, -1}, new byte[70_000]);
        to.put("booleans", new boolean[0], new boolean[] {true, false, true});
        to.put("chars", new char[] {'a', '\ud800'});
        to.put("shorts", new short[] {1, Short.MIN_VALUE});
        to.put("ints", null, new int[0], new int[] {1, -1, Integer.MIN_VALUE}, new int[5000]);
        to.put("longs", new long[] {1, Long.MIN_VALUE});
        to.put("floats", new float[] {1, Float.NaN});
        to.put("doubles", new double[] {1, Double.NaN, -0.0});
        to.put("texts", null, new String[0], new String[] {"a", null, "ł"});
        to.put("grid", new int[][] {{1, 2}, {}, {3}}, new int[][] {null, {1}});
        to.put("objects", new Object[] {1, "a", null, List.of(2), new int[] {3}}, new Object[0]);
        to.put("people", null, new Person[] {Person.named("a"), null});
    }

    private static void plain(To to) {
        Plain.Pojo leaf = new Plain.Pojo(1, null, null);
        to.put("person", null, Person.named("Ann"), new Person("", LocalDate.MIN, List.of()));
        to.put("color", null, Plain.Color.RED, Plain.Color.GREEN);
        to.put("pojo", null, leaf, new Plain.Pojo(2, "two", List.of(leaf, new Plain.Pojo(3, "", new ArrayList<>()))));
        to.put("child", new Plain.Child(1, Long.MIN_VALUE));
        to.put("shape", null, new Plain.Circle(1.5), new Plain.Square(2), new Plain.Free(new int[][] {{1}}));
        to.put("shapes", List.of(), List.of(new Plain.Circle(1), new Plain.Square(2), new Plain.Circle(3)));
        to.put("chain", null, Plain.Chain.of(1), Plain.Chain.of(50));
        to.put("pair", new Plain.Pair<>("a", List.of(1)), new Plain.Pair<>(null, null));
        to.put("copying", new Plain.Copying(Set.of("a", "b"), Map.of("k", List.of(1, 2))));
        to.put(
                "everything",
                new Plain.Everything(
                        true,
                        (byte) 1,
                        (short) 2,
                        'c',
                        3,
                        4,
                        5f,
                        6.0,
                        7,
                        "t",
                        Plain.Color.GREEN,
                        Map.of("r", Plain.Color.RED)),
                new Plain.Everything(
                        false, (byte) -1, (short) -2, '\0', -3, -4, -5f, -6.0, null, null, null, Map.of()));
    }

    private static void collections(To to) {
        to.put(
                "list",
                null,
                List.of(),
                List.of("a"),
                new ArrayList<>(Arrays.asList("a", null, "a")),
                new LinkedList<>(List.of("x")),
                Arrays.asList("p", "q"),
                new Vector<>(List.of("v")),
                Collections.unmodifiableList(new ArrayList<>(List.of("u"))),
                Collections.nCopies(3000, "many"),
                List.of("a", "b", "c").subList(1, 3));
        to.put("collection", List.of(1, 2), new ArrayList<>(List.of(3)));
        to.put(
                "set",
                Set.of(),
                Set.of("a", "b"),
                new HashSet<>(Arrays.asList("a", null)),
                new LinkedHashSet<>(List.of("z", "a")),
                new TreeSet<>(List.of("b", "a")));
        to.put(
                "map",
                Map.of(),
                Map.of("k", List.of(Person.named("p"))),
                new HashMap<>(Collections.singletonMap(null, null)));
        to.put("sortedMap", new TreeMap<>(Map.of(2, "b", 1, "a")));
        to.put("deque", new ArrayDeque<>(List.of(1, 2, 3)));
        to.put("hashtable", new Hashtable<>(Map.of("a", 1, "b", 2)));
        to.put(
                "enumMap",
                new EnumMap<>(Map.of(Plain.Color.GREEN, 1)),
                new EnumMap<Plain.Color, Integer>(Plain.Color.class));
        to.put("enumSet", EnumSet.allOf(Plain.Color.class), EnumSet.noneOf(Plain.Color.class));
        to.put("nested", List.of(List.of(Map.of("k", Optional.empty())), List.of()));
        to.put("optional", Optional.empty(), Optional.of(Person.named("o")));
        to.put("optionalInt", OptionalInt.empty(), OptionalInt.of(4));
    }

    private static void jdk(To to) {
        to.put("decimal", null, new BigDecimal("1.50"), new BigDecimal("-1e-300"), BigDecimal.ZERO);
        to.put("integer", BigInteger.ZERO, BigInteger.ONE.shiftLeft(500).negate());
        to.put("uuid", new UUID(1, 2), new UUID(-1, Long.MIN_VALUE));
        to.put("uri", URI.create("tcp://host:5739/bank?x=y#z"));
        to.put("date", new Date(0), new Date(-1));
        to.put("bits", BitSet.valueOf(new long[] {5, 1L << 63}), new BitSet());
        to.put("instant", null, Instant.EPOCH, Instant.MIN, Instant.MAX, Instant.ofEpochSecond(-1, 999_999_999));
        to.put("localDate", LocalDate.MIN, LocalDate.of(2024, 2, 29));
        to.put("localTime", LocalTime.MAX, LocalTime.NOON);
        to.put("localDateTime", LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4));
        to.put("offsetDateTime", OffsetDateTime.of(2024, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHoursMinutes(5, 30)));
        to.put("zonedDateTime", ZonedDateTime.of(2024, 10, 27, 2, 30, 0, 0, ZoneId.of("Europe/Berlin")));
        to.put("zone", ZoneId.of("Europe/Berlin"), ZoneOffset.UTC);
        to.put("duration", Duration.ZERO, Duration.ofSeconds(-1, 1), Duration.ofDays(99_999));
        to.put("period", Period.of(1, -2, 3));
    }

    private static void open(To to) {
        to.put(
                "open",
                null,
                1,
                "text",
                2L,
                'c',
                true,
                1.5,
                List.of(1, "a", List.of()),
                Map.of("k", Set.of(1L)),
                new int[] {1},
                new String[] {"a"},
                Person.named("open"),
                Plain.Color.GREEN,
                new BigDecimal("2.0"),
                Instant.EPOCH,
                Optional.of("x"),
                new byte[5000]);
        to.put("comparable", 1, "a", Person.named("c"), new BigDecimal("3"));
        to.put("serializable", "a", new ArrayList<>(List.of(1)), new Plain.Circle(2));
        to.put("number", 1, 2L, 3.5, new BigInteger("4"));
        to.put("variable", List.of(Person.named("v")), List.of("a", "b"), List.of(1));
    }

    private static void legacy(To to) {
        to.put("finalFields", new Legacy.FinalFields("f", 1, 2));
        to.put("ownForm", new Legacy.OwnForm("f", List.of("a", "b")));
        to.put(
                "external",
                new Legacy.External(7),
                new Legacy.External(8, "text", null, Set.of("a", "b"), List.of(new Legacy.External(9, 1L))),
                new Legacy.External(10, Set.of(new Legacy.External(11, Set.of(Person.named("p"))))));
        to.put("replaced", new Legacy.Replaced("r"));
        to.put("singleton", Legacy.Singleton.INSTANCE);
        to.put("inner", new Legacy().new Inner(8));
    }
}
