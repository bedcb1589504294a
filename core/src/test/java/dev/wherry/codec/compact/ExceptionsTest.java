package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.RemoteException;
import dev.wherry.codec.compact.Shapes.*;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Exceptions as values. */
class ExceptionsTest {
    private final Messages messages = new Messages();

    @Test
    void arriveWithMessageCauseSuppressedTraceAndOwnFields() {
        Mistake sent = new Mistake("no", 42, new IllegalStateException("why", new IOException("disk")));
        sent.addSuppressed(new ArithmeticException("too"));
        Mistake arrived = messages.send(sent, Exception.class, Shapes.allowed());
        assertThat(arrived).hasMessage("no").hasRootCauseMessage("disk");
        assertThat(arrived.code).isEqualTo(42);
        assertThat(arrived.getCause()).isExactlyInstanceOf(IllegalStateException.class);
        assertThat(arrived.getSuppressed()[0]).isExactlyInstanceOf(ArithmeticException.class);
        assertThat(arrived.getStackTrace()[0].getMethodName()).isEqualTo(sent.getStackTrace()[0].getMethodName());
        assertThat(arrived.getStackTrace()[0].getLineNumber()).isEqualTo(sent.getStackTrace()[0].getLineNumber());
    }

    @Test
    void causesThatMayNotTravelAreNamed() {
        Mistake arrived =
                messages.send(new Mistake("no", 1, new Unlisted("secret state")), Mistake.class, Shapes.allowed());
        assertThat(arrived.getCause()).isInstanceOfSatisfying(RemoteException.class, cause -> {
            assertThat(cause.code()).isEqualTo(RemoteException.Code.INTERNAL);
            assertThat(cause.remoteClass()).isEqualTo(Unlisted.class.getName());
            assertThat(cause).hasMessageContaining("secret state");
        });
    }

    @Test
    void cyclesAndLongChainsAreCut() {
        Exception a = new Exception("a");
        Exception b = new Exception("b", a);
        a.initCause(b);
        Exception arrived = messages.send(a, Exception.class, Shapes.allowed());
        assertThat(arrived.getCause()).hasMessage("b");
        assertThat(arrived.getCause().getCause()).isNull();

        Throwable chain = new Exception("end");
        for (int i = 0; i < 100; i++) {
            chain = new Exception("" + i, chain);
            for (int j = 0; j < 20; j++) {
                chain.addSuppressed(new Exception("s", new Exception()));
            }
        }
        Throwable cut = messages.send(chain, Throwable.class, Shapes.allowed());
        int causes = 0;
        for (Throwable each = cut.getCause(); each != null; each = each.getCause()) {
            causes++;
        }
        assertThat(causes).isEqualTo(16);
        assertThat(cut.getSuppressed().length).isLessThanOrEqualTo(16);
    }

    @Test
    void longStackTracesAreCut() {
        Exception deep = new Exception("deep");
        StackTraceElement[] frames = new StackTraceElement[1000];
        java.util.Arrays.fill(frames, new StackTraceElement("A", "b", "A.java", 1));
        deep.setStackTrace(frames);
        assertThat(messages.send(deep, Exception.class, Shapes.allowed()).getStackTrace())
                .hasSize(256);
    }
}
