package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallLedger;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Once;
import dev.wherry.OneWay;
import dev.wherry.ledger.FileLedger;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.Way;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of methods that are to run once. */
class RecordedCallsTest {
    private static final ContextKey<String> NOTE = ContextKey.text("note");
    private static final int SHORTEST_UNRECORDED = 1 << 20;

    @TempDir
    Path folder;

    record Receipt(String text, @Nullable Object more) {}

    static final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1;
        final int by;

        Overdrawn(int by) {
            super("Overdrawn by " + by);
            this.by = by;
        }
    }

    interface Account {
        @Once
        Receipt deposit(int amount);

        @Once
        void withdraw(int amount) throws Overdrawn;

        @Once
        CompletableFuture<Receipt> later(int amount);

        @Once
        @OneWay
        void note(int amount);

        int balance();
    }

    @ByReference
    interface Cursor {
        int next();
    }

    @Once
    interface Cursors {
        Cursor open();
    }

    /** An account that counts what is called. */
    static class Counting implements Account {
        final AtomicInteger runs = new AtomicInteger();

        @Override
        public Receipt deposit(int amount) {
            Calls.answerContext(NOTE, "noted " + amount);
            return new Receipt("deposit " + runs.incrementAndGet(), List.of(Optional.of(amount)));
        }

        @Override
        public void withdraw(int amount) throws Overdrawn {
            runs.incrementAndGet();
            if (amount > 100) {
                throw new IllegalStateException("No such banknote");
            }
            throw new Overdrawn(amount);
        }

        @Override
        public CompletableFuture<Receipt> later(int amount) {
            return CompletableFuture.supplyAsync(() -> new Receipt("later " + runs.incrementAndGet(), null));
        }

        @Override
        public void note(int amount) {
            runs.incrementAndGet();
        }

        @Override
        public int balance() {
            return runs.get();
        }
    }

    private final Counting account = new Counting();
    private @Nullable CallLedger ledger;
    private @Nullable Endpoint server;
    private Endpoint client = Endpoint.create();

    @BeforeEach
    void start() throws IOException {
        ledger = FileLedger.open(folder);
        serve("tcp://127.0.0.1:0", ledger, account);
    }

    @AfterEach
    void end() {
        client.close();
        stop();
    }

    private void stop() {
        if (server != null) {
            server.close();
        }
        if (ledger != null) {
            ledger.close();
        }
    }

    private void serve(String address, CallLedger by, Account served) {
        server = Endpoint.listen(address, EndpointOptions.builder().ledger(by).build());
        server.bind("account", Account.class, served);
    }

    private String address() {
        return server.address().toString();
    }

    private Account account() {
        return client.lookup(address() + "/account", Account.class);
    }

    private static CallOptions.Builder key(String key) {
        return CallOptions.builder().context(ContextKey.CALL_KEY, key);
    }

    private static Account with(Account stub, String key) {
        return Calls.with(stub, key(key).build());
    }

    private static CallException failureOf(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call);
    }

    private void restart() throws IOException {
        String address = address();
        stop();
        ledger = FileLedger.open(folder);
        serve(address, ledger, account);
    }

    // ---- what is bound

    @Test
    void isNotBoundWithoutALedger() {
        try (Endpoint other = Endpoint.create()) {
            assertThatThrownBy(() -> other.bind("account", Account.class, account))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Account.deposit is @Once, and the endpoint has no ledger");
        }
    }

    @Test
    void isNotBoundIfItReturnsAReference() {
        assertThatThrownBy(() -> server.bind("cursors", Cursors.class, () -> () -> 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Cursors.open is @Once and returns a reference");
    }

    // ---- what is recorded

    @Test
    void runsCallsWithoutAKeyEachTime() {
        Account stub = account();
        assertThat(stub.deposit(1).text()).isEqualTo("deposit 1");
        assertThat(stub.deposit(1).text()).isEqualTo("deposit 2");
    }

    @Test
    void answersACallThatIsMadeAgainAlsoAfterARestart() throws Exception {
        Account stub = with(account(), "k");
        Receipt first = stub.deposit(1);
        assertThat(stub.deposit(1)).isEqualTo(first);
        assertThat(Calls.async(stub, each -> each.deposit(1)).get()).isEqualTo(first);
        restart();
        assertThat(stub.deposit(1)).isEqualTo(first);
        assertThat(with(stub, "another").deposit(1).text()).isEqualTo("deposit 2");
        assertThat(account.runs).hasValue(2);
    }

    @Test
    void answersCallsThatReturnFutures() throws Exception {
        Account stub = with(account(), "k");
        assertThat(stub.later(1).get().text()).isEqualTo("later 1");
        assertThat(stub.later(1).get().text()).isEqualTo("later 1");
        restart();
        assertThat(stub.later(1).get().text()).isEqualTo("later 1");
    }

    @Test
    void recordsTheContextOfAnswers() throws Exception {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> note = new CompletableFuture<>();
            Calls.with(account(), key("k").onAnswer(NOTE, note::complete).build())
                    .deposit(7);
            assertThat(note).isCompletedWithValue("noted 7");
            if (i == 1) {
                restart();
            }
        }
        assertThat(account.runs).hasValue(1);
    }

    @Test
    void recordsTheExceptionsOfMethods() throws Exception {
        Account stub = with(account(), "k");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> stub.withdraw(5)).isInstanceOfSatisfying(Overdrawn.class, thrown -> {
                assertThat(thrown.by).isEqualTo(5);
                assertThat(thrown.getStackTrace())
                        .extracting(StackTraceElement::getClassName)
                        .contains(Counting.class.getName(), RecordedCallsTest.class.getName())
                        .filteredOn(name -> name.startsWith("----"))
                        .hasSize(1);
            });
            if (i == 1) {
                restart();
            }
        }
        assertThat(account.runs).hasValue(1);
    }

    @Test
    void recordsTheExceptionsOfMethodsThatAreSentAsText() throws Exception {
        Account stub = with(account(), "k");
        assertThatThrownBy(() -> stub.withdraw(500))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("No such banknote");
        restart();
        assertThatThrownBy(() -> stub.withdraw(500))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("No such banknote");
        assertThat(account.runs).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"large", "reference"})
    void sendsAnAnswerThatCannotBeRecordedOnlyOnce(String kind) {
        server.rebind("account", Account.class, new Counting() {
            @Override
            public Receipt deposit(int amount) {
                Object more = kind.equals("large") ? new byte[SHORTEST_UNRECORDED] : (Cursor) () -> 1;
                return new Receipt("deposit " + runs.incrementAndGet(), more);
            }
        });
        client.close();
        client =
                Endpoint.create(EndpointOptions.builder().register(Cursor.class).build());
        Account stub = with(account(), "k");
        assertThat(stub.deposit(1).text()).isEqualTo("deposit 1");
        CallException failure = failureOf(() -> stub.deposit(1));
        assertThat(failure.code()).isEqualTo(Code.REFUSED);
        assertThat(failure.outcome()).isEqualTo(Outcome.RAN);
        assertThat(failure).hasMessageContaining("its answer was not recorded");
        assertThat(account().balance()).isEqualTo(1);
    }

    @Test
    void recordsNoOneWayCalls() {
        Account stub = account();
        stub.note(1);
        stub.note(1);
        Await.until("both have run", () -> stub.balance() == 2);
    }

    // ---- attempts at the same time

    /** Waits in the middle of a deposit. */
    private static final class Slow extends Counting {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public Receipt deposit(int amount) {
            begun.countDown();
            try {
                Await.latch(go);
            } catch (InterruptedException e) {
                return new Receipt("interrupted", null);
            }
            return super.deposit(amount);
        }
    }

    @Test
    void waitsForAnEarlierAttempt() throws Exception {
        Slow slow = new Slow();
        server.rebind("account", Account.class, slow);
        Account stub = with(account(), "k");
        Running<Receipt> first = Running.start(() -> stub.deposit(1));
        Await.latch(slow.begun);
        CompletableFuture<Receipt> second = Calls.async(stub, each -> each.deposit(1));
        assertThat(failureOf(() -> Calls.with(stub, CallOptions.ofTimeout(Duration.ofMillis(50)))
                                .deposit(1))
                        .code())
                .isEqualTo(Code.DEADLINE_EXCEEDED);
        slow.go.countDown();
        assertThat(first.get().text()).isEqualTo("deposit 1");
        assertThat(second.get()).isEqualTo(first.get());
    }

    /** The session of the first attempt ends while the method runs. */
    @Test
    void letsTheMethodRunToItsEndAndAnswersInTheNextSession() throws Exception {
        Slow slow = new Slow();
        server.rebind("account", Account.class, slow);
        EndpointOptions options = EndpointOptions.builder()
                .resumeWindow(Duration.ZERO)
                .sharedMemory(false)
                .build();
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1);
                Endpoint other = Endpoint.create(options)) {
            Account stub = other.lookup(relay.address() + "/account", Account.class);
            Running<Receipt> call = Running.start(() -> stub.deposit(1));
            Await.latch(slow.begun);
            relay.cut();
            Await.until("the second attempt", () -> other.statistics().callsRepeated() == 1);
            slow.go.countDown();
            assertThat(call.get().text()).isEqualTo("deposit 1");
        }
    }

    @Test
    void makesACallAgainWhoseAnswerWasLost() throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .resumeWindow(Duration.ZERO)
                .sharedMemory(false)
                .build();
        try (FaultyRelay relay = new FaultyRelay(server.address(), 1);
                Endpoint other = Endpoint.create(options)) {
            Account stub = other.lookup(relay.address() + "/account", Account.class);
            assertThat(stub.balance()).isZero();
            relay.silence(Way.TO_CLIENT);
            Running<Receipt> call = Running.start(() -> stub.deposit(1));
            Await.until("it has run", () -> account.runs.get() == 1);
            relay.cut();
            relay.heal();
            assertThat(call.get().text()).isEqualTo("deposit 1");
            assertThat(account.runs).hasValue(1);
            assertThat(other.statistics().callsRepeated()).isPositive();
        }
    }

    @Test
    void isNotMadeAgainAtAServerWithAnotherLedger() throws Exception {
        Counting others = new Counting();
        EndpointOptions options = EndpointOptions.builder()
                .resumeWindow(Duration.ZERO)
                .sharedMemory(false)
                .build();
        try (CallLedger another = FileLedger.open(folder.resolve("another"));
                Endpoint second = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().ledger(another).build());
                FaultyRelay relay = new FaultyRelay(server.address(), 1);
                Endpoint other = Endpoint.create(options)) {
            second.bind("account", Account.class, others);
            String both = relay.address() + "," + second.address().getAuthority();
            Account stub = other.lookup(both + "/account", Account.class);
            relay.silence(Way.TO_CLIENT);
            Running<Receipt> call = Running.start(() -> stub.deposit(1));
            Await.until("it has run", () -> account.runs.get() == 1);
            relay.refuse();
            relay.cut();
            assertThatThrownBy(call::get).satisfies(thrown -> {
                CallException failure = (CallException) (thrown instanceof CallException ? thrown : thrown.getCause());
                assertThat(failure.code()).isEqualTo(Code.UNKNOWN_OUTCOME);
                assertThat(failure.getSuppressed()[0]).hasMessageContaining("does not have the ledger");
            });
            assertThat(others.runs).hasValue(0);
            assertThat(stub.deposit(2).text()).isEqualTo("deposit 1"); // a call of its own
        }
    }

    // ---- what is refused

    @Test
    void isRefusedIfItsDeadlineIsLaterThanItsRecord() throws Exception {
        CallException failure = failureOf(() -> Calls.with(account(), CallOptions.ofTimeout(Duration.ofHours(2)))
                .deposit(1));
        assertThat(failure.code()).isEqualTo(Code.INVALID_CALL);
        assertThat(failure.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failure).hasMessageContaining("its record is kept for 3600 s only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two\nlines", "12345678901234567890123456789012345678901234567890123456789012345"})
    void isRefusedIfItsKeyIsNotOne(String key) {
        CallException failure = failureOf(() -> with(account(), key).deposit(1));
        assertThat(failure.code()).isEqualTo(Code.INVALID_CALL);
        assertThat(failure.outcome()).isEqualTo(Outcome.NOT_RUN);
    }

    @Test
    void isRefusedIfTheServerDoesNotRecordTheMethod() {
        CallException failure = failureOf(() -> with(account(), "k").balance());
        assertThat(failure.code()).isEqualTo(Code.INVALID_CALL);
        assertThat(failure).hasMessageContaining("is not @Once here");
    }

    private void isRefused(ThrowingCallable call, String why) {
        CallException failure = failureOf(call);
        assertThat(failure.code()).isEqualTo(Code.INVALID_CALL);
        assertThat(failure.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failure).hasMessageContaining(why);
        assertThat(account.runs).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isRefusedIfItsKeyIsThatOfAnotherCall(boolean restarts) throws Exception {
        Account stub = with(account(), "k");
        Receipt first = stub.deposit(1);
        if (restarts) {
            restart();
        }
        isRefused(() -> stub.deposit(2), "its key was used for an earlier call with other arguments");
        isRefused(
                () -> stub.withdraw(1),
                "its key was used for an earlier call of " + Account.class.getName() + ".deposit");
        assertThat(stub.deposit(1)).isEqualTo(first);
    }

    @Test
    void isRefusedIfAnotherCallWithItsKeyRuns() throws Exception {
        Slow slow = new Slow();
        server.rebind("account", Account.class, slow);
        Account stub = with(account(), "k");
        Running<Receipt> first = Running.start(() -> stub.deposit(1));
        Await.latch(slow.begun);
        CompletableFuture<Receipt> second = Calls.async(stub, each -> each.deposit(2));
        slow.go.countDown();
        assertThat(first.get().text()).isEqualTo("deposit 1");
        assertThatThrownBy(second::get)
                .hasRootCauseMessage(failureOf(() -> stub.deposit(2)).getMessage());
        assertThat(slow.runs).hasValue(1);
    }

    enum Unit {
        CENT,
        EURO {
            @Override
            public String toString() {
                return "euro " + System.nanoTime();
            }
        }
    }

    @Once
    interface Orders {
        int order(Object a, Object b);
    }

    /** Equal arguments may differ in their bytes: in their order, in the objects that they share, by the process that encodes them. */
    @ParameterizedTest
    @ValueSource(strings = {"compact", "java"})
    void comparesOnlyArgumentsThatAreEncodedAlikeEachTime(String codec) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Set<Class<?>> types = Set.of(Unit.class, Receipt.class);
        EndpointOptions.Builder options = EndpointOptions.builder().codecs(codec);
        types.forEach(type -> options.register(type));
        stop();
        ledger = FileLedger.open(folder);
        server = Endpoint.listen("tcp://127.0.0.1:0", options.ledger(ledger).build());
        server.bind("orders", Orders.class, (_, _) -> runs.incrementAndGet());
        client.close();
        EndpointOptions.Builder callers = EndpointOptions.builder().codecs(codec);
        types.forEach(type -> callers.register(type));
        client = Endpoint.create(callers.build());
        Orders orders = client.lookup(address() + "/orders", Orders.class);
        List<Object> compared = Arrays.asList(
                null, "a", "", 1, 1L, 1.0, 'a', true, Unit.CENT, Unit.EURO, new BigDecimal("1.0"), new UUID(1, 2));
        for (int i = 0; i < compared.size(); i++) {
            Object value = compared.get(i);
            Orders once = Calls.with(orders, key("k" + i).build());
            assertThat(once.order(value, "x")).isEqualTo(i + 1);
            assertThat(once.order(value, "x")).isEqualTo(i + 1);
            for (Object other : compared) {
                if (!Objects.equals(value, other)) {
                    assertThat(failureOf(() -> once.order(other, "x")).code()).isEqualTo(Code.INVALID_CALL);
                }
            }
            assertThat(failureOf(() -> once.order("x", value)).code()).isEqualTo(Code.INVALID_CALL);
        }
        Orders once = Calls.with(orders, key("sets").build());
        Set<String> ascending = new LinkedHashSet<>(List.of("a", "b"));
        Set<String> descending = new LinkedHashSet<>(List.of("b", "a"));
        String same = "same";
        List<Object> shared = List.of(same, same);
        List<Object> copies = List.of(new String(same), new String(same));
        int run = once.order(ascending, shared);
        assertThat(once.order(descending, copies)).isEqualTo(run);
        assertThat(runs).hasValue(compared.size() + 1);
    }

    /** A ledger in memory, each method of which may fail. */
    private static final class InMemory implements CallLedger {
        private static final byte[] NONE = {};
        final Map<String, byte[]> calls = new ConcurrentHashMap<>();
        final AtomicInteger asked = new AtomicInteger();

        @Nullable
        Function<String, Exception> failing;

        private void check(String method) throws Exception {
            Function<String, Exception> now = failing;
            Exception failure = now == null ? null : now.apply(method);
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public String id() {
            return "in memory";
        }

        @Override
        public Duration keeps() {
            return Duration.ofDays(1);
        }

        @Override
        public boolean begin(String call) throws Exception {
            asked.incrementAndGet();
            check("begin");
            return calls.putIfAbsent(call, NONE) == null;
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        public byte @Nullable [] answer(String call) throws Exception {
            check("answer");
            byte[] answer = calls.get(call);
            return answer == NONE ? null : answer;
        }

        @Override
        public void answered(String call, byte[] answer) throws Exception {
            check("answered");
            calls.put(call, answer);
        }
    }

    private InMemory inMemory() {
        stop();
        ledger = null;
        InMemory records = new InMemory();
        serve("tcp://127.0.0.1:0", records, account);
        return records;
    }

    @Test
    void namesTheCallInTheLedger() {
        InMemory records = inMemory();
        with(account(), "k").deposit(1);
        assertThat(records.calls.keySet()).singleElement().isEqualTo("account/k");
    }

    @Test
    void isNotRunIfTheLedgerCannotRecordIt() {
        InMemory records = inMemory();
        records.failing = method -> method.equals("begin") ? new IOException("No space left on device") : null;
        CallException failure = failureOf(() -> account().deposit(1));
        assertThat(failure.code()).isEqualTo(Code.REFUSED);
        assertThat(failure.outcome()).isEqualTo(Outcome.NOT_RUN);
        assertThat(failure).hasMessageContaining("No space left on device");
        assertThat(account.runs).hasValue(0);
    }

    @Test
    void isMadeAgainWhenTheLedgerSaysSo() {
        InMemory records = inMemory();
        records.failing = method -> method.equals("begin") && records.asked.get() < 3
                ? new CallException(Code.REFUSED, "It runs at another server").withRetryAfter(Duration.ofMillis(1))
                : null;
        assertThat(account().deposit(1).text()).isEqualTo("deposit 1");
        assertThat(records.asked).hasValue(3);
    }

    @Test
    void isAnsweredIfOnlyItsAnswerCannotBeRecorded() {
        InMemory records = inMemory();
        records.failing = method -> method.equals("answered") ? new IOException("No space left on device") : null;
        Account stub = with(account(), "k");
        assertThat(stub.deposit(1).text()).isEqualTo("deposit 1");
        assertThat(records.asked).hasValue(1);
        CallException failure = failureOf(() -> stub.deposit(1));
        assertThat(failure.code()).isEqualTo(Code.UNKNOWN_OUTCOME);
        assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(records.asked).as("the failure is final").hasValue(2);
        assertThat(account.runs).hasValue(1);
    }

    @Test
    void hasAnUnknownOutcomeIfTheLedgerCannotReadItsAnswer() {
        InMemory records = inMemory();
        Account stub = with(account(), "k");
        stub.deposit(1);
        records.failing = method -> method.equals("answer") ? new IOException("Input/output error") : null;
        CallException failure = failureOf(() -> stub.deposit(1));
        assertThat(failure.code()).isEqualTo(Code.REFUSED);
        assertThat(failure.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(account.runs).hasValue(1);
    }

    @Test
    void readsNoAnswerThatWasCutOrIsOfAnotherVersion() {
        InMemory records = inMemory();
        Account stub = with(account(), "k");
        stub.deposit(1);
        String call = records.calls.keySet().iterator().next();
        byte[] whole = records.calls.get(call);
        for (int length = 0; length < whole.length; length++) {
            records.calls.put(call, Arrays.copyOf(whole, length));
            CallException failure = failureOf(() -> stub.deposit(1));
            assertThat(failure).as("%d of %d bytes", length, whole.length).isNotNull();
            assertThat(failure.outcome()).isEqualTo(Outcome.RAN);
        }
        byte[] later = whole.clone();
        later[0]++;
        records.calls.put(call, later);
        assertThat(failureOf(() -> stub.deposit(1))).hasMessageContaining("version 2");
        assertThat(account.runs).hasValue(1);
    }

    @Test
    void isRecordedByAnEndpointThatServesAStub() throws Exception {
        InMemory records = new InMemory();
        try (Endpoint between = Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().ledger(records).build())) {
            between.bind("account", Account.class, between.lookup(address() + "/account", Account.class));
            Account stub = with(client.lookup(between.address() + "/account", Account.class), "k");
            Receipt first = stub.deposit(1);
            assertThat(stub.deposit(1)).isEqualTo(first);
            assertThat(account.runs).hasValue(1);
            assertThat(records.asked).hasValue(2);
        }
    }
}
