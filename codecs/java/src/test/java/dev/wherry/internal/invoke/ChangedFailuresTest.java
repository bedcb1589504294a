package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.codec.java.Message;
import dev.wherry.spi.CodecException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Failures whose bytes have changed, by a codec that bears changed bytes. */
class ChangedFailuresTest {
    static final class Overdrawn extends Exception {
        final long missing;

        Overdrawn(long missing, Throwable cause) {
            super("overdrawn", cause);
            this.missing = missing;
        }
    }

    static final class Registered extends Exception {
        Registered() {
            super("registered");
        }
    }

    @RegisterTypes(Registered.class)
    interface Registering {
        void pay() throws Overdrawn;
    }

    private static final RemoteMethod METHOD = RemoteInterface.of(
                    Registering.class, EndpointOptions.defaults(), List.of(new JavaCodec()))
            .method("pay()V");

    private static byte[] encoded(Throwable thrown) {
        Message message = new Message();
        Failures.encode(thrown, Outcome.RAN, METHOD, 0, message.encoding());
        return message.bytes();
    }

    private static Throwable decoded(byte[] bytes) {
        return Failures.decode(METHOD, 0, new Message().decoding(bytes));
    }

    @Test
    void decodesWhatIsLeftOfAnExceptionThatStandsTwice() {
        byte[] whole = encoded(new Overdrawn(17, new Registered()));
        assertThat(decoded(whole)).hasCauseInstanceOf(Registered.class);
        Random random = new Random(21);
        for (int i = 0; i < 2_000; i++) {
            byte[] changed = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            Throwable failure = catchThrowable(() -> decoded(changed));
            if (failure != null) {
                assertThat(failure).isInstanceOf(CodecException.class);
            }
        }
    }
}
