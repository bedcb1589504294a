package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.types.JdkTable;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Out;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.text.DateFormatSymbols;
import java.text.DecimalFormatSymbols;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.logging.Level;
import javax.xml.datatype.DatatypeFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The JDK's values cost their reader what their bytes are worth, and leave nothing behind. */
class JdkValueCostsTest {
    interface Open {
        Object any(Object value);
    }

    enum By {
        JAVA(new JavaCodec()) {
            @Override
            byte[] message(byte[] stream) {
                return HostileStream.message(stream);
            }
        },
        COMPACT(new CompactCodec()) {
            @Override
            byte[] message(byte[] stream) {
                Out out = new Out(64);
                out.writeByte(5); // a serial form
                out.writeInt(0);
                out.writeBoolean(false);
                out.writeSize(stream.length);
                out.write(stream, 0, stream.length);
                out.patchInt(1, out.size() - 5);
                return out.copy();
            }
        };

        private final Coder open;

        By(Codec codec) {
            open = codec.coder(
                    new Declared(Object.class, "parameter 'it'"),
                    TypeClosure.of(Open.class, EndpointOptions.defaults()));
        }

        abstract byte[] message(byte[] stream);

        Object decode(byte[] stream) {
            return open.decode(new Message().decoding(message(stream)));
        }
    }

    /** Stands for a value until it is written, so that no container compares it before. */
    private record Later(Object value) implements Comparable<Later>, Serializable {
        @Override
        public int compareTo(Later other) {
            return 0;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Serial
        private Object writeReplace() {
            return value;
        }
    }

