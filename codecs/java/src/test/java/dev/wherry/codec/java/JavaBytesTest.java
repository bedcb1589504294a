package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.Zoo.Listener;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The layout that docs/protocol.md gives for codec java, both ways. */
class JavaBytesTest {
    private static Coder coder(Class<?> type) {
        return new JavaCodec().coder(new Declared(type, "it"), TypeClosure.of(Zoo.class, EndpointOptions.defaults()));
    }

    private static String hex(String ascii) {
        return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    private static String name(String ascii) {
        return "%04x".formatted(ascii.length()) + hex(ascii);
    }

    private static void areTheBytes(String bytes, Message message, Class<?>[] declared, Object... values) {
        for (int i = 0; i < values.length; i++) {
            coder(declared[i]).encode(values[i], message.encoding());
        }
        assertThat(HexFormat.of().formatHex(message.bytes())).isEqualTo(bytes);
        for (int i = 0; i < values.length; i++) {
            assertThat(coder(declared[i]).decode(message.decoding())).isEqualTo(values[i]);
        }
        assertThat(message.decoding().in().remaining()).isZero();
    }

    @Test
    void areThoseOfPrimitivesAndOfOneStreamInPieces() {
        areTheBytes(
                "05000000" // int 5
                        + "00" + "00" + "07" + "740004" + hex("text") // the stream begins: a string
                        + "01" // boolean true
                        + "01" + "00" + "05" + "71007e0000" // it goes on: the same string
                        + "01" + "00" + "01" + "70", // and ends with null
                new Message(),
                new Class<?>[] {int.class, Object.class, boolean.class, String.class, Object.class},
                5,
                "text",
                true,
                "text",
                null);
    }

    @Test
    void areThoseOfReferences() {
        Listener listener = event -> {};
        String className = "dev.wherry.codec.java.Substitutes$Reference";
        String described =
                "72" + name(className) + "0000000000000001" + "02" + "0001" + "49" + name("index") + "78" + "70";
        String stream = "73" + described + "00000000";
        areTheBytes(
                "01" + "00" // declared by reference: not null, and the message's reference 0
                        + "00" // the stream begins
                        + "01" + "%02x".formatted(2 * Listener.class.getName().length() + 1)
                        + hex(Listener.class.getName()) + "01" // by its interface, the message's reference 1
                        + "00" + "%02x".formatted(stream.length() / 2) + stream,
                new Message(),
                new Class<?>[] {Listener.class, Object.class},
                listener,
                listener);
    }

    @Test
    void areThoseOfOptionals() {
        String className = "dev.wherry.codec.java.Substitutes$Maybe";
        String described = "72" + name(className) + "0000000000000001" + "02" + "0002" + "42" + name("kind") + "4c"
                + name("value") + "74" + name("Ljava/lang/Object;") + "78" + "70";
        String stream = "73" + described + "00" + "740004" + hex("some");
        areTheBytes(
                "00" + "00" + "%02x".formatted(stream.length() / 2) + stream,
                new Message(),
                new Class<?>[] {Optional.class},
                Optional.of("some"));
    }
}
