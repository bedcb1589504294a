package dev.wherry.testkit.rmi;

import dev.wherry.testkit.rmi.ProgramClasses.Node;
import dev.wherry.testkit.rmi.Samples.Outcome;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Insets;
import java.awt.Point;
import java.awt.Rectangle;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.rmi.MarshalledObject;
import java.rmi.dgc.VMID;
import java.rmi.server.UID;
import java.security.KeyPairGenerator;
import java.sql.Timestamp;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.EventObject;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SimpleTimeZone;
import java.util.StringJoiner;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import javax.management.Attribute;
import javax.management.ObjectName;
import javax.management.openmbean.SimpleType;
import javax.naming.CompositeName;
import javax.naming.ldap.LdapName;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import javax.swing.DefaultListModel;
import javax.swing.tree.DefaultMutableTreeNode;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;

/** Values of the JDK other than collections and exceptions. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // old programs use such classes
final class JdkSamples {
    private static final String NOT_SERIALIZABLE = "RMI needs Serializable";

    private JdkSamples() {}

    static void addTo(Samples samples) throws Exception {
        simple(samples);
        arrays(samples);
        times(samples);
        dates(samples);
        atomics(samples);
        texts(samples);
        names(samples);
        keys(samples);
        desktop(samples);
        rest(samples);
        neverValues(samples);
    }

    private static void simple(Samples samples) {
        for (Object value : new Object[] {true, (byte) 1, (short) 2, 'c', 300, 4L, Float.NaN, -0d, "text"}) {
            samples.add(value);
        }
        samples.add("an empty string", "");
        samples.add("a long string", "\ud83d\ude00 and \u0000".repeat(50));
        samples.add(new StringBuilder("builder"));
        samples.add(new StringBuffer("buffer"));
        samples.add(new BigInteger("123456789012345678901234567890"));
        samples.add(new BigDecimal("1.20"));
        samples.add(MathContext.DECIMAL64);
        samples.add(RoundingMode.CEILING);
        samples.add(UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        samples.add(Locale.GERMANY);
        samples.add(Currency.getInstance("EUR"));
        samples.add(BitSet.valueOf(new long[] {5}));
        samples.add(new Random(5));
        samples.add(TimeUnit.DAYS);
        samples.add(Character.UnicodeScript.ARABIC);
        samples.add(Optional.of("a")).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        samples.add(OptionalInt.of(5)).both(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE);
        samples.add(new StringJoiner(",")).both(Outcome.BOTH_REFUSE);
        samples.add("a class", Node.class);
        samples.add("a primitive class", int.class);
    }

    private static void arrays(Samples samples) {
        samples.add(new int[] {1, 2});
        samples.add(new long[0]);
        samples.add(new boolean[] {true});
        samples.add(new double[][] {{1}, {2, 3}});
        samples.add(new String[] {"a", null});
        samples.add(new Object[] {1, "b", new int[] {2}, null});
        samples.add(new Integer[][] {{1}, null});
    }

    private static void times(Samples samples) {
        LocalDateTime local = LocalDateTime.of(2026, 11, 26, 8, 0);
        samples.add(Instant.parse("2026-11-26T08:00:00.5Z"));
        samples.add(Duration.ofMillis(5));
        samples.add(Period.ofDays(3));
        samples.add(local);
        samples.add(local.toLocalDate());
        samples.add(local.toLocalTime());
        samples.add(local.atZone(ZoneId.of("Europe/Berlin")));
        samples.add(local.atOffset(ZoneOffset.ofHours(2)));
        samples.add(OffsetTime.of(local.toLocalTime(), ZoneOffset.UTC));
        samples.add(ZoneOffset.ofHours(1));
        samples.add(ZoneId.of("Asia/Tokyo"));
        samples.add(Year.of(2026));
        samples.add(YearMonth.of(2026, 11));
        samples.add(MonthDay.of(11, 26));
        samples.add(DayOfWeek.MONDAY);
        samples.add(ChronoUnit.DAYS);
        samples.add(JapaneseDate.of(2026, 1, 2));
        samples.add(HijrahDate.from(local));
        samples.add(WeekFields.ISO);
        samples.add(ValueRange.of(1, 5));
        samples.add(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    }

    private static void dates(Samples samples) {
        samples.add(new Date(5));
        samples.add(new Timestamp(5));
        samples.add(new java.sql.Date(5));
        samples.add(new java.sql.Time(5));
        samples.add(new GregorianCalendar(2026, 10, 26));
        samples.add(TimeZone.getTimeZone("Europe/Berlin"));
        samples.add(new SimpleTimeZone(1, "x"));
    }

    private static void atomics(Samples samples) {
        samples.add(new AtomicInteger(1));
        samples.add(new AtomicLong(1));
        samples.add(new AtomicBoolean(true));
        samples.add(new AtomicReference<>("a"));
        samples.add(new AtomicIntegerArray(new int[] {1}));
        samples.add(new AtomicLongArray(new long[] {1}));
        samples.add(new LongAdder());
        samples.add(new ReentrantLock());
    }

    private static void texts(Samples samples) {
        samples.add(Pattern.compile("a+", Pattern.CASE_INSENSITIVE));
        samples.add(new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT));
        samples.add(new DecimalFormat("#.00"));
        samples.add(new MessageFormat("{0} of {1}", Locale.ROOT));
        samples.add(new ChoiceFormat("0#none|1#one"));
    }

    private static void names(Samples samples) throws Exception {
        samples.add(URI.create("http://a/b?c#d"));
        samples.add(URI.create("http://127.0.0.1/b").toURL());
        samples.add(InetAddress.getByAddress("host", new byte[] {10, 0, 0, 1}));
        samples.add(InetAddress.getByName("::1"));
        samples.add(new InetSocketAddress(InetAddress.getByAddress("host", new byte[] {10, 0, 0, 1}), 1));
        samples.add("an unresolved address", InetSocketAddress.createUnresolved("host", 1));
        samples.add(new File("folder", "file"));
        samples.add(new QName("space", "name"));
        samples.add(new ObjectName("domain:key=value"));
        samples.add(new CompositeName("a/b"));
        samples.add(new LdapName("CN=ann,O=acme"));
        samples.add(new UID());
        samples.add(new VMID());
    }

    private static void keys(Samples samples) throws Exception {
        samples.add(
                "an EC key",
                KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic());
        samples.add(
                "an RSA key",
                KeyPairGenerator.getInstance("RSA").generateKeyPair().getPublic());
        samples.add(new SecretKeySpec(new byte[16], "AES")).both(Outcome.ONLY_RMI, "never a value, as it is a secret");
    }

    private static void desktop(Samples samples) {
        samples.add(new Point(1, 2));
        samples.add(new Dimension(1, 2));
        samples.add(new Rectangle(1, 2, 3, 4));
        samples.add(new Insets(1, 2, 3, 4));
        samples.add(new Color(1, 2, 3));
        DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
        root.add(new DefaultMutableTreeNode("leaf"));
        samples.add(root);
        DefaultListModel<String> model = new DefaultListModel<>();
        model.addElement("a");
        samples.add(model);
    }

    private static void rest(Samples samples) throws Exception {
        samples.add(Level.INFO);
        LogRecord record = new LogRecord(Level.INFO, "message");
        record.setSourceClassName("Acme");
        record.setSourceMethodName("run");
        samples.add(record);
        samples.add(new EventObject("source"));
        samples.add(new MarshalledObject<>("marshalled"));
        samples.add(StandardOpenOption.READ);
        samples.add(DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-11-26"));
        samples.add("an XML duration", DatatypeFactory.newInstance().newDuration("P1D"));
        samples.add(new SerialBlob(new byte[] {1, 2}));
        samples.add(new SerialClob(new char[] {'a', 'b'}));
        samples.add(new Attribute("name", "value"));
        samples.add(SimpleType.INTEGER);
    }

    private static void neverValues(Samples samples) {
        samples.add(new Object()).both(Outcome.BOTH_REFUSE);
        samples.add("a thread", new Thread(() -> {})).both(Outcome.BOTH_REFUSE);
        samples.add("an iterator", List.of(1).iterator()).both(Outcome.BOTH_REFUSE);
        samples.add("a stream", Stream.of(1)).both(Outcome.BOTH_REFUSE);
        samples.add(new ByteArrayInputStream(new byte[1])).both(Outcome.BOTH_REFUSE);
        samples.add(new Socket()).both(Outcome.BOTH_REFUSE);
        samples.add("a path", Path.of("file")).both(Outcome.BOTH_REFUSE);
        samples.add("a charset", StandardCharsets.UTF_8).both(Outcome.BOTH_REFUSE);
        samples.add(new ThreadLocal<>()).both(Outcome.BOTH_REFUSE);
    }
}
