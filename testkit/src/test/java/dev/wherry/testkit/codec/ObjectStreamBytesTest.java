package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Codecs read the streams that tests write by hand. Otherwise the tests with hostile streams would prove nothing. */
class ObjectStreamBytesTest {
    private static final int OWN_FORM = 5;

    private static Object read(Codec codec, Out out) {
        return new Message(out.copy(), List.of(), List.of())
                .decode(codec.coder(
                        new Declared(Object.class, "a value"), new AllowedTypes(ObjectStreamBytesTest.class, false)));
    }

    @Test
    void areReadByCodecJava() {
        Out out = new Out(64);
        ObjectStreamBytes.writeFirst(ObjectStreamBytes.of(new ArrayList<>(List.of("a"))), out);
        assertThat(read(new JavaCodec(), out)).isEqualTo(List.of("a"));
    }

    @Test
    void areReadByCodecCompact() {
        Out out = new Out(64);
        out.writeByte(OWN_FORM);
        ObjectStreamBytes.writeWithin(ObjectStreamBytes.of(new ArrayList<>(List.of("a"))), out);
        assertThat(read(new CompactCodec(), out)).isEqualTo(List.of("a"));
    }
}
