package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import dev.wherry.codec.ExceptionDescription;
import dev.wherry.codec.StackTraces;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Encoding;
import dev.wherry.spi.In;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class FailuresTest {
    static final class Overdrawn extends Exception {
        final long missing;

        Overdrawn(long missing, Throwable cause) {
            super("overdrawn", cause);
            this.missing = missing;
        }
    }

    static class Secret extends RuntimeException {
        Secret(String message) {
            super(message);
        }

        Secret(Throwable cause) {
            super(cause);
        }
    }

    static final class Unreadable extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    static final class Endless extends RuntimeException {
        @Override
        public String getMessage() {
            throw new StackOverflowError();
        }

        private void writeObject(ObjectOutputStream stream) throws IOException {
            throw new StackOverflowError();
        }
    }

    static final class Unwritable extends RuntimeException {
        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException(out + " never gets it");
        }
    }

    interface Bank {
        void pay() throws Overdrawn;

        CompletableFuture<String> payLater();
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

    private static final RemoteMethod REGISTERING =
            Loop.parsed(Registering.class).method("pay()V");
    private static final RemoteMethod PAY = Loop.parsed(Bank.class).method("pay()V");
    private static final RemoteMethod LATER =
            Loop.parsed(Bank.class).method("payLater()Ljava/util/concurrent/CompletableFuture;");

    private static Throwable crossed(Throwable thrown) {
        return crossed(thrown, PAY);
    }

    private static Throwable crossed(Throwable thrown, RemoteMethod method) {
        Encoding encoding = Messages.encoding();
        Failures.encode(thrown, Outcome.RAN, method, 0, encoding);
        var decoding = Messages.decoding(encoding);
        Throwable failure = Failures.decode(method, 0, decoding);
        assertThat(decoding.in().remaining()).isZero();
        return failure;
    }

    private static CallException inWords(Throwable thrown) {
        Throwable failure = crossed(thrown);
        assertThat(failure).isInstanceOf(CallException.class);
        return (CallException) failure;
    }

    @Test
    void bringsDeclaredExceptionsAsThemselvesWithTheirState() {
        Throwable failure = crossed(new Overdrawn(17, new IOException("disk")));
        assertThat(failure).isExactlyInstanceOf(Overdrawn.class).hasMessage("overdrawn");
        assertThat(((Overdrawn) failure).missing).isEqualTo(17);
        assertThat(failure).cause().isExactlyInstanceOf(IOException.class).hasMessage("disk");
    }

    @Test
    void bringsUncheckedExceptionsOfTheJdkAsThemselves() {
        assertThat(crossed(new NoSuchElementException("none")))
                .isExactlyInstanceOf(NoSuchElementException.class)
                .hasMessage("none");
    }

    @Test
    void bringsTheTimeAfterWhichACallMayBeMadeAgain() {
        CallException refused = new CallException(Code.REFUSED, "too much to do");
        assertThat(inWords(refused).retryAfter()).isNull();
        assertThat(inWords(refused.withRetryAfter(Duration.ofMillis(1_500))).retryAfter())
                .isEqualTo(Duration.ofMillis(1_500));
        assertThat(inWords(refused.withRetryAfter(Duration.ofSeconds(2)).withRemoteError()))
                .satisfies(both -> assertThat(both.retryAfter()).hasSeconds(2))
                .satisfies(both -> assertThat(both.isRemoteError()).isTrue());
        assertThatThrownBy(() -> refused.withRetryAfter(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> refused.withRetryAfter(Duration.ofHours(2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Readers of before skip the bytes at the end, and writers of before have none there. */
    @Test
    void writesThatTimeBehindEverythingElse() {
        byte[] without = encoded(new CallException(Code.REFUSED, "no"), PAY);
        byte[] with = encoded(new CallException(Code.REFUSED, "no").withRetryAfter(Duration.ofMillis(5)), PAY);
        assertThat(with).hasSize(without.length + 1).startsWith(without).endsWith(5);
    }

    @Test
    void limitsThatTimeToAnHour() {
        Encoding encoding = Messages.encoding();
        Failures.encode(new CallException(Code.REFUSED, "no"), Outcome.NOT_RUN, PAY, 0, encoding);
        encoding.out().writeLongSize(Long.MAX_VALUE);
        assertThat(Failures.decode(PAY, 0, Messages.decoding(encoding)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.retryAfter()).hasHours(1));
    }

    /** The dispatcher of such an interface calls by a method handle. */
    @Test
    void endsStackTracesAtTheMethodOfAnInterfaceThatWherryCannotName() {
        Bank bank = new Bank() {
            @Override
            public void pay() throws Overdrawn {
                throw new Overdrawn(1, null);
            }

            @Override
            public CompletableFuture<String> payLater() {
                return null;
            }
        };
        Throwable thrown = catchThrowable(() -> PAY.invoke(bank, new Object[0]));
        assertThat(thrown.getStackTrace())
                .extracting(StackTraceElement::getClassName)
                .contains(DispatcherGenerator.class.getName());

        Throwable failure = crossed(thrown);
        assertThat(failure).isExactlyInstanceOf(Overdrawn.class);
        assertThat(failure.getStackTrace())
                .extracting(StackTraceElement::getMethodName)
                .containsExactly("pay", PAY.name());
    }

    @Test
    void putsLinksThatMayNotTravelIntoWords() {
        Overdrawn thrown = new Overdrawn(1, new Secret("password"));
        thrown.addSuppressed(new Secret("other"));
        Throwable failure = crossed(thrown);
        assertThat(failure).isExactlyInstanceOf(Overdrawn.class);
        assertThat(failure.getCause())
                .isInstanceOf(CallException.class)
                .hasMessage(Secret.class.getName() + ": password")
                .extracting(e -> ((CallException) e).remoteClass())
                .isEqualTo(Secret.class.getName());
        assertThat(failure.getCause().getStackTrace()[0].getMethodName())
                .isEqualTo("putsLinksThatMayNotTravelIntoWords");
        assertThat(failure.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly(Secret.class.getName() + ": other");
    }

    @Test
    void keepsTheRootCauseOfALongChain() {
        Throwable chain = new Secret("root");
        for (int i = 0; i < 40; i++) {
            chain = new Secret(chain);
        }
        assertThat(inWords(chain)).hasRootCauseMessage(Secret.class.getName() + ": root");
        assertThat(crossed(new IllegalStateException(chain)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage(Secret.class.getName() + ": root");
    }

    @Test
    void putsExceptionsThatMayNotTravelIntoWordsWithClassMessageIdAndRemedy() {
        Secret thrown = new Secret("top");
        thrown.addSuppressed(new IOException("aside"));
        CallException failure = inWords(thrown);
        assertThat(failure.code()).isEqualTo(Code.INTERNAL);
        assertThat(failure.remoteClass()).isEqualTo(Secret.class.getName());
        assertThat(failure.id()).matches("[0-9a-f]{16}");
        assertThat(failure)
                .hasMessageContaining("Bank.pay threw " + Secret.class.getName() + ": top")
                .hasMessageContaining("@RegisterTypes(")
                .hasMessageMatching("(?s).*(" + failure.id() + "|not logged there).*");
        assertThat(failure.getSuppressed()[0]).hasMessage("java.io.IOException: aside");
        assertThat(failure.getStackTrace()[0].getMethodName())
                .isEqualTo("putsExceptionsThatMayNotTravelIntoWordsWithClassMessageIdAndRemedy");
    }

    /** FailureText again until it is logged: of many in one second, as other tests make them, only some are. */
    private static CallException loggedInWords(Throwable thrown) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < TimeUnit.MINUTES.toNanos(1)) {
            CallException failure = inWords(thrown);
            if (!failure.getMessage().contains("not logged there")) {
                return failure;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        throw new AssertionError("It was never logged");
    }

    @Test
    void logsWhatGoesInWordsUnderItsId() {
        List<LogRecord> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.wherry");
        logger.addHandler(handler);
        try {
            Secret thrown = new Secret("top");
            String id = loggedInWords(thrown).id();
            IOException asItself = new IOException("as itself");
            crossed(asItself);
            assertThat(logged)
                    .filteredOn(record -> record.getThrown() == thrown)
                    .singleElement()
                    .satisfies(
                            record -> assertThat(record.getMessage()).contains(id, "Bank.pay", Secret.class.getName()));
            assertThat(logged).noneMatch(record -> record.getThrown() == asItself);
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void bringsRegisteredExceptionsAsThemselves() {
        RemoteMethod pay = Loop.parsed(
                        Bank.class,
                        EndpointOptions.builder().register(Secret.class).build())
                .method("pay()V");
        assertThat(crossed(new Secret("shared"), pay))
                .isExactlyInstanceOf(Secret.class)
                .hasMessage("shared");
    }

    @Test
    void keepsTheServersErrorsFromBeingTheCallers() {
        CallException failure = inWords(new StackOverflowError("deep"));
        assertThat(failure.code()).isEqualTo(Code.INTERNAL);
        assertThat(failure.remoteClass()).isEqualTo("java.lang.StackOverflowError");
        assertThat(failure).hasMessageContaining("java.lang.StackOverflowError: deep");
        // Of many in a second only some are logged, and the others have no line in the log to be found by.
        assertThat(failure.getMessage()).containsPattern(failure.id() + "|not logged there");
    }

    @Test
    void answersForExceptionsThatCannotBeReadOrWritten() {
        assertThat(inWords(new Unreadable()))
                .hasMessageContaining("its getMessage threw java.lang.IllegalStateException");
        RemoteMethod pay = Loop.parsed(
                        Bank.class,
                        EndpointOptions.builder().register(Unwritable.class).build())
                .method("pay()V");
        assertThat(crossed(new Unwritable(), pay))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("could not be encoded");
    }

    @Test
    void bringsWherrysOwnFailuresWithTheirCode() {
        for (Code code : Code.values()) {
            CallException failure = inWords(new CallException(code, "because"));
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure).hasMessage("because").hasNoCause();
            assertThat(failure.id()).isNull();
            assertThat(failure.remoteClass()).isNull();
        }
        assertThat(inWords(CodecException.malformed("bytes")).code()).isEqualTo(Code.CODEC);
    }

    @Test
    void unwrapsWhatFuturesWrap() {
        Throwable failed = new CompletionException(new CompletionException(new IllegalStateException("inside")));
        assertThatThrownBy(() -> LATER.await(CompletableFuture.failedFuture(failed)))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("inside");
        assertThat(crossed(failed, PAY)).isExactlyInstanceOf(CompletionException.class);
        Throwable inner = catchThrowable(
                () -> LATER.await(CompletableFuture.failedFuture(new CallException(Code.UNAVAILABLE, "the other"))));
        assertThat(((CallException) crossed(inner, LATER)).code()).isEqualTo(Code.INTERNAL);
    }

    @Test
    void answersForExceptionsThatEndTheStack() {
        RemoteMethod pay = Loop.parsed(
                        Bank.class,
                        EndpointOptions.builder().register(Endless.class).build())
                .method("pay()V");
        assertThat(crossed(new Endless(), pay))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("its getMessage threw java.lang.StackOverflowError");
    }

    @Test
    void cutsCycles() {
        IOException outer = new IOException("outer");
        IOException inner = new IOException("inner", outer);
        outer.initCause(inner);
        Throwable failure = crossed(outer);
        assertThat(failure).isExactlyInstanceOf(IOException.class).hasMessage("outer");
        Secret secret = new Secret("secret");
        secret.initCause(new IOException("inner", secret));
        assertThat(inWords(secret).getCause())
                .hasMessage("java.io.IOException: inner")
                .hasNoCause();
    }

    @Test
    void cutsWhatGoesOverALimit() {
        Throwable chain = new Secret("0");
        for (int i = 1; i < 40; i++) {
            Throwable next = new Secret(String.valueOf(i));
            next.initCause(chain);
            chain = next;
        }
        for (int i = 0; i < 40; i++) {
            chain.addSuppressed(new IOException("suppressed " + i));
        }
        CallException failure = inWords(chain);
        assertThat(failure.getSuppressed()).hasSize(ExceptionDescription.MOST_SUPPRESSED);
        int causes = 0;
        for (Throwable link = failure; link.getCause() != null; link = link.getCause()) {
            causes++;
        }
        assertThat(causes).isEqualTo(ExceptionDescription.MOST_CAUSES);
    }

    @Test
    void cutsDeepTraces() {
        Secret deep = new Secret("deep");
        StackTraceElement[] frames = new StackTraceElement[1000];
        Arrays.fill(frames, new StackTraceElement("acme.Deep", "down", "Deep.java", 5));
        deep.setStackTrace(frames);
        CallException failure = inWords(deep);
        assertThat(failure.getStackTrace()).hasSize(StackTraces.MOST + 1);
    }

    @Test
    void saysLessWhereTheMessageIsSmall() {
        Encoding encoding = Messages.encoding(1 << 10);
        Failures.encode(new Secret("\u20ac".repeat(5_000)), Outcome.RAN, PAY, 0, encoding);
        CallException failure = (CallException) Failures.decode(PAY, 0, Messages.decoding(encoding));
        assertThat(failure.remoteClass()).isEqualTo(Secret.class.getName());
        assertThat(failure).hasMessageEndingWith("...");
        assertThat(failure.getStackTrace()).as("the marker alone").hasSize(1);
    }

    @Test
    void saysWhatCannotBeDecodedHere() {
        RemoteMethod sender = Loop.parsed(
                        Bank.class,
                        EndpointOptions.builder().register(Secret.class).build())
                .method("pay()V");
        Encoding encoding = Messages.encoding();
        Failures.encode(new Secret("only there"), Outcome.RAN, sender, 0, encoding);
        Throwable failure = Failures.decode(PAY, 0, Messages.decoding(encoding));
        assertThat(failure)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("Bank.pay threw " + Secret.class.getName() + ": only there")
                .hasMessageContaining("cannot be decoded here")
                .hasCauseInstanceOf(CodecException.class);
        assertThat(((CallException) failure).remoteClass()).isEqualTo(Secret.class.getName());
    }

    @Test
    void joinsTheTracesOfBothSides() {
        Bank stub = Loop.stub(Bank.class, new Bank() {
            @Override
            public void pay() throws Overdrawn {
                throw new Overdrawn(3, new IOException("disk"));
            }

            @Override
            public CompletableFuture<String> payLater() {
                throw new Secret("later");
            }
        });
        Throwable failure = catchThrowable(stub::pay);
        StringWriter printed = new StringWriter();
        failure.printStackTrace(new PrintWriter(printed, true));
        assertThat(printed.toString())
                .containsSubsequence(
                        "Overdrawn: overdrawn",
                        ".pay(FailuresTest.java",
                        "---- remote call." + Bank.class.getName() + ".pay(loop://here/object)",
                        "FailuresTest.joinsTheTracesOfBothSides(FailuresTest.java")
                .doesNotContain("$Proxy", "RemoteMethod", "Interceptors");
        assertThat(printed.toString().split("---- remote call", -1)).hasSize(2);
    }

    @Test
    void wrapsCheckedExceptionsThatTheMethodDoesNotDeclare() {
        Bank stub = Loop.stub(Bank.class, new Bank() {
            @Override
            public void pay() {
                throw sneaky(new IOException("undeclared"));
            }

            @Override
            public CompletableFuture<String> payLater() {
                return CompletableFuture.failedFuture(new IOException("undeclared"));
            }
        });
        assertThatThrownBy(stub::pay)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("java.io.IOException: undeclared")
                .hasMessageContaining("does not declare")
                .cause()
                .isExactlyInstanceOf(IOException.class);
        assertThatThrownBy(() -> stub.payLater().get()).cause().isExactlyInstanceOf(IOException.class);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    static final class Fatal extends Error {}

    @Test
    void saysOfAnErrorThatItIsOne() {
        Encoding encoding = Messages.encoding();
        Failures.encode(new Fatal(), Outcome.RAN, PAY, 0, encoding);
        assertThat(HexFormat.of().formatHex(encoding.out().copy(), 0, 3)).isEqualTo("020801");
        CallException arrived = (CallException) Failures.decode(PAY, 0, Messages.decoding(encoding));
        assertThat(arrived.isRemoteError()).isTrue();
        assertThat(inWords(arrived.withOutcome(Outcome.UNKNOWN)).isRemoteError())
                .as("passed on by a server in between")
                .isTrue();
    }

    @Test
    void keepsItsBytes() {
        FailureText thrown = FailureText.bare(new CallException(Code.NOT_FOUND, "no"))
                .with(
                        List.of(new StackTraceElement("A", "b", null, 3)),
                        FailureText.bare(new CallException(Code.INTERNAL, "c", null, "D", "e")),
                        List.of());
        Encoding encoding = Messages.encoding();
        thrown.write(encoding.out());
        assertThat(HexFormat.of().formatHex(encoding.out().copy()))
                .isEqualTo("03" + "00" + "00" + "00" + "056e6f" + "01" + "0341" + "0362" + "00" + "06" + "01" + "08"
                        + "02" + "0365" + "0344" + "0363" + "00" + "00" + "00" + "00");
        assertThat(FailureText.read(Messages.decoding(encoding).in())).isEqualTo(thrown);
    }

    @Test
    void refusesBytesThatAreNoFailure() {
        Encoding encoding = Messages.encoding();
        Failures.encode(new Secret("whole"), Outcome.RAN, PAY, 0, encoding);
        byte[] whole = encoding.out().copy();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Failures.decode(PAY, 0, Messages.decoding(part)))
                    .isInstanceOf(CodecException.class);
        }
        Random random = new Random(20);
        for (int i = 0; i < 5_000; i++) {
            byte[] changed = whole.clone();
            for (int n = random.nextInt(4); n >= 0; n--) {
                changed[random.nextInt(Math.min(changed.length, 400))] = (byte) random.nextInt();
            }
            Throwable failure = catchThrowable(() -> Failures.decode(PAY, 0, Messages.decoding(changed)));
            if (failure != null) {
                assertThat(failure).isInstanceOf(CodecException.class);
            }
        }
    }

    private static byte[] encoded(Throwable thrown, RemoteMethod method) {
        Encoding encoding = Messages.encoding();
        Failures.encode(thrown, Outcome.RAN, method, 0, encoding);
        return encoding.out().copy();
    }

    /** A caller may lack the class of a link which no method declares: without it the exception stands once more. */
    @Test
    void keepsItsBytesWhereACallerMayLackAClass() {
        assertThat(encoded(new Overdrawn(17, new IOException("disk")), REGISTERING))
                .startsWith(1);
        byte[] body = encoded(new Overdrawn(17, new Registered()), REGISTERING);
        In in = Messages.decoding(body).in();
        assertThat(in.readByte()).isEqualTo(3);
        assertThat(in.readText()).isEqualTo(Overdrawn.class.getName());
        assertThat(in.readText()).endsWith("overdrawn");
        int length = in.readInt();
        assertThat(in.remaining()).isGreaterThan(length);
        body[in.position()] = 99; // no value begins so
        assertThat(Failures.decode(REGISTERING, 0, Messages.decoding(body)))
                .isInstanceOfSatisfying(
                        Overdrawn.class, spare -> assertThat(spare.missing).isEqualTo(17))
                .cause()
                .isInstanceOf(CallException.class)
                .hasMessage(Registered.class.getName() + ": registered");
    }

    @Test
    void refusesChainsOverTheLimit() {
        FailureText chain = FailureText.bare(new IOException());
        for (int i = 0; i <= ExceptionDescription.MOST_CAUSES; i++) {
            chain = chain.with(chain.frames(), chain, List.of());
        }
        Encoding encoding = Messages.encoding();
        chain.write(encoding.out());
        assertThatThrownBy(() -> FailureText.read(Messages.decoding(encoding).in()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("chain");
    }
}
