package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.RegisterTypes;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
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
        Encoding encoding = new Encoding(new Out(64)) {
            @Override
            public int define(Definition definition) {
                throw new AssertionError("nothing is defined here");
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }

            @Override
            public boolean travelsByReference(Object value) {
                return false;
            }

            @Override
            public void writeReference(Object object, List<Class<?>> as) {
                throw new AssertionError("nothing is referred to here");
            }
        };
        Failures.encode(thrown, Outcome.RAN, METHOD, 0, encoding);
        return encoding.out().copy();
    }

    private static Throwable decoded(byte[] bytes) {
        return Failures.decode(METHOD, 0, new Decoding(new In(bytes)) {
            @Override
            public Definition definition(int number) {
                throw new AssertionError("nothing is defined here");
            }

            @Override
            public Object readReference(Class<?> declared, Types types) {
                throw new AssertionError("nothing is referred to here");
            }

            @Override
            public Limits limits() {
                return Limits.defaults();
            }
        });
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
