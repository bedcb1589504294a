package dev.wherry.internal.types;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's types that travel in every call: values without power over the machine. The table is fixed; the JDK's other
 * types never travel, unless one is registered by its class: see {@link JdkRegistrations}.
 */
final class JdkTypes {
    /** By package. A module that is not there takes its rows with it. */
    private static final String VALUES = """
            java.lang Boolean Byte Character Double Float Integer Long Short String StringBuffer StringBuilder
            java.lang Class StackTraceElement String$CaseInsensitiveComparator
            java.io File
            java.math BigDecimal BigInteger MathContext RoundingMode
            java.net Inet4Address Inet6Address InetAddress InetSocketAddress URI URL
            java.text ChoiceFormat DateFormatSymbols DecimalFormat DecimalFormatSymbols MessageFormat SimpleDateFormat
            java.time DayOfWeek Duration Instant LocalDate LocalDateTime LocalTime Month MonthDay OffsetDateTime
            java.time OffsetTime Period Year YearMonth ZoneOffset ZoneRegion ZonedDateTime
            java.time.chrono HijrahChronology HijrahDate HijrahEra IsoChronology IsoEra JapaneseChronology JapaneseDate
            java.time.chrono JapaneseEra MinguoChronology MinguoDate MinguoEra ThaiBuddhistChronology ThaiBuddhistDate
            java.time.chrono ThaiBuddhistEra
            java.time.temporal ChronoField ChronoUnit ValueRange WeekFields
            java.sql Date Time Timestamp
            javax.sql.rowset.serial SerialBlob SerialClob
            sun.util.calendar ZoneInfo
            java.util BitSet Currency Date GregorianCalendar Locale Optional OptionalDouble OptionalInt OptionalLong
            java.util SimpleTimeZone UUID
            java.util AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry KeyValueHolder
            java.util ArrayDeque ArrayList EnumMap HashMap HashSet Hashtable IdentityHashMap JumboEnumSet LinkedHashMap
            java.util LinkedHashSet LinkedList PriorityQueue Properties RegularEnumSet Stack TreeMap TreeSet Vector
            java.util Arrays$ArrayList ImmutableCollections$List12 ImmutableCollections$ListN ImmutableCollections$Map1
            java.util ImmutableCollections$MapN ImmutableCollections$Set12 ImmutableCollections$SetN
            java.util ImmutableCollections$SubList
            java.util Collections$AsLIFOQueue Collections$CheckedCollection Collections$CheckedList Collections$CheckedMap
            java.util Collections$CheckedNavigableMap Collections$CheckedNavigableSet Collections$CheckedQueue
            java.util Collections$CheckedRandomAccessList Collections$CheckedSet Collections$CheckedSortedMap
            java.util Collections$CheckedSortedSet
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
            java.util.concurrent ArrayBlockingQueue LinkedBlockingDeque LinkedBlockingQueue LinkedTransferQueue
            java.util.concurrent PriorityBlockingQueue TimeUnit
            java.util.concurrent.atomic AtomicBoolean AtomicInteger AtomicIntegerArray AtomicLong AtomicLongArray
            java.util.concurrent.atomic AtomicReference AtomicReferenceArray DoubleAdder LongAdder
            java.util.logging Level
            java.rmi MarshalledObject
            java.rmi.dgc VMID
            java.rmi.server ObjID UID
            javax.management Attribute AttributeChangeNotification AttributeList ImmutableDescriptor MBeanAttributeInfo
            javax.management MBeanConstructorInfo MBeanFeatureInfo MBeanInfo MBeanNotificationInfo MBeanOperationInfo
            javax.management MBeanParameterInfo Notification NotificationFilterSupport ObjectInstance ObjectName
            javax.management.openmbean ArrayType CompositeDataSupport CompositeType SimpleType TabularDataSupport
            javax.management.openmbean TabularType
            javax.management.remote NotificationResult TargetedNotification
            javax.naming CompositeName CompoundName
            javax.naming.ldap LdapName Rdn
            javax.xml.namespace QName
            com.sun.org.apache.xerces.internal.jaxp.datatype DurationImpl XMLGregorianCalendarImpl
            com.sun.crypto.provider DHPublicKey
            sun.security.ec ECPublicKeyImpl XDHPublicKeyImpl
            sun.security.ec.ed EdDSAPublicKeyImpl
            sun.security.provider DSAPublicKey DSAPublicKeyImpl
            sun.security.rsa RSAPublicKeyImpl
            sun.security.x509 NamedX509Key
            """;

