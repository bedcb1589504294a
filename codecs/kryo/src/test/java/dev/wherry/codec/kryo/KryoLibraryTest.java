package dev.wherry.codec.kryo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Codec;
import dev.wherry.spi.CodecException;
import dev.wherry.testkit.codec.LibraryContract;
import dev.wherry.testkit.codec.Message;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KryoLibraryTest extends LibraryContract {
    @Override
    protected Codec codec() {
        return new KryoCodec();
    }

    /** Kryo writes no byte for any of them. */
    @Test
    @SuppressWarnings("JdkObsolete") // the list with the largest elements
    void refusesNullsThatTakeFarMoreMemoryThanTheBytes() {
        List<?> lists = Stream.generate(() -> new LinkedList<>(Collections.nCopies(40, null)))
                .limit(20_000)
                .toList();
        Message message = Message.encode(open(), lists).arrived();
        assertThatThrownBy(() -> message.decode(open()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("bytes of memory");
    }

    /** Where Kryo writes another byte for null it would keep four bytes for each that it reads. */
    @Test
    void refusesNullInTheFormOfAValue() {
        Message message =
                Message.encode(open(), List.of(BigInteger.TEN, BigInteger.TEN)).arrived();
        byte[] bytes = message.bytes().clone();
        int last = bytes.length - 2; // a length and a byte for each number
        bytes[last] = 0;
        bytes[1]--;
        Message changed = message.withBytes(Arrays.copyOf(bytes, last + 1));
        assertThatThrownBy(() -> changed.decode(open()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("null in the form of a value");
    }
}
