package dev.wherry.internal.types;

import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's types that travel in every call: values without power over the machine. The table is fixed; the JDK's other
 * types never travel, unless one is registered by its class.
 */
final class JdkTypes {
    /** By package. A module that is not there takes its rows with it. */
    private static final String VALUES = """
            java.lang Boolean Byte Character Double Float Integer Long Short String StringBuffer StringBuilder
            java.lang StackTraceElement String$CaseInsensitiveComparator
            java.math BigDecimal BigInteger MathContext RoundingMode
            java.net URI
            java.time DayOfWeek Duration Instant LocalDate LocalDateTime LocalTime Month MonthDay OffsetDateTime
            java.time OffsetTime Period Year YearMonth ZoneOffset ZoneRegion ZonedDateTime
            java.time.chrono HijrahChronology HijrahDate HijrahEra IsoChronology IsoEra JapaneseChronology JapaneseDate
            java.time.chrono JapaneseEra MinguoChronology MinguoDate MinguoEra ThaiBuddhistChronology ThaiBuddhistDate
            java.time.chrono ThaiBuddhistEra
            java.time.temporal ChronoField ChronoUnit
            java.sql Date Time Timestamp
            sun.util.calendar ZoneInfo
            java.util BitSet Currency Date GregorianCalendar Locale Optional OptionalDouble OptionalInt OptionalLong
            java.util SimpleTimeZone UUID
            java.util AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry KeyValueHolder
            java.util ArrayDeque ArrayList EnumMap HashMap HashSet Hashtable IdentityHashMap JumboEnumSet LinkedHashMap
            java.util LinkedHashSet LinkedList PriorityQueue Properties RegularEnumSet Stack TreeMap TreeSet Vector
            java.util Arrays$ArrayList ImmutableCollections$List12 ImmutableCollections$ListN ImmutableCollections$Map1
            java.util ImmutableCollections$MapN ImmutableCollections$Set12 ImmutableCollections$SetN
            java.util ImmutableCollections$SubList
            java.util Collections$EmptyList Collections$EmptyMap Collections$EmptySet Collections$ReverseComparator
            java.util Collections$ReverseComparator2 Collections$SetFromMap Collections$SingletonList
            java.util Collections$SingletonMap Collections$SingletonSet Collections$SynchronizedCollection
            java.util Collections$SynchronizedList Collections$SynchronizedMap Collections$SynchronizedNavigableMap
            java.util Collections$SynchronizedNavigableSet Collections$SynchronizedRandomAccessList
            java.util Collections$SynchronizedSet Collections$SynchronizedSortedMap Collections$SynchronizedSortedSet
            java.util Collections$UnmodifiableCollection Collections$UnmodifiableList Collections$UnmodifiableMap
            java.util Collections$UnmodifiableMap$UnmodifiableEntrySet Collections$UnmodifiableNavigableMap
            java.util Collections$UnmodifiableNavigableSet Collections$UnmodifiableRandomAccessList
            java.util Collections$UnmodifiableSequencedCollection Collections$UnmodifiableSequencedMap
            java.util Collections$UnmodifiableSequencedSet Collections$UnmodifiableSet
            java.util Collections$UnmodifiableSortedMap Collections$UnmodifiableSortedSet
            java.util Comparators$NaturalOrderComparator Comparators$NullComparator
            java.util.concurrent ConcurrentHashMap ConcurrentHashMap$KeySetView ConcurrentLinkedDeque ConcurrentLinkedQueue
            java.util.concurrent ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet
            java.util.concurrent TimeUnit
            java.util.concurrent.atomic AtomicBoolean AtomicInteger AtomicLong AtomicReference
            """;

