package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.codec.compact.Shapes.*;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.MissingFormatArgumentException;
import java.util.TreeMap;
import java.util.UnknownFormatConversionException;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    /** Makes its message of what it was given. */
    static class Failed extends Exception {
        final int code;

        Failed(String message, int code) {
            super(message);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return super.getMessage() + " (code " + code + ")";
        }
    }

    static final class FailedTwice extends Failed {
        FailedTwice(String message, int code) {
            super(message, code);
        }

        @Override
        public String getMessage() {
            return "twice " + super.getMessage();
        }
    }

    @Test
    void messagesThatAreMadeOfOthersAreMadeOnce() {
        Allowed types = new Allowed(false, Failed.class, FailedTwice.class);
        assertThat(messages.send(new Failed("failed", 7), Exception.class, types))
                .isExactlyInstanceOf(Failed.class)
                .hasMessage("failed (code 7)");
        assertThat(messages.send(new FailedTwice("failed", 7), Exception.class, types))
                .isExactlyInstanceOf(FailedTwice.class)
                .hasMessage("twice failed (code 7)");
    }

    static final class Filled extends Exception {
        static int times;

        Filled(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            times++;
            return super.fillInStackTrace();
        }
    }

    @Test
    void keepNothingOfTheStackOfTheThreadThatReads() {
        Filled sent = new Filled("sent");
        int before = Filled.times;
        Filled arrived = messages.send(sent, Exception.class, new Allowed(false, Filled.class));
        assertThat(Filled.times).isEqualTo(before);
        assertThat(places(arrived)).isEqualTo(places(sent)).isNotEmpty();
    }

    @Test
    void canBeGivenACauseSuppressedOnesAndATraceWhereTheyArrive() {
        RuntimeException arrived = messages.send(new RuntimeException("sent"), Exception.class, Shapes.allowed());
        Exception cause = new Exception("cause");
        StackTraceElement frame = new StackTraceElement("Here", "here", null, 1);
        arrived.initCause(cause);
        arrived.addSuppressed(new Exception("suppressed"));
        arrived.setStackTrace(new StackTraceElement[] {frame});
        assertThat(arrived).hasCause(cause);
        assertThat(arrived.getSuppressed()).hasSize(1);
        assertThat(arrived.getStackTrace()).containsExactly(frame);
        assertThat(arrived.fillInStackTrace().getStackTrace()).hasSizeGreaterThan(1);
    }

    @Test
    void withoutATraceHaveNoneWhereTheyArrive() {
        RuntimeException sent = new RuntimeException("sent");
        sent.setStackTrace(new StackTraceElement[0]);
        assertThat(messages.send(sent, Exception.class, Shapes.allowed()).getStackTrace())
                .isEmpty();
    }

    @Test
    void travelInGreatNumbers() {
        List<Object> sent = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            RuntimeException each = new RuntimeException();
            each.setStackTrace(new StackTraceElement[0]);
            sent.add(each);
        }
        assertThat(messages.send(sent, Object.class, Shapes.allowed()))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(20_000);
    }

    static Stream<Exception> ofTheJdk() {
        SQLException busy = new SQLException("busy", "40001", 7, new IOException("disk"));
        busy.setNextException(new SQLException("next", "08000"));
        return Stream.of(
                new PatternSyntaxException("Unclosed group", "(", 1),
                new URISyntaxException("a b", "Illegal character", 1),
                new UnknownFormatConversionException("y"),
                new MissingFormatArgumentException("%s"),
                new NoSuchFileException("/a", "/b", "gone"),
                new InvalidPathException("a?", "Illegal character", 1),
                new MalformedInputException(3),
                new DateTimeParseException("Text 'x' could not be parsed", "x", 0, new DateTimeException("month")),
                new java.rmi.ServerException("served", new IOException("disk")),
                new InvocationTargetException(new IllegalStateException("state"), "invoked"),
                busy);
    }

    @ParameterizedTest
    @MethodSource("ofTheJdk")
    void thoseOfTheJdkArriveWithMessageChainTraceAndState(Exception sent) {
        Exception arrived = messages.send(sent, Exception.class, Shapes.allowed());
        assertThat(arrived).isExactlyInstanceOf(sent.getClass());
        assertThat(state(arrived)).isEqualTo(state(sent)).containsKey("getMessage");
        assertThat(places(arrived)).isEqualTo(places(sent)).isNotEmpty();
    }

    /** Returns the results of its public getters. */
    private static Map<String, String> state(Exception of) {
        Map<String, String> state = new TreeMap<>();
        for (Method getter : of.getClass().getMethods()) {
            if (getter.getName().startsWith("get")
                    && getter.getParameterCount() == 0
                    && !getter.getReturnType().isArray()) {
                state.put(getter.getName(), String.valueOf(invoke(getter, of)));
            }
        }
        return state;
    }

    private static Object invoke(Method getter, Object of) {
        try {
            return getter.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> places(Exception of) {
        return Stream.of(of.getStackTrace())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
                .toList();
    }

    @Test
    void thoseOfTheJdkKeepTheirTypeWhateverIsInTheirChainAndState() {
        SQLException refused = new SQLException("no", "40001", new Mistake("why", 42, null));
        Exception arrived = messages.send(refused, Exception.class, Shapes.allowed());
        assertThat(arrived).isExactlyInstanceOf(SQLException.class).hasMessage("no");
        assertThat(arrived.getCause())
                .isInstanceOfSatisfying(
                        Mistake.class, cause -> assertThat(cause.code).isEqualTo(42));

        SQLException driver = new SQLException("next", "08000", 9) {};
        driver.initCause(new Unlisted("driver"));
        refused = new SQLException("no", "40001", 7, new Unlisted("driver"));
        refused.setNextException(driver);
        refused.addSuppressed(new Unlisted("closing"));
        SQLException whole = messages.send(refused, SQLException.class, Shapes.allowed());
        assertThat((Exception) whole).isExactlyInstanceOf(SQLException.class).hasMessage("no");
        assertThat(whole.getSQLState()).isEqualTo("40001");
        assertThat(whole.getErrorCode()).isEqualTo(7);
        assertThat(whole.getCause()).isInstanceOf(CallException.class).hasMessageContaining("driver");
        assertThat(whole.getSuppressed()[0]).isInstanceOf(CallException.class);
        assertThat((Exception) whole.getNextException())
                .isExactlyInstanceOf(SQLException.class)
                .hasMessage("next");
        assertThat(whole.getNextException().getSQLState()).isEqualTo("08000");
        assertThat(whole.getNextException().getErrorCode()).isEqualTo(9);
    }

    static final class Locked extends SQLException {
        private static final long serialVersionUID = 1;
        final int row;

        Locked(int row) {
            super("locked", "40001", 7);
            this.row = row;
        }
    }

    @Test
    void thoseThatExtendTheJdksArriveWithTheirOwnFields() {
        Locked arrived = messages.send(new Locked(7), Exception.class, new Allowed(false, Locked.class));
        assertThat((Exception) arrived).hasMessage("locked");
        assertThat(arrived.row).isEqualTo(7);
        assertThat(arrived.getSQLState()).isEqualTo("40001");
        assertThat(arrived.getErrorCode()).isEqualTo(7);
    }

    @Test
    void updateCountsArrive() {
        BatchUpdateException sent = new BatchUpdateException("batch", "23505", 3, new int[] {1, -3});
        BatchUpdateException arrived = messages.send(sent, Exception.class, Shapes.allowed());
        assertThat(arrived.getUpdateCounts()).containsExactly(1, -3);
        assertThat(arrived.getLargeUpdateCounts()).containsExactly(1, -3);
        assertThat(arrived.getSQLState()).isEqualTo("23505");
    }

    @Test
    void oneThatIsReachedTwiceArrivesAsOne() {
        InvocationTargetException sent = new InvocationTargetException(new IllegalStateException("state"));
        sent.addSuppressed(sent.getCause());
        InvocationTargetException arrived = messages.send(sent, Exception.class, Shapes.allowed());
        assertThat(arrived.getTargetException()).hasMessage("state").isSameAs(arrived.getSuppressed()[0]);
    }

    /** Writes itself. */
    static final class Violations extends Exception {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    public static final class External extends RuntimeException implements Externalizable {
        private static final long serialVersionUID = 1;
        private int code;

        public External() {}

        External(int code) {
            this.code = code;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(code);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            code = in.readInt();
        }
    }

    static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1;
        static final Gone ONCE = new Gone();

        private Object readResolve() {
            return ONCE;
        }
    }

    @Test
    void thoseThatWriteThemselvesDo() {
        Allowed types = Allowed.of(Violations.class, External.class, Gone.class);
        assertThatThrownBy(() -> messages.send(new Violations(), Exception.class, types))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(Violations.class.getName())
                .hasMessageContaining("add wherry-codec-java");
        assertThat(messages.send(new External(4), Exception.class, types).code).isEqualTo(4);
        assertThatThrownBy(() -> messages.send(Gone.ONCE, Exception.class, types))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("add wherry-codec-java");
        Exception holder = messages.send(new Exception("holder", new External(5)), Exception.class, types);
        assertThat(((External) holder.getCause()).code).isEqualTo(5);
    }

    @Test
    void causesThatMayNotTravelAreNamed() {
        Mistake arrived =
                messages.send(new Mistake("no", 1, new Unlisted("secret state")), Mistake.class, Shapes.allowed());
        assertThat(arrived.getCause()).isInstanceOfSatisfying(CallException.class, cause -> {
            assertThat(cause.code()).isEqualTo(CallException.Code.INTERNAL);
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
        assertThat(cut).as("the last of all").hasRootCauseMessage("end");
        assertThat(cut.getSuppressed().length).isLessThanOrEqualTo(16);
    }

    @Test
    void longStackTracesAreCut() {
        for (Exception deep : List.of(new Exception("deep"), new NoSuchFileException("deep"))) {
            StackTraceElement[] frames = new StackTraceElement[1000];
            java.util.Arrays.fill(frames, new StackTraceElement("A", "b", "A.java", 1));
            deep.setStackTrace(frames);
            assertThat(messages.send(deep, Exception.class, Shapes.allowed()).getStackTrace())
                    .hasSize(256);
        }
    }

    @Test
    void stackTracesDoNotSayHowASideWasStarted() {
        for (Exception thrown : List.of(new Exception("deep"), new NoSuchFileException("deep"))) {
            thrown.setStackTrace(new StackTraceElement[] {
                new StackTraceElement("wherry workspace x", "acme.module", "1.2.3", "A", "b", "A.java", 1)
            });
            assertThat(messages.send(thrown, Exception.class, Shapes.allowed()).getStackTrace())
                    .containsExactly(new StackTraceElement("A", "b", "A.java", 1));
        }
    }

    @Test
    void whatHasNoCauseCanBeGivenOne() {
        IllegalStateException arrived =
                new Messages().send(new IllegalStateException("state"), Exception.class, Shapes.allowed());
        arrived.initCause(new IllegalArgumentException("cause"));
        assertThat(arrived).hasCauseInstanceOf(IllegalArgumentException.class);
    }
}