    private static Object copy(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    /** Two equal ones in each of the containers that compare them. */
    private static byte[] compared(Object value) throws Exception {
        Object copy = copy(value);
        Set<Object> set = new HashSet<>(List.of(new Later(value), new Later(copy)));
        Map<Object, Object> map = new HashMap<>(Map.of(new Later(copy), 1, new Later(value), 2));
        List<Object> all = new ArrayList<>(List.of(set, map));
        if (value instanceof Comparable) {
            all.add(new PriorityQueue<>(List.of(new Later(value), new Later(copy))));
        }
        return HostileStream.of(all);
    }

    private static long nanos(By codec, byte[] stream) {
        long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try {
            codec.decode(stream);
        } catch (CodecException e) {
            assertThat(e).hasMessageNotContaining("Malformed: truncated"); // refused, which costs nothing more
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void costWhatTheirBytesAreWorthAsKeys(By codec) throws Exception {
        for (Object value : ExtremeValues.all()) {
            byte[] stream = compared(value);
            long least = Math.min(nanos(codec, stream), nanos(codec, stream)); // the first loads classes
            assertThat(least).as(value.getClass().getName()).isLessThan(50_000_000 + 1_000L * stream.length);
        }
    }

    /** Those that other tests fill with what costs most, or that hold what is compared and nothing else. */
    private static final List<Predicate<Class<?>>> OTHERS = List.of(
            Class::isEnum,
            Throwable.class::isAssignableFrom,
            Collection.class::isAssignableFrom,
            Map.class::isAssignableFrom,
            Map.Entry.class::isAssignableFrom,
            Comparator.class::isAssignableFrom,
            PublicKey.class::isAssignableFrom,
            type -> type.getName().startsWith("java.util.Optional"),
            type -> type.getName().startsWith("java.util.concurrent.atomic."),
            type -> type.getPackageName().equals("java.lang") && !CharSequence.class.isAssignableFrom(type));

    @Test
    void areAllTriedWithTheirExtremes() throws Exception {
        Set<Class<?>> tried = new HashSet<>();
        ExtremeValues.all().forEach(value -> tried.add(value.getClass()));
        assertThat(JdkTable.values())
                .filteredOn(type -> OTHERS.stream().noneMatch(other -> other.test(type)))
                .filteredOn(type -> type != InetAddress.class) // its objects are of two other classes
                .isSubsetOf(tried);
    }

    private static Object duration(String text) throws Exception {
        return DatatypeFactory.newInstance().newDuration(text);
    }

    @ParameterizedTest
    @EnumSource
    void readDurationsOfAnyLengthThatAreNoKeys(By codec) throws Exception {
        for (String text : List.of("P2147483647D", "P100Y", "-P36525DT5H6M7.89S", "PT0S")) {
            List<Object> list = new ArrayList<>(List.of(duration(text), duration(text)));
            assertThat(String.valueOf(codec.decode(HostileStream.of(list)))).isEqualTo("[" + text + ", " + text + "]");
        }
        assertThat((Set<?>) codec.decode(HostileStream.of(new HashSet<>(Set.of(duration("P1DT2H"))))))
                .isEqualTo(Set.of(duration("PT26H")));
    }

    /** Each is looked for among all network interfaces of this machine. */
    @ParameterizedTest
    @EnumSource
    void refuseManyAddressesOfNamedInterfaces(By codec) throws Exception {
        assertThat((List<?>) codec.decode(addresses(10, "eth7"))).hasSize(11);
        assertThat((List<?>) codec.decode(addresses(1_000, null))).hasSize(1_001);
        assertThatThrownBy(() -> codec.decode(addresses(1_000, "eth7")))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Inet6Address with the name of its interface");
    }

    /** All with a reference back to the name of their interface, where they had none. */
    private static byte[] addresses(int count, @Nullable String inAll) throws Exception {
        List<Object> list = new ArrayList<>(List.of(inAll == null ? "none" : inAll));
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[16];
            bytes[0] = (byte) 0xfe;
            bytes[14] = (byte) (i >> Byte.SIZE);
            bytes[15] = (byte) i;
            list.add(Inet6Address.getByAddress("host", bytes, 1));
        }
        byte[] stream = HostileStream.of(list);
        if (inAll == null) {
            return stream;
        }
        return new String(stream, StandardCharsets.ISO_8859_1)
                .replaceAll("p(ur\\x00\\x02\\[B|uq\\x00~\\x00)", "q\0~\0\2$1")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource
    void refuseDurationsThatTakeLongToCompareOrToParse(By codec) throws Exception {
        assertThatThrownBy(() -> codec.decode(compared(duration("P2147483647D"))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("takes more work");
        assertThatThrownBy(() -> codec.decode(HostileStream.of(duration("P" + "9".repeat(2_000) + "Y"))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("whose text is longer than 1000");
    }

    /** With another name of the same length. */
    private static byte[] renamed(byte[] stream, String before, String after) {
        String text = new String(stream, StandardCharsets.ISO_8859_1);
        assertThat(text).contains(before);
        return text.replace(before, after).getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource
    void areNoNewLevels(By codec) {
        byte[] known = HostileStream.of(new Substitutes.LogLevel("WARNING", Level.WARNING.intValue()));
        assertThat(codec.decode(known)).isSameAs(Level.WARNING);
        for (String name : List.of("MADE-UP", "1234567", "-123456", "INFOINF")) {
            assertThatThrownBy(() -> codec.decode(renamed(known, "WARNING", name)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("the log level " + name + " of the value 900")
                    .hasMessageContaining("Initialize the class");
            assertThatThrownBy(() -> codec.decode(renamed(HostileStream.of(Level.WARNING), "WARNING", name)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("java.util.logging.Level in the form of an object");
        }
        byte[] other = HostileStream.of(new Substitutes.LogLevel("WARNING", Level.INFO.intValue()));
        assertThatThrownBy(() -> codec.decode(other)).hasMessageContaining("the log level WARNING of the value 800");
        assertThatThrownBy(() -> Level.parse("MADE-UP")).isInstanceOf(IllegalArgumentException.class);
    }

    private static final class Custom extends Level {
        @Serial
        private static final long serialVersionUID = 1;

        static final Level AUDIT = new Custom("AUDIT", 950);

        private Custom(String name, int value) {
            super(name, value);
        }
    }

    @ParameterizedTest
    @EnumSource
    void areTheLevelsThatTheProgramHas(By codec) {
        assertThat(Custom.AUDIT.getName()).isEqualTo("AUDIT");
        assertThat(codec.decode(HostileStream.of(new Substitutes.LogLevel("AUDIT", 950))))
                .isSameAs(Custom.AUDIT);
    }

    @ParameterizedTest
    @EnumSource
    void haveFormatsOfLocalesThatThereAreAlone(By codec) throws Exception {
        Object french = new SimpleDateFormat("d MMMM", Locale.FRANCE);
        assertThat(codec.decode(HostileStream.of(french))).isEqualTo(french);
        Locale madeUp = Locale.of("xx", "QQ", "v1");
        List<Object> beside = new ArrayList<>(List.of(madeUp, french, madeUp));
        assertThat(codec.decode(HostileStream.of(beside))).isEqualTo(beside);
        for (Object format : List.of(
                new DecimalFormatSymbols(madeUp),
                new DateFormatSymbols(madeUp),
                new SimpleDateFormat("d", madeUp),
                new ArrayList<>(List.of(madeUp, new DecimalFormatSymbols(madeUp))),
                new DecimalFormatSymbols(Locale.forLanguageTag("de-DE-x-made-up")))) {
            assertThatThrownBy(() -> codec.decode(HostileStream.of(format)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("in the locale")
                    .hasMessageContaining("Locale.getAvailableLocales()");
        }
    }

    /** As no JDK writes them. */
    private static byte[] withoutZones(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes) {
            {
                enableReplaceObject(true);
            }

            @Override
            protected Object replaceObject(Object object) {
                return object instanceof String[][] ? null : object;
            }
        }) {
            out.writeObject(value);
        }
        return Arrays.copyOfRange(bytes.toByteArray(), 4, bytes.size()); // without the header
    }

    @ParameterizedTest
    @EnumSource
    void haveTheNamesOfTimeZonesWithThem(By codec) throws Exception {
        byte[] stream = withoutZones(new DateFormatSymbols(Locale.US));
        assertThatThrownBy(() -> codec.decode(stream))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("without the names of time zones");
    }

    private static long live() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void areForgottenOnceTheyAreNotUsed(By codec) throws Exception {
        for (Map.Entry<String, ExtremeValues.Made> made : ExtremeValues.made().entrySet()) {
            readSome(codec, made.getValue(), 0, 500);
            // Other things in the virtual machine grow at times; a leak would grow in each round.
            long leastGrowth = Long.MAX_VALUE;
            for (int from = 500; from < 15_500; from += 5_000) {
                long before = live();
                readSome(codec, made.getValue(), from, from + 5_000);
                leastGrowth = Math.min(leastGrowth, live() - before);
            }
            assertThat(leastGrowth).as(made.getKey()).isLessThan(256 << 10);
        }
    }

    private static void readSome(By codec, ExtremeValues.Made made, int from, int to) throws Exception {
        for (int i = from; i < to; i += 50) {
            Set<Object> some = new HashSet<>();
            for (int each = i; each < i + 50; each++) {
                some.add(new Later(made.of(each)));
            }
            codec.decode(HostileStream.of(some));
        }
    }
}