    /** Types that are no values themselves but stand for values in signatures, and so name arrays of them. */
    private static final String OPEN = """
            java.lang CharSequence Cloneable Comparable Enum Iterable Number Object Record
            java.io Serializable
            java.time ZoneId
            java.util AbstractCollection AbstractList AbstractMap AbstractSet Calendar Collection Comparator Deque EnumSet
            java.util List Map Map$Entry NavigableMap NavigableSet Queue RandomAccess SequencedCollection
            java.util SequencedMap SequencedSet Set SortedMap SortedSet TimeZone
            java.util.concurrent BlockingDeque BlockingQueue ConcurrentMap ConcurrentNavigableMap TransferQueue
            """;

    /** What is never a value, whoever registers it: from here a peer could reach code, files or the machine. */
    private static final List<String> POWERS = List.of(
            "com.sun.",
            "java.lang.classfile.",
            "java.lang.foreign.",
            "java.lang.invoke.",
            "java.lang.module.",
            "java.lang.reflect.",
            "java.nio.",
            "java.rmi.",
            "java.security.SignedObject",
            "javax.crypto.",
            "javax.management.",
            "javax.naming.",
            "javax.script.",
            "javax.sql.",
            "javax.xml.",
            "jdk.",
            "sun.");

    private static final List<Class<?>> POWERFUL = List.of(
            Class.class,
            ClassLoader.class,
            Module.class,
            ModuleLayer.class,
            Process.class,
            ProcessBuilder.class,
            ProcessHandle.class,
            Runtime.class,
            Thread.class,
            ThreadGroup.class,
            AutoCloseable.class);

    private static final Set<String> VALUE_NAMES = names(VALUES);
    private static final Set<String> OPEN_NAMES = names(OPEN);
    private static final Map<String, Class<?>> LOADED = new ConcurrentHashMap<>();

    private JdkTypes() {}

    /** Of a table with rows of a package and names in it. */
    static Set<String> names(String table) {
        Set<String> names = new HashSet<>();
        for (String row : table.split("\n", -1)) {
            String[] words = row.split(" ", -1);
            for (int i = 1; i < words.length; i++) {
                names.add(words[0] + '.' + words[i]);
            }
        }
        return Set.copyOf(names);
    }

    private static @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return null; // its module is not in this image, and so is none of its values
        }
    }

    /** Whether the JDK defines this class, as a value or not. */
    static boolean defines(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || ClassLoader.getPlatformClassLoader().equals(loader)) {
            return true;
        }
        String module = type.getModule().getName();
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }

    /** Whether a class of this name would be the JDK's. */
    static boolean isNameOfJdk(String className) {
        return Stream.of("java.", "javax.", "jdk.", "sun.", "com.sun.").anyMatch(className::startsWith);
    }

    static boolean isValue(Class<?> type) {
        Set<String> names = Throwable.class.isAssignableFrom(type) ? JdkExceptions.NAMES : VALUE_NAMES;
        return names.contains(type.getName()) && defines(type);
    }

    /** A type of the table, or one that signatures use for such types. */
    static @Nullable Class<?> find(String className) {
        return VALUE_NAMES.contains(className)
                        || OPEN_NAMES.contains(className)
                        || JdkExceptions.NAMES.contains(className)
                ? LOADED.computeIfAbsent(className, JdkTypes::load)
                : null;
    }

    /** Whether a value of the table can stand where this type of the JDK is declared. */
    static boolean hasValues(Class<?> declared) {
        return OPEN_NAMES.contains(declared.getName())
                || values().stream()
                        .map(JdkTypes::find)
                        .anyMatch(value -> value != null && declared.isAssignableFrom(value));
    }

    /** The names of all values, for the test that keeps this table. */
    static Set<String> values() {
        Set<String> all = new HashSet<>(VALUE_NAMES);
        all.addAll(JdkExceptions.NAMES);
        return all;
    }

    /** Whether a class of the JDK beyond the table may be registered by an endpoint that wants it. */
    static boolean mayBeRegistered(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && type.getModule().isExported(type.getPackageName())
                && POWERS.stream().noneMatch(type.getName()::startsWith)
                && POWERFUL.stream().noneMatch(power -> power.isAssignableFrom(type));
    }
}
