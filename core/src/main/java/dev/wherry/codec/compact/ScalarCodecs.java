package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.Patterns;
import dev.wherry.codec.StackTraces;
import dev.wherry.net.Urls;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The values of java.lang, java.math, java.net and java.util that have no parts. Their order is part of the wire
 * format.
 */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"}) // values of old classes travel too
final class ScalarCodecs {
    private ScalarCodecs() {}

    static List<BuiltInCodec> others() {
        return List.of(
                immutable(StackTraceElement.class, StackTraces::writeWhole, StackTraces::readWhole),
                immutable(BigInteger.class, ScalarCodecs::write, ScalarCodecs::bigInteger),
                immutable(BigDecimal.class, ScalarCodecs::write, ScalarCodecs::bigDecimal),
                immutable(UUID.class, ScalarCodecs::write, in -> new UUID(in.readLong(), in.readLong())),
                immutable(URI.class, asText(URI::toString), in -> new URI(text(in))),
                immutable(Locale.class, ScalarCodecs::write, ScalarCodecs::locale),
                immutable(Currency.class, asText(Currency::getCurrencyCode), in -> Currency.getInstance(text(in))),
                registered(Pattern.class, ScalarCodecs::write, ScalarCodecs::pattern),
                immutable(OptionalInt.class, ScalarCodecs::write, ScalarCodecs::optionalInt),
                immutable(OptionalLong.class, ScalarCodecs::write, ScalarCodecs::optionalLong),
                immutable(OptionalDouble.class, ScalarCodecs::write, ScalarCodecs::optionalDouble),
                mutable(Date.class, (v, out) -> out.writeVarLong(v.getTime()), in -> new Date(in.readVarLong())),
                mutable(StringBuilder.class, asText(StringBuilder::toString), in -> new StringBuilder(text(in))),
                mutable(StringBuffer.class, asText(StringBuffer::toString), in -> new StringBuffer(text(in))),
                mutable(BitSet.class, (v, out) -> bytes(v.toByteArray(), out), in -> BitSet.valueOf(bytes(in))),
                mutable(
                        AtomicBoolean.class,
                        (v, out) -> out.writeBoolean(v.get()),
                        in -> new AtomicBoolean(in.readBoolean())),
                mutable(
                        AtomicInteger.class,
                        (v, out) -> out.writeVarInt(v.get()),
                        in -> new AtomicInteger(in.readVarInt())),
                mutable(
                        AtomicLong.class,
                        (v, out) -> out.writeVarLong(v.get()),
                        in -> new AtomicLong(in.readVarLong())),
                new ClassLiteral(),
                immutable(URL.class, asText(URL::toExternalForm), in -> Urls.of(text(in))));
    }

    /** Writes a value. */
    interface Writes<T> {
        void write(T value, Out out);
    }

    /** Reads a value. All that it throws counts as an error of the bytes. */
    interface Reads<T> {
        T read(In in) throws Exception;
    }

