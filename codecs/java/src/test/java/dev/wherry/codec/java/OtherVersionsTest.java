package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class OtherVersionsTest {
    static final class Versioned implements Serializable {
        private static final long serialVersionUID = 0x0123456789abcdefL;
        int number;
    }

    enum Colour {
        RED,
        BLUE
    }

    interface Service {
        void take(Versioned versioned, Colour colour);
    }

    @Test
    void areNamedByTheirClassAndNotTakenForWrongBytes() {
        Coder coder = new JavaCodec()
                .coder(
                        new Declared(Object.class, "parameter 'it'"),
                        TypeClosure.of(Service.class, EndpointOptions.defaults()));
        Message message = new Message();
        coder.encode(new Versioned(), message.encoding());
        byte[] bytes = message.bytes();
        int version = HexFormat.of().formatHex(bytes).indexOf("0123456789abcdef") / 2;
        ByteBuffer.wrap(bytes).putLong(version, 2);
        assertThatThrownBy(() -> coder.decode(message.decoding(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Versioned.class.getName())
                .hasMessageContaining("Bring both sides to the same version")
                .hasMessageNotContaining("Malformed");
    }

    @Test
    void areNamedForAConstantThatIsNotKnown() {
        Coder coder = new JavaCodec()
                .coder(
                        new Declared(Object.class, "parameter 'it'"),
                        TypeClosure.of(Service.class, EndpointOptions.defaults()));
        Message message = new Message();
        coder.encode(Colour.BLUE, message.encoding());
        byte[] bytes = message.bytes();
        int name = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("BLUE");
        bytes[name] = 'G';
        assertThatThrownBy(() -> coder.decode(message.decoding(bytes)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("GLUE")
                .hasMessageContaining(Colour.class.getName())
                .hasMessageContaining("not known here")
                .hasMessageContaining("Bring both sides to the same version");
    }
}
