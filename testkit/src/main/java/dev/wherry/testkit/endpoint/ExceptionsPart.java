package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.testkit.sample.Overdrawn;
import dev.wherry.testkit.sample.Registered;
import dev.wherry.testkit.sample.Teller;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exceptions of a method arrive with their class, message, causes and stack trace. */
interface ExceptionsPart extends Part {
    /** Returns a stub of an object that throws this exception. */
    default Teller throwing(Throwable thrown) {
        return fixture().serve(Teller.class, amount -> {
            switch (thrown) {
                case Overdrawn declared -> throw declared;
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new AssertionError("The signature does not allow " + thrown);
            }
        });
    }

    @Test
    default void throwsADeclaredExceptionAsItself() {
        assertThatThrownBy(() -> throwing(new Overdrawn(12)).withdraw(1))
                .isExactlyInstanceOf(Overdrawn.class)
                .hasMessage("missing 12")
                .isInstanceOfSatisfying(
                        Overdrawn.class, e -> assertThat(e.missing()).isEqualTo(12));
    }

    @Test
    default void throwsUncheckedExceptionsOfTheJdkAsThemselves() {
        for (RuntimeException thrown : List.of(
                new IllegalStateException("state"),
                new NullPointerException(),
                new ConcurrentModificationException("x"),
                new NoSuchElementException("y"),
                new ArrayIndexOutOfBoundsException("z"),
                new ArithmeticException("/ by zero"))) {
            assertThatThrownBy(() -> throwing(thrown).withdraw(1))
                    .isExactlyInstanceOf(thrown.getClass())
                    .hasMessage(thrown.getMessage());
        }
    }

    @Test
    default void throwsARegisteredExceptionAsItselfWithItsCauses() {
        Exception cause = new IllegalArgumentException("deeper", new Overdrawn(3));
        cause.addSuppressed(new IllegalStateException("beside"));
        assertThatThrownBy(() -> throwing(new Registered("top", cause)).withdraw(1))
                .isExactlyInstanceOf(Registered.class)
                .hasMessage("top")
                .cause()
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessage("deeper")
                .hasSuppressedException(new IllegalStateException("beside"))
                .cause()
                .isExactlyInstanceOf(Overdrawn.class);
    }

    @Test
    default void hasTheStackFramesOfBothSides() {
        @Nullable
        Throwable thrown = Failing.thrownBy(
                () -> fixture().serve(Teller.class, new Stumbling()).withdraw(1));
        assertThat(thrown).isExactlyInstanceOf(IllegalStateException.class);
        List<String> frames = thrown == null
                ? List.of()
                : Arrays.stream(thrown.getStackTrace())
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                        .toList();
        int remote = indexOf(frames, "Stumbling.withdraw");
        int local = indexOf(frames, "hasTheStackFramesOfBothSides");
        assertThat(remote).as("position of the method in " + frames).isNotNegative();
        assertThat(local).as("position of the caller in " + frames).isGreaterThan(remote);
    }

    private static int indexOf(List<String> frames, String part) {
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).contains(part)) {
                return i;
            }
        }
        return -1;
    }

    /** A service whose stack frame the test recognizes. */
    final class Stumbling implements Teller {
        @Override
        public int withdraw(int amount) {
            throw new IllegalStateException("stumbled over " + amount);
        }
    }

    @Test
    default void survivesAnErrorThrownByAMethod() {
        for (Error error : List.of(
                new StackOverflowError("deep"), new AssertionError("wrong"), new OutOfMemoryError("pretended"))) {
            Teller stub = throwing(error);
            @Nullable Throwable thrown = Failing.thrownBy(() -> stub.withdraw(1));
            assertThat(thrown).isNotNull().hasMessageContaining(String.valueOf(error.getMessage()));
            assertThat(Failing.unchecked(() ->
                            fixture().serve(Teller.class, amount -> amount + 1).withdraw(1)))
                    .isEqualTo(2);
        }
    }

    @Test
    default void cutsCyclesAmongCauses() {
        Registered first = new Registered("first", new UncheckedIOException(new java.io.IOException("io")));
        IllegalStateException second = new IllegalStateException("second", first);
        first.addSuppressed(second);
        assertThatThrownBy(() -> throwing(first).withdraw(1))
                .isExactlyInstanceOf(Registered.class)
                .hasMessage("first");
    }

    @Test
    default void cutsLongChainsOfCauses() {
        Throwable chain = new IllegalStateException("bottom");
        for (int i = 0; i < 1000; i++) {
            chain = new IllegalStateException("link " + i, chain);
        }
        Throwable top = chain;
        assertThatThrownBy(() -> throwing(top).withdraw(1)).hasMessageContaining("link 999");
    }
}
