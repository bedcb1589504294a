package dev.wherry.codec.java;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.rmi.MarshalledObject;
import java.rmi.dgc.VMID;
import java.rmi.server.ObjID;
import java.rmi.server.UID;
import java.text.ChoiceFormat;
import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.HijrahChronology;
import java.time.chrono.IsoChronology;
import java.time.chrono.JapaneseChronology;
import java.time.chrono.MinguoChronology;
import java.time.chrono.ThaiBuddhistChronology;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.UUID;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanConstructorInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.Notification;
import javax.management.NotificationFilterSupport;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import javax.management.remote.NotificationResult;
import javax.management.remote.TargetedNotification;
import javax.naming.CompositeName;
import javax.naming.CompoundName;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** The largest, longest and oddest objects of the JDK's values that some 64 KB can hold. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // what users hold travels, whatever its age
final class ExtremeValues {
    private static final int LENGTH = 60_000;
    private static final String LONG = "a".repeat(LENGTH);
    private static final BigInteger LARGE = BigInteger.ONE.shiftLeft(8 * LENGTH);

    private ExtremeValues() {}

    static List<Object> all() throws Exception {
        List<Object> all = new ArrayList<>();
        all.addAll(texts());
        all.addAll(times());
        all.addAll(xmlTimes());
        all.addAll(addresses());
        all.addAll(formats());
        all.addAll(names());
        all.addAll(management());
        return all;
    }