    /** Types that are not values themselves but denote values in signatures, and so name arrays of them. */
    private static final String OPEN = """
            java.lang CharSequence Cloneable Comparable Enum Iterable Number Object Record
            java.io Serializable
            java.net SocketAddress
            java.security Key PublicKey
            java.security.interfaces DSAPublicKey ECPublicKey EdECPublicKey RSAPublicKey XECPublicKey
            java.text DateFormat Format NumberFormat
            java.time ZoneId
            java.time.chrono ChronoLocalDate ChronoLocalDateTime ChronoZonedDateTime Chronology Era
            java.time.temporal Temporal TemporalAccessor TemporalAdjuster TemporalAmount TemporalField TemporalUnit
            java.util AbstractCollection AbstractList AbstractMap AbstractSet Calendar Collection Comparator Deque EnumSet
            java.util List Map Map$Entry NavigableMap NavigableSet Queue RandomAccess SequencedCollection
            java.util SequencedMap SequencedSet Set SortedMap SortedSet TimeZone
            java.util.concurrent BlockingDeque BlockingQueue ConcurrentMap ConcurrentNavigableMap TransferQueue
            """;

    /** Types that are never values, even if they are registered: a peer could reach code, files or the machine through them. */
    static final List<String> POWERS = List.of("""
            com.sun. java.lang.classfile. java.lang.foreign. java.lang.invoke. java.lang.module. java.lang.reflect. \
            java.nio. java.rmi. java.security.SignedObject javax.crypto. javax.management. javax.naming. javax.script. \
            javax.sql. javax.xml. jdk. sun.""".split(" ", -1));

    /** Types that are never values, and neither are those that extend them. */
    static final List<Class<?>> POWERFUL = List.of(
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

    /**
     * The JDK's exceptions that travel in every call: all unchecked ones but those that hold a class or a permission, and
     * the checked ones that are plain data. Read when first needed, as most calls throw none.
     */
    private static final class Exceptions {
        static final Set<String> NAMES = names(read("jdk-exceptions.txt"));
    }

    /** The JDK's enums that travel in every call, read when first needed. */
    private static final class Enums {
        static final Set<String> NAMES = names(read("jdk-enums.txt"));
    }

    /** The packages of the JDK's modules that this JVM has. */
    private static final class Packages {
        static final Set<String> NAMES = ModuleLayer.boot().modules().stream()
                .filter(JdkTypes::isOfJdk)
                .flatMap(module -> module.getPackages().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String read(String table) {
        try (InputStream in = Objects.requireNonNull(JdkTypes.class.getResourceAsStream(table), table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

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
            return null; // its module is not in this image
        }
    }

    /** Whether the JDK defines this class, as a value or not. */
    static boolean defines(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || ClassLoader.getPlatformClassLoader().equals(loader)) {
            return true;
        }
        return isOfJdk(type.getModule());
    }

    private static boolean isOfJdk(Module module) {
        return module.isNamed()
                && (module.getName().startsWith("java.") || module.getName().startsWith("jdk."));
    }

    /** Whether a class of this name would be the JDK's: others have packages of {@code javax} and {@code com.sun}, too. */
    static boolean isNameOfJdk(String className) {
        return className.startsWith("java.")
                || Packages.NAMES.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
    }

    static boolean isValue(Class<?> type) {
        String name = type.getName();
        boolean named = Throwable.class.isAssignableFrom(type)
                ? Exceptions.NAMES.contains(name)
                : VALUE_NAMES.contains(name) || (type.isEnum() && Enums.NAMES.contains(name));
        return named && defines(type);
    }

    /** A type of the table, or one that signatures use for such types. */
    static @Nullable Class<?> find(String className) {
        return VALUE_NAMES.contains(className)
                        || OPEN_NAMES.contains(className)
                        || Exceptions.NAMES.contains(className)
                        || Enums.NAMES.contains(className)
                ? LOADED.computeIfAbsent(className, JdkTypes::load)
                : null;
    }

    /** Whether a value of the table can stand where this type of the JDK is declared. */
    static boolean hasValues(Class<?> declared) {
        return OPEN_NAMES.contains(declared.getName())
                || isValue(declared) // first: the search loads all classes of the table
                || values().stream()
                        .map(JdkTypes::find)
                        .anyMatch(value -> value != null && declared.isAssignableFrom(value));
    }

    /** The names of all values, for the test that keeps this table. */
    static Set<String> values() {
        Set<String> all = new HashSet<>(VALUE_NAMES);
        all.addAll(Exceptions.NAMES);
        all.addAll(Enums.NAMES);
        return all;
    }

    /** Returns whether a name of the JDK is that of a type that is never a value, as far as the name shows. */
    static boolean isPower(String name) {
        return POWERS.stream().anyMatch(name::startsWith)
                || POWERFUL.stream().anyMatch(power -> power.getName().equals(name));
    }

    /** Returns whether a type is not among those that are never values. */
    static boolean isHarmless(Class<?> type) {
        return !isPower(type.getName()) && POWERFUL.stream().noneMatch(power -> power.isAssignableFrom(type));
    }
}
