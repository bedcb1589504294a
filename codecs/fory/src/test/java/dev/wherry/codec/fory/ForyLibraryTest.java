package dev.wherry.codec.fory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.LibraryContract;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.codec.OtherLoader;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ForyLibraryTest extends LibraryContract {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LEVELS = 90;
    private static final int BYTES = 100_000;

    @Override
    protected Codec codec() {
        return new ForyCodec();
    }

    /** Each within the one before, which says that it has as many elements as there are bytes left. */
    @TestFactory
    @SuppressWarnings("JdkObsolete") // users have them all
    Stream<DynamicTest> refusesListsThatEachClaimAllBytes() {
        return Stream.of(new ArrayList<>(), new LinkedList<>(), new ArrayDeque<>(), new Object[0])
                .map(each -> DynamicTest.dynamicTest(each.getClass().getSimpleName(), () -> {
                    Coder coder = open();
                    Message message = claiming(coder, each);
                    assertThatThrownBy(() -> message.decode(coder)).isInstanceOf(CodecException.class);
                    long before = THREADS.getCurrentThreadAllocatedBytes();
                    assertThatThrownBy(() -> message.decode(coder))
                            .isInstanceOf(CodecException.class)
                            .hasMessageFindingMatch("a length of|bytes of memory");
                    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                            .as("allocated bytes")
                            .isLessThan(32L * BYTES);
                }));
    }

    private static Message claiming(Coder coder, Object empty) {
        Message one = Message.encode(coder, empty).arrived();
        byte[] bytes = one.bytes();
        // Of the codec: a kind and a length. Of Fory: a mode, that a value follows, its type, no elements.
        byte[] type = Arrays.copyOfRange(bytes, 4, bytes.length - 1);
        Out library = new Out(BYTES);
        library.write(bytes, 2, bytes.length - 3);
        for (int i = 0; i < LEVELS; i++) {
            library.writeSize(BYTES / 2);
            library.writeByte(9); // elements of one type that may be referred to
            library.write(type, 0, type.length);
            library.writeByte(0);
        }
        library.writeSize(0);
        byte[] padded = Arrays.copyOf(library.copy(), BYTES);
        Out message = new Out(BYTES);
        message.writeByte(1);
        message.writeSize(padded.length);
        message.write(padded, 0, padded.length);
        return one.withBytes(message.copy());
    }

    /** Fory would add elements to it that were never counted, or read it in another form. */
    @Test
    void refusesAListOfAUsersInTheFormOfFory() throws Exception {
        Class<?> theirs = OtherLoader.loading(Own.class)
                .renaming("BaseOfList", "BaseOfNone")
                .theirs(Own.class);
        Message message = Message.encode(
                        open(theirs), theirs.getDeclaredConstructor().newInstance())
                .arrived();
        assertThatThrownBy(() -> message.decode(open(Own.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Refused")
                .hasMessageContaining(Own.class.getName());
    }

    private Coder open(Class<?> type) {
        return codec().coder(new Declared(Object.class, "open"), new AllowedTypes(ForyLibraryTest.class, false, type));
    }
}
