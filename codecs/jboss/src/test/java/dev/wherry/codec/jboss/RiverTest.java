package dev.wherry.codec.jboss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Coder;
import dev.wherry.spi.Declared;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.Message;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RiverTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LONG = 70_000;

    private final Coder coder = new JBossCodec()
            .coder(
                    new Declared(Object.class, "a value"),
                    new AllowedTypes(Asked.class, false, Asked.class, Failure.class, Loop.class));

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

    /** Leads to itself, and hashes as a user's class that does so for ever might. */
    static final class Loop implements Serializable {
        final Loop around = this;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Loop;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    void refusesKeysThatHoldWhatIsReadAsideAndRefersToItself() {
        assertThat(roundTrip(List.of(Optional.of(new Loop())))).isInstanceOf(List.class);
        assertThatThrownBy(() -> roundTrip(new HashSet<>(Set.of(Optional.of(new Loop())))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("set element");
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
                .hasMessageContaining("bytes of memory");
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(50_000_000);
    }
}
