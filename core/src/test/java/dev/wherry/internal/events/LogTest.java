package dev.wherry.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

final class LogTest {
    /** As the JDK's, when it cannot load the table of time zones. */
    private static final class Failing implements Logger {
        private int refused;

        @Override
        public String getName() {
            return "failing";
        }

        @Override
        public boolean isLoggable(Level level) {
            throw new NoClassDefFoundError("isLoggable");
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            refused++;
            throw new NoClassDefFoundError("log");
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... values) {
            refused++;
            throw new OutOfMemoryError("log");
        }
    }

    @Test
    void throwsNothingWhateverTheLoggerThrows() {
        Failing failing = new Failing();
        Log log = new Log(failing);
        assertThatCode(() -> {
                    log.log(Level.ERROR, "a line");
                    log.log(Level.ERROR, "a line with {0}", 1);
                    log.log(Level.ERROR, "a line with a cause", new IllegalStateException("the cause"));
                    log.log(Level.ERROR, () -> "a line made late");
                })
                .doesNotThrowAnyException();
        assertThat(failing.refused).isGreaterThanOrEqualTo(3);
    }

    @Test
    void continuesWhenTheFailureItselfCannotBeLogged() {
        Throwable worst = new IllegalStateException("the failure") {
            @Override
            public String toString() {
                throw new OutOfMemoryError("its text");
            }

            @Override
            public void printStackTrace(java.io.PrintWriter to) {
                throw new OutOfMemoryError("its stack");
            }
        };
        assertThatCode(() -> Log.goingOn("Something failed", worst)).doesNotThrowAnyException();
    }
}
