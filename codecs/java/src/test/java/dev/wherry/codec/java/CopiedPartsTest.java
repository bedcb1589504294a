package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.ImmutableDescriptor;
import javax.management.ObjectName;
import javax.naming.ldap.LdapName;
import javax.sql.rowset.serial.SerialBlob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many objects that each copy one long part are refused, and those that share it are read. */
class CopiedPartsTest {
    interface Open {
        Object any(Object value);
    }

    private static final int LENGTH = 50_000;

    private final Coder open = new JavaCodec()
            .coder(
                    new Declared(Object.class, "parameter 'it'"),
                    TypeClosure.of(Open.class, EndpointOptions.defaults()));

    private Object decode(byte[] stream) {
        return open.decode(new Message().decoding(HostileStream.message(stream)));
    }

    /** Writes equal texts and arrays as one, as a peer could. */
    private static final class Sharing extends ObjectOutputStream {
        private final Map<Object, Object> first = new HashMap<>();

        Sharing(ByteArrayOutputStream bytes) throws IOException {
            super(bytes);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            Object same = switch (object) {
                case String text -> text;
                case byte[] bytes -> List.of("bytes", bytes.length, Arrays.hashCode(bytes));
                case char[] chars -> List.of("chars", chars.length, Arrays.hashCode(chars));
                case StackTraceElement[] frames -> null; // which no two exceptions have in common
                case Object[] array -> List.of("array", array.length, Arrays.hashCode(array));
                default -> null;
            };
            return same == null ? object : first.computeIfAbsent(same, absent -> object);
        }
    }

    private static byte[] shared(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Sharing(bytes)) {
            out.writeObject(value);
        }
        return Arrays.copyOfRange(bytes.toByteArray(), 4, bytes.size()); // without the header
    }

    private interface Made {
        Object of() throws Exception;
    }

    private static List<Object> many(int count, Made made) throws Exception {
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            many.add(made.of());
        }
        return many;
    }

    static Stream<Made> copying() {
        String text = "a".repeat(LENGTH);
        String pattern = "'" + text + "'";
        String[] items = IntStream.range(0, LENGTH / 10).mapToObj(i -> "a" + i).toArray(String[]::new);
        return Stream.of(
                () -> URI.create(text),
                () -> new Substitutes.Link("file:" + text),
                () -> new SimpleDateFormat(pattern, Locale.US),
                () -> new LdapName("a=" + text),
                () -> new ObjectName("a:b=" + text),
                () -> new SerialBlob(new byte[LENGTH]),
                () -> new StringBuilder(text),
                () -> BigInteger.ONE.shiftLeft(8 * LENGTH),
                () -> new AtomicReferenceArray<>(items),
                () -> new ImmutableDescriptor(items, (Object[]) items));
    }

    @ParameterizedTest
    @MethodSource("copying")
    void refusesManyThatCopyOneLongPart(Made made) throws Exception {
        byte[] few = shared(many(2, made));
        assertThat((List<?>) decode(few)).hasSize(2);
        byte[] stream = shared(many(60, made));
        assertThat(stream).hasSizeLessThan(4 * LENGTH);
        assertThatThrownBy(() -> decode(stream))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Over the limit 'graphObjects'");
    }

    @Test
    void readsManyThatKeepWhatTheyShareOrShareLittle() throws Exception {
        String text = "a".repeat(LENGTH);
        String message = "This is what all of them say: " + "a".repeat(200);
        for (Made made : List.<Made>of(
                () -> new Substitutes.Maybe((byte) 0, text),
                () -> List.of(text, text),
                () -> new ArrayList<>(List.of(text)),
                () -> new HashMap<>(Map.of(1, text)),
                () -> new IllegalStateException(message),
                () -> Locale.of("de", "DE"),
                () -> URI.create("http://host.invalid:80/path/of/some/length?query=a"),
                () -> new ObjectName("com.acme:type=Server,name=Main"))) {
            assertThat((List<?>) decode(shared(many(1_000, made)))).hasSize(1_000);
        }
    }
}