    static <T> BuiltInCodec immutable(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, false, false, writes, reads);
    }

    static <T> BuiltInCodec mutable(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, true, false, writes, reads);
    }

    /** Returns the codec of an immutable class that must be registered. */
    static <T> BuiltInCodec registered(Class<T> type, Writes<T> writes, Reads<T> reads) {
        return new ScalarCodec<>(type, false, true, writes, reads);
    }

    /** A JDK value without parts. */
    private static final class ScalarCodec<T> extends BuiltInCodec {
        /** The length in bytes up to which a value costs no more than others to hash or compare. */
        private static final int SHORT = 16;

        private final boolean registered;
        private final Writes<T> writes;
        private final Reads<T> reads;

        ScalarCodec(Class<T> type, boolean mutable, boolean registered, Writes<T> writes, Reads<T> reads) {
            super(type, false, mutable, false);
            this.registered = registered;
            this.writes = writes;
            this.reads = reads;
        }

        @Override
        boolean isRegistered() {
            return registered;
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            writes.write(type(value), to.out);
        }

        @SuppressWarnings("unchecked") // the table of codecs uses each for its class alone
        private T type(Object value) {
            return (T) value;
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            int before = from.in.position();
            try {
                T value = Objects.requireNonNull(reads.read(from.in));
                int bytes = from.in.position() - before;
                if (bytes > SHORT) {
                    from.budget().readLeaf(value, bytes);
                }
                return value;
            } catch (Exception | StackOverflowError e) {
                throw ErrorPath.thrown(e, "Reading a " + type.getName());
            }
        }
    }

    /** Boxes of primitives, and text. Each is written as a field of its kind. */
    static final class Box extends BuiltInCodec {
        private final FieldKind kind;

        Box(Class<?> type, FieldKind kind) {
            super(type, false, kind == FieldKind.TEXT, false);
            this.kind = kind;
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            kind.write(value, to.out);
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            return kind == FieldKind.TEXT ? ScalarCodecs.text(from.in) : Objects.requireNonNull(kind.read(from.in));
        }
    }

    static String text(In in) {
        String text = in.readText();
        if (text == null) {
            throw CodecException.malformed("no text where there must be one");
        }
        return text;
    }

    private static <T> Writes<T> asText(Function<T, String> text) {
        return (value, out) -> out.writeText(text.apply(value));
    }

    private static void bytes(byte[] bytes, Out out) {
        out.writeSize(bytes.length);
        out.write(bytes, 0, bytes.length);
    }

    private static byte[] bytes(In in) {
        return in.readBytes(in.readCount(1));
    }

    private static void write(BigInteger value, Out out) {
        bytes(value.toByteArray(), out);
    }

    private static BigInteger bigInteger(In in) {
        return new BigInteger(bytes(in));
    }

    private static void write(BigDecimal value, Out out) {
        write(value.unscaledValue(), out);
        out.writeVarInt(value.scale());
    }

    private static BigDecimal bigDecimal(In in) {
        return new BigDecimal(bigInteger(in), in.readVarInt());
    }

    private static void write(UUID value, Out out) {
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    /** Writes a language tag. The few old locales that have no tag are written in parts. */
    private static void write(Locale value, Out out) {
        boolean tagged = Locale.forLanguageTag(value.toLanguageTag()).equals(value);
        out.writeBoolean(tagged);
        if (tagged) {
            out.writeText(value.toLanguageTag());
            return;
        }
        out.writeText(value.getLanguage());
        out.writeText(value.getCountry());
        out.writeText(value.getVariant());
    }

    private static Locale locale(In in) {
        return in.readBoolean() ? Locale.forLanguageTag(text(in)) : Locale.of(text(in), text(in), text(in));
    }

    private static void write(Pattern value, Out out) {
        Patterns.checkFlags(value.flags());
        out.writeText(value.pattern());
        out.writeVarInt(value.flags());
    }

    private static Pattern pattern(In in) {
        String regex = text(in);
        int flags = in.readVarInt();
        Patterns.checkFlags(flags);
        return Pattern.compile(regex, flags);
    }

    private static void write(OptionalInt value, Out out) {
        out.writeBoolean(value.isPresent());
        value.ifPresent(out::writeVarInt);
    }

    private static OptionalInt optionalInt(In in) {
        return in.readBoolean() ? OptionalInt.of(in.readVarInt()) : OptionalInt.empty();
    }

    private static void write(OptionalLong value, Out out) {
        out.writeBoolean(value.isPresent());
        value.ifPresent(out::writeVarLong);
    }

    private static OptionalLong optionalLong(In in) {
        return in.readBoolean() ? OptionalLong.of(in.readVarLong()) : OptionalLong.empty();
    }

    private static void write(OptionalDouble value, Out out) {
        out.writeBoolean(value.isPresent());
        value.ifPresent(out::writeDouble);
    }

    private static OptionalDouble optionalDouble(In in) {
        return in.readBoolean() ? OptionalDouble.of(in.readDouble()) : OptionalDouble.empty();
    }

    /**
     * Class objects, by name. Only types that the calls of the interface may carry are found, and they are not
     * initialized by that.
     */
    static final class ClassLiteral extends BuiltInCodec {
        ClassLiteral() {
            super(Class.class, false, false, false);
        }

        @Override
        void write(Object value, Slot at, Writer to) {
            Class<?> type = (Class<?>) value;
            if (!ClassNames.isListed(type, at.codecs.types)) {
                throw at.codecs.types.refusalOfLiteral(type);
            }
            to.out.writeText(type.getName());
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            String name = ScalarCodecs.text(from.in);
            return from.named(() -> ClassNames.find(name, at.codecs.types));
        }
    }
}
