package dev.wherry.codec.jboss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.Message;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RiverTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LONG = 70_000;

    private final Coder coder = new JBossCodec()
            .coder(
                    new Declared(Object.class, "a value"),
                    new AllowedTypes(Asked.class, false, Asked.class, Failure.class, Listing.class));

    /** An exception with a part that may not travel: it travels aside, and is refused while river writes what holds it. */
    static final class Failure extends Exception {
        @SuppressWarnings("serial") // of no class that is allowed
        final Object detail = new Object();
    }

    static final class Asked implements Serializable {
        static int times;

        final Exception failure = new Failure();

        @Override
        public String toString() {
            times++;
            return "a text";
        }
    }

    @Test
    void asksNoValueForItsTextWhereWritingFails() {
        Asked.times = 0;
        assertThatThrownBy(() -> Message.encode(coder, List.of(new Asked()))).isInstanceOf(CodecException.class);
        assertThat(Asked.times).isZero();
    }

    static final class Listing implements Serializable {
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("some", Object.class, true)
        };

        @SuppressWarnings("serial") // a set that is Serializable
        @Nullable
        Object some;

        @Nullable
        String other;
    }

    @Test
    void carriesAllFieldsOfAClassThatListsSomeForJdkSerialization() {
        Listing listing = new Listing();
        listing.some = new HashSet<>(Set.of(1));
        listing.other = "x";
        assertThat(roundTrip(listing)).isInstanceOfSatisfying(Listing.class, arrived -> {
            assertThat(arrived.some).isEqualTo(Set.of(1));
            assertThat(arrived.other).isEqualTo("x");
        });
    }

    @Test
    void looksAtTheDepthOfWhatIsFilled() {
        Object nest = "end";
        for (int i = 0; i < 40; i++) {
            nest = new HashMap<>(Map.of("k", nest));
        }
        Message message = Message.encode(coder, nest);
        Limits shallow = Limits.builder().graphDepth(30).graphObjects(1_000_000).build();
        assertThatThrownBy(() -> message.decode(coder, shallow))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphDepth");
        assertThat(message.decode(coder)).isEqualTo(nest);
    }

    private @Nullable Object roundTrip(Object value) {
        return Message.encode(coder, value).decode(coder);
    }

    @Test
    void takesNoMemoryForAFalseLengthOfAText() {
        Message message = Message.encode(coder, List.of("x".repeat(LONG)));
        String bytes = new String(message.bytes(), StandardCharsets.ISO_8859_1);
        int at = bytes.indexOf(new String(ByteBuffer.allocate(4).putInt(LONG).array(), StandardCharsets.ISO_8859_1));
        assertThat(at).as("where the length is").isPositive();
        byte[] changed = message.bytes().clone();
        ByteBuffer.wrap(changed).putInt(at, 500_000_000);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> message.withBytes(changed).decode(coder))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("a length of 500000000");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000_000);
    }
}