    private static List<Object> texts() throws Exception {
        BitSet bits = new BitSet();
        bits.set(8 * LENGTH);
        return List.of(
                LONG,
                new StringBuilder(LONG),
                new StringBuffer(LONG),
                new StackTraceElement(LONG, LONG, LONG, Integer.MIN_VALUE),
                new File("a/".repeat(LENGTH / 2)),
                LARGE,
                LARGE.negate(),
                new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE),
                new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE + 1),
                new BigDecimal(LARGE, LENGTH),
                new MathContext(Integer.MAX_VALUE),
                bits,
                Currency.getInstance("EUR"),
                new Locale.Builder()
                        .setLanguageTag("en-abcde-x" + "-abcdefgh".repeat(LENGTH / 9))
                        .build(),
                Locale.forLanguageTag("en-u"
                        + IntStream.range(0, LENGTH / 9)
                                .mapToObj(i -> "-a%06d".formatted(i))
                                .collect(Collectors.joining())),
                new UUID(Long.MIN_VALUE, Long.MAX_VALUE),
                new SerialBlob(new byte[LENGTH]),
                new SerialClob(LONG.toCharArray()),
                new MarshalledObject<>(LONG),
                new UID(),
                new VMID(),
                new ObjID(),
                Level.INFO);
    }

    private static List<Object> times() {
        TimeZone renamed = (TimeZone) TimeZone.getTimeZone("America/New_York").clone();
        renamed.setID(LONG);
        SimpleTimeZone rules = new SimpleTimeZone(Integer.MAX_VALUE, LONG, 2, -1, 1, 3_600_000, 9, -1, 1, 3_600_000);
        GregorianCalendar calendar = new GregorianCalendar(rules);
        calendar.setGregorianChange(new Date(Long.MAX_VALUE));
        calendar.set(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
        GregorianCalendar before = new GregorianCalendar(renamed);
        before.setTimeInMillis(Long.MIN_VALUE);
        return List.of(
                renamed,
                rules,
                calendar,
                before,
                new Date(Long.MIN_VALUE),
                new java.sql.Date(Long.MAX_VALUE),
                new java.sql.Time(Long.MAX_VALUE),
                new java.sql.Timestamp(Long.MAX_VALUE),
                java.time.Duration.ofSeconds(Long.MAX_VALUE),
                java.time.Instant.MAX,
                java.time.LocalDate.MAX,
                java.time.LocalTime.MAX,
                LocalDateTime.MAX,
                MonthDay.of(2, 29),
                OffsetDateTime.MAX,
                OffsetTime.MAX,
                Period.of(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE),
                Year.of(Year.MAX_VALUE),
                YearMonth.of(Year.MAX_VALUE, 12),
                java.time.ZoneOffset.MAX,
                ZoneId.of("America/New_York"),
                ZonedDateTime.of(LocalDateTime.MAX.minusYears(1), ZoneId.of("America/New_York")),
                HijrahChronology.INSTANCE,
                HijrahChronology.INSTANCE.date(1600, 12, 29),
                IsoChronology.INSTANCE,
                JapaneseChronology.INSTANCE,
                JapaneseChronology.INSTANCE.date(999_999_999, 1, 1),
                JapaneseChronology.INSTANCE.eraOf(3),
                MinguoChronology.INSTANCE,
                MinguoChronology.INSTANCE.date(999_990_000, 1, 1),
                ThaiBuddhistChronology.INSTANCE,
                ThaiBuddhistChronology.INSTANCE.date(999_999_999, 1, 1),
                ValueRange.of(Long.MIN_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE),
                WeekFields.of(java.time.DayOfWeek.SUNDAY, 7));
    }

    private static List<Object> xmlTimes() throws Exception {
        DatatypeFactory factory = DatatypeFactory.newInstance();
        XMLGregorianCalendar fine = factory.newXMLGregorianCalendar("2026-11-26T08:00:00.5+03:00");
        fine.setFractionalSecond(new BigDecimal(BigInteger.ONE, 20_000_000));
        XMLGregorianCalendar late = factory.newXMLGregorianCalendar("2026-11-26T08:00:00+03:00");
        late.setYear(LARGE);
        List<Object> all = new ArrayList<>(List.of(fine, late));
        for (String text : List.of(
                "P2147483647D",
                "PT2147483647H",
                "PT2147483647S",
                "P100000000D",
                "P2147483647Y2147483647M",
                "P" + "9".repeat(LENGTH) + "Y",
                "PT0." + "9".repeat(LENGTH) + "S")) {
            all.add(factory.newDuration(text));
        }
        return all;
    }

    private static List<Object> addresses() throws Exception {
        byte[] six = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        return List.of(
                InetAddress.getByAddress(LONG, new byte[] {10, 0, 0, 1}),
                InetAddress.getByAddress(LONG, six),
                InetSocketAddress.createUnresolved(LONG, 65_535),
                URI.create("http://" + LONG + "/%41".repeat(10)),
                URI.create("a/../".repeat(LENGTH / 5)),
                URI.create("file:/" + LONG).toURL());
    }

    private static List<Object> formats() {
        double[] limits = IntStream.range(0, LENGTH / 10).asDoubleStream().toArray();
        String[] texts = IntStream.range(0, limits.length).mapToObj(i -> "").toArray(String[]::new);
        DecimalFormat decimal = new DecimalFormat("0.0");
        decimal.setMaximumFractionDigits(Integer.MAX_VALUE);
        decimal.setMinimumIntegerDigits(Integer.MAX_VALUE);
        DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.US);
        symbols.setInternationalCurrencySymbol(LONG);
        return List.of(
                new ChoiceFormat(limits, texts),
                new MessageFormat("{0}".repeat(LENGTH / 30)),
                new SimpleDateFormat("'a'".repeat(LENGTH / 3), Locale.US),
                new DateFormatSymbols(Locale.US),
                decimal,
                symbols);
    }

    private static List<Object> names() throws Exception {
        Properties syntax = new Properties();
        syntax.put("jndi.syntax.direction", "left_to_right");
        syntax.put("jndi.syntax.separator", "/");
        syntax.put("jndi.syntax.ignorecase", "true");
        String attributes =
                IntStream.range(0, LENGTH / 10).mapToObj(i -> "a" + i + "=b").collect(Collectors.joining("+"));
        String keys =
                IntStream.range(0, LENGTH / 10).mapToObj(i -> "a" + i + "=b").collect(Collectors.joining(","));
        return List.of(
                new CompositeName("a/".repeat(LENGTH / 20)),
                new CompoundName("a/".repeat(LENGTH / 20), syntax),
                new LdapName("a=b,".repeat(LENGTH / 40) + "a=b"),
                new LdapName(attributes),
                new LdapName("a=b" + " ".repeat(LENGTH) + "c"),
                new LdapName("a=" + "\\,".repeat(LENGTH / 2)),
                new Rdn(attributes),
                new ObjectName("a:" + keys),
                new ObjectName("*".repeat(LENGTH) + ":a=*,*"),
                new QName(LONG, "a"));
    }

    private static List<Object> management() throws Exception {
        MBeanParameterInfo parameter = new MBeanParameterInfo("a", "int", LONG);
        MBeanAttributeInfo attribute = new MBeanAttributeInfo("a", "int", LONG, true, true, false);
        MBeanConstructorInfo constructor = new MBeanConstructorInfo("a", LONG, new MBeanParameterInfo[] {parameter});
        MBeanOperationInfo operation =
                new MBeanOperationInfo("a", "b", new MBeanParameterInfo[] {parameter}, "void", 1);
        MBeanNotificationInfo notified = new MBeanNotificationInfo(new String[] {LONG}, "a", "b");
        NotificationFilterSupport filter = new NotificationFilterSupport();
        filter.enableType(LONG);
        Notification notification = new Notification(LONG, "b", Long.MAX_VALUE);
        String[] items = IntStream.range(0, LENGTH / 50).mapToObj(i -> "a" + i).toArray(String[]::new);
        OpenType<?>[] types = IntStream.range(0, items.length)
                .mapToObj(i -> SimpleType.STRING)
                .toArray(OpenType<?>[]::new);
        CompositeType row = new CompositeType("a", "b", items, items, types);
        TabularType table = new TabularType("a", "b", row, items);
        CompositeDataSupport data = new CompositeDataSupport(row, items, items);
        TabularDataSupport rows = new TabularDataSupport(table);
        rows.put(data);
        return List.of(
                new Attribute(LONG, LONG),
                new AttributeChangeNotification("a", 1, 1, LONG, "b", "c", 1, 2),
                new ImmutableDescriptor(items, (Object[]) items),
                parameter,
                attribute,
                constructor,
                operation,
                notified,
                new MBeanFeatureInfo(LONG, "a"),
                new MBeanInfo(
                        "a",
                        "b",
                        new MBeanAttributeInfo[] {attribute},
                        new MBeanConstructorInfo[] {constructor},
                        new MBeanOperationInfo[] {operation},
                        new MBeanNotificationInfo[] {notified}),
                notification,
                filter,
                new ObjectInstance("a:b=" + LONG, "c"),
                new ArrayType<>(200, SimpleType.STRING),
                SimpleType.STRING,
                row,
                table,
                data,
                rows,
                new TargetedNotification(notification, 1),
                new NotificationResult(1, 2, new TargetedNotification[] {new TargetedNotification(notification, 1)}));
    }

    /** Made-up objects of which the JDK could keep something, by a number: each is another one. */
    static Map<String, Made> made() throws Exception {
        DatatypeFactory factory = DatatypeFactory.newInstance();
        return Map.ofEntries(
                Map.entry("time zone", i -> renamed(i)),
                Map.entry("rules", i -> new GregorianCalendar(new SimpleTimeZone(i, "zone" + i))),
                Map.entry("calendar", i -> factory.newXMLGregorianCalendar(1 + i, 1, 1, 1, 1, 1, 1, 1)),
                Map.entry("duration", i -> factory.newDuration("PT" + i + "S")),
                Map.entry("message", i -> new MessageFormat("a" + i + "{0}", Locale.US)),
                Map.entry("decimal", i -> new DecimalFormat("0.0", DecimalFormatSymbols.getInstance(Locale.US))),
                Map.entry("object name", i -> new ObjectName("a" + i + ":b" + i + "=c")),
                Map.entry("name", i -> new QName("urn:a" + i, "b" + i)),
                Map.entry("directory name", i -> new LdapName("a" + i + "=b")),
                Map.entry(
                        "address",
                        i -> InetAddress.getByAddress("host" + i, new byte[] {10, 1, (byte) (i >> 8), (byte) i})),
                Map.entry("URI", i -> URI.create("made" + i + "://up" + i)),
                Map.entry("URL", i -> new Substitutes.Link("http://host" + i + ".invalid/")),
                Map.entry("file", i -> new File("made/up" + i)),
                Map.entry("japanese", i -> JapaneseChronology.INSTANCE.date(1900 + i, 1, 1)),
                Map.entry("year", i -> ZonedDateTime.of(2_000 + i, 1, 1, 1, 1, 1, 1, ZoneId.of("Europe/Berlin"))),
                Map.entry(
                        "type",
                        i -> new CompositeType(
                                "a" + i, "b", new String[] {"c" + i}, new String[] {"d"}, new OpenType<?>[] {
                                    SimpleType.STRING
                                })),
                Map.entry("bean", i -> new MBeanInfo("a" + i, "b", null, null, null, null)),
                Map.entry("frame", i -> new StackTraceElement("a" + i, "b" + i, "c" + i, i)));
    }

    interface Made {
        Object of(int number) throws Exception;
    }

    private static TimeZone renamed(int number) {
        TimeZone zone = (TimeZone) TimeZone.getTimeZone("Europe/Berlin").clone();
        zone.setID("Made/Up" + number);
        return zone;
    }
}
