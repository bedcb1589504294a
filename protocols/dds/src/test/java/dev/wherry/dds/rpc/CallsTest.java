package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Timeout;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.rpc.Services.Account;
import dev.wherry.dds.rpc.Services.Clock;
import dev.wherry.dds.rpc.Services.Entry;
import dev.wherry.dds.rpc.Services.Ledger;
import dev.wherry.dds.rpc.Services.Overdrawn;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.statistics.MethodStatistics;
import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallsTest {
    private static final int DOMAIN = Services.domain();
    private static final String NAME = Services.name();
    private static final Ledger LEDGER = new Ledger();
    private static Endpoint server;
    private static Endpoint client;
    private static Account account;

    @BeforeAll
    static void open() {
        server = Services.endpoint();
        server.bind(NAME, Account.class, LEDGER);
        server.listenAt("dds://" + DOMAIN);
        client = Services.endpoint();
        account = client.lookup(address(NAME), Account.class);
    }

    @AfterAll
    static void close() {
        client.close();
        server.close();
    }

    private static String address(String name) {
        return "dds://" + DOMAIN + "/" + name;
    }

    private static CallException.Code code(Throwable failure) {
        assertThat(failure).isInstanceOf(CallException.class);
        return ((CallException) failure).code();
    }

    @Test
    void returnsResultsOfSynchronousCalls() {
        assertThat(account.deposit(41)).isEqualTo(42);
        Entry entry = new Entry("käse", 7, List.of("a", "b"));
        assertThat(account.echo(entry)).isEqualTo(entry);
    }

    @Test
    void passesNullOnlyWhereItIsDeclared() {
        assertThat(account.orNull(null)).isNull();
        assertThat(account.orNull("a")).isEqualTo("a");
        assertThatThrownBy(() -> account.echo(new Entry(null, 0, List.of())))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.CODEC));
    }

    @Test
    void completesFutures() {
        assertThat(account.later("a").join()).isEqualTo("a!");
        assertThatThrownBy(() -> account.withdrawLater(1).toCompletableFuture().get())
                .isInstanceOf(ExecutionException.class)
                .satisfies(failure -> assertThat(code(failure.getCause())).isEqualTo(CallException.Code.INTERNAL));
    }

    @Test
    void reportsAFailedCallWithinAFutureAsAFailureOfTheMethod() {
        String relaying = Services.name();
        server.bind(relaying, Account.class, new Ledger() {
            @Override
            public CompletableFuture<String> later(String text) {
                return CompletableFuture.failedFuture(
                        new CallException(CallException.Code.UNAVAILABLE, "no connection to another server"));
            }
        });
        assertThatThrownBy(() -> client.lookup(address(relaying), Account.class)
                        .later("a")
                        .get())
                .cause()
                .isInstanceOfSatisfying(CallException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(CallException.Code.INTERNAL);
                    assertThat(failure.outcome()).isNotEqualTo(CallException.Outcome.NOT_RUN);
                });
    }

    @Test
    void countsCallsAtBothEnds() {
        EndpointStatistics clientBefore = client.statistics();
        EndpointStatistics serverBefore = server.statistics();
        account.deposit(1);
        account.later("a").join();
        assertThat(client.statistics().carried().get("dds")
                        - clientBefore.carried().getOrDefault("dds", 0L))
                .isEqualTo(2);
        assertThat(server.statistics().since(serverBefore).methods())
                .filteredOn(each -> each.calls() > 0)
                .extracting(MethodStatistics::method, MethodStatistics::calls, MethodStatistics::failures)
                .containsExactly(
                        tuple("deposit(J)J", 1L, 0L),
                        tuple("later(Ljava/lang/String;)Ljava/util/concurrent/CompletableFuture;", 1L, 0L));
    }

    @Test
    void throwsDeclaredExceptionsAsThemselves() {
        assertThatThrownBy(() -> account.withdraw(13))
                .isInstanceOf(Overdrawn.class)
                .hasMessage("too much")
                .satisfies(failure -> assertThat(((Overdrawn) failure).missing).isEqualTo(3));
    }

    @Test
    void reportsOtherExceptionsWithoutTheirText() {
        assertThatThrownBy(() -> account.fail("secret"))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.INTERNAL))
                .hasMessageNotContaining("secret");
    }

    @Test
    void runsOneWayCalls() {
        int before = LEDGER.notes.get();
        account.note("a");
        Polling.until("the note arrives", () -> LEDGER.notes.get() == before + 1);
    }

    @Test
    void refusesMethodsThatDdsCannotCall() {
        assertThatThrownBy(() -> account.read(() -> {}))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.INVALID_CALL))
                .hasMessageContaining("by reference");
    }

    @Test
    void endsTheWaitAtTheDeadline() {
        Account quick = Calls.with(account, CallOptions.ofTimeout(Duration.ofMillis(50)));
        assertThatThrownBy(quick::hold)
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
        LEDGER.held.release();
    }

    @Test
    void makesManyCallsAtOneTime() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Long>> results = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                long amount = i;
                results.add(threads.submit(() -> account.deposit(amount)));
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(results.get(i).get()).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void callsFromVirtualThreads() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> first = threads.submit(() -> account.deposit(1));
            Future<Long> second = threads.submit(() -> account.deposit(2));
            assertThat(first.get()).isEqualTo(2);
            assertThat(second.get()).isEqualTo(3);
        }
    }

    @Test
    void servesNamesThatAreBoundLaterUntilTheyAreUnbound() {
        String name = Services.name() + " ü";
        server.bind(name, Clock.class, () -> 5);
        Clock clock = client.lookup(address(name.replace(" ", "%20")), Clock.class);
        assertThat(clock.now()).isEqualTo(5);
        server.unbind(name);
        Polling.until("the service is gone", () -> {
            try {
                return clock.now() < 0;
            } catch (CallException e) {
                return e.code() == CallException.Code.UNAVAILABLE;
            }
        });
        assertThat(account.deposit(1)).as("another service").isEqualTo(2);
    }

    @Test
    void reportsAServiceThatIsNotFound() {
        try (Endpoint impatient =
                Endpoint.create(Services.options(Services.dds().findTimeout(Duration.ofMillis(100))))) {
            assertThatThrownBy(() -> impatient.lookup(address("nobody"), Clock.class))
                    .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.NOT_FOUND))
                    .hasMessageContaining("nobody");
        }
    }

    @Test
    void refusesDomainsThatDoNotExist() {
        assertThatThrownBy(() -> client.lookup("dds://231/a", Clock.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("230");
        assertThatThrownBy(() -> server.listenAt("dds://host")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsPartitionsApart() {
        try (Endpoint upstairs = Services.endpoint()) {
            upstairs.bind(NAME, Clock.class, () -> 9);
            upstairs.listenAt("dds://" + DOMAIN + "/upstairs");
            assertThat(upstairs.addresses()).hasToString("[dds://" + DOMAIN + "?partition=upstairs]");
            Clock clock = client.lookup(address(NAME) + "?partition=upstairs", Clock.class);
            assertThat(clock.now()).isEqualTo(9);
            assertThat(account.deposit(1)).isEqualTo(2);
        }
    }

    @Test
    void doesNotRunRequestsThatHaveWaitedForTooLong() {
        Ledger slow = new Ledger();
        String name = Services.name();
        DdsOptions.Builder single = Services.dds().threading(DdsOptions.Threading.SINGLE);
        try (Endpoint strict = Endpoint.create(Services.options(single).toBuilder()
                .timeout(Duration.ofMillis(200))
                .build())) {
            strict.bind(name, Account.class, slow);
            strict.listenAt("dds://" + DOMAIN);
            Account held = client.lookup(address(name), Account.class);
            AtomicReference<CompletableFuture<Long>> first = new AtomicReference<>(Calls.async(held, Account::hold));
            Polling.until("the call runs", () -> {
                if (first.get().isDone()) { // it has waited for too long itself
                    first.set(Calls.async(held, Account::hold));
                }
                return slow.holding.getCount() == 0;
            });
            List<CompletableFuture<Object>> late = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                late.add(Calls.async(held, each -> (Object) each.deposit(1)).exceptionally(CallsTest::code0));
            }
            client.lookup(address(name), Account.class); // answered once the requests before it are received
            long timeout = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(300);
            Polling.until("the time of the calls is up", () -> System.nanoTime() - timeout > 0);
            slow.held.release();
            assertThat(first.get().handle((result, failure) -> 1).join()).isEqualTo(1);
            assertThat(late).allSatisfy(each -> assertThat(each.join()).isEqualTo(CallException.Code.UNAVAILABLE));
            assertThat(slow.deposits).hasValue(0);
        }
    }

    private static Object code0(Throwable failure) {
        return code(failure instanceof java.util.concurrent.CompletionException ? failure.getCause() : failure);
    }

    @Test
    void reportsOnceWhichMethodsCannotBeCalled() {
        interface Odd {
            long read(InputStream stream);

            long fine();
        }
        class OddOne implements Odd {
            @Override
            public long read(InputStream stream) {
                return 0;
            }

            @Override
            public long fine() {
                return 1;
            }
        }
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            server.bind(Services.name(), Odd.class, new OddOne());
            server.bind(Services.name(), Odd.class, new OddOne());
            assertThat(log.texts().filter(each -> each.contains("Not all methods")))
                    .singleElement()
                    .asString()
                    .contains("read(stream)", "is a stream");
        }
    }

    @Test
    void isCalledByAnotherProcess() throws Exception {
        List<String> lines =
                ChildProgram.run("exec \"$0\" \"$@\"", List.of(), Caller.class, String.valueOf(DOMAIN), NAME);
        assertThat(lines).endsWith("called", "exit 0");
    }

    /** Calls the service of the parent process. */
    static final class Caller {
        private Caller() {}

        public static void main(String[] arguments) throws Overdrawn {
            try (Endpoint endpoint = Services.endpoint()) {
                Account found = endpoint.lookup("dds://" + arguments[0] + "/" + arguments[1], Account.class);
                for (int i = 0; i < 100; i++) {
                    assertThat(found.deposit(i)).isEqualTo(i + 1);
                }
                assertThat(found.later("b").join()).isEqualTo("b!");
                found.withdraw(1);
                System.out.println("called");
            }
        }
    }

    @Test
    void refusesToChooseBetweenTwoServersOfOneName() {
        String name = Services.name();
        try (Endpoint one = Services.endpoint();
                Endpoint two = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            one.bind(name, Account.class, new Ledger());
            one.listenAt("dds://" + DOMAIN);
            two.bind(name, Account.class, new Ledger());
            two.listenAt("dds://" + DOMAIN);
            assertThatThrownBy(() -> {
                        while (true) { // until both are found
                            client.lookup("dds://" + DOMAIN + "/" + name, Account.class);
                        }
                    })
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                    .hasMessageContaining("Several servers of '" + name);
            two.close();
            assertThat(client.lookup("dds://" + DOMAIN + "/" + name, Account.class)
                            .deposit(1))
                    .isEqualTo(2);
        }
    }

    @Test
    void refusesCallsWhileASecondServerRunsThemToo() {
        String name = Services.name();
        try (Endpoint one = Services.endpoint();
                Endpoint client = Services.endpoint();
                LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            one.bind(name, Clock.class, () -> 1);
            one.listenAt("dds://" + DOMAIN);
            Clock clock = client.lookup(address(name), Clock.class);
            try (Endpoint two = Services.endpoint()) {
                two.bind(name, Clock.class, () -> 1);
                two.listenAt("dds://" + DOMAIN);
                Polling.until("calls are refused", () -> refusal(clock) != null);
                assertThat(refusal(clock))
                        .hasMessageContaining("Several servers of '" + name)
                        .satisfies(e -> assertThat(e.outcome()).isEqualTo(CallException.Outcome.NOT_RUN));
                assertThat(log.texts().filter(each -> each.contains("Several servers of '" + name)))
                        .hasSize(1);
            }
            Polling.until("the second server has left", () -> refusal(clock) == null);
        }
    }

    private static CallException refusal(Clock clock) {
        try {
            clock.now();
            return null;
        } catch (CallException e) {
            assertThat(e.code()).isEqualTo(CallException.Code.REFUSED);
            return e;
        }
    }

    /** An interface with an exception that futures have as well. */
    interface Patient {
        String now() throws TimeoutException;

        CompletableFuture<String> fails() throws TimeoutException;

        @Timeout(millis = 200)
        CompletableFuture<String> neverEnds() throws TimeoutException;
    }

    @Test
    void throwsATimeoutExceptionOfTheMethodAndNoOther() throws Exception {
        String name = Services.name();
        Patient object = new Patient() {
            @Override
            public String now() throws TimeoutException {
                throw new TimeoutException("mine");
            }

            @Override
            public CompletableFuture<String> fails() {
                return CompletableFuture.failedFuture(new TimeoutException("mine"));
            }

            @Override
            public CompletableFuture<String> neverEnds() {
                return new CompletableFuture<>();
            }
        };
        server.bind(name, Patient.class, object);
        Patient patient =
                Calls.with(client.lookup(address(name), Patient.class), CallOptions.ofTimeout(Duration.ofSeconds(60)));
        try {
            assertThatThrownBy(patient::now)
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("mine");
            assertThatThrownBy(patient.fails()::join)
                    .cause()
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("mine");
            Object code = CallException.Code.UNAVAILABLE;
            for (int i = 0;
                    i < 100 && code == CallException.Code.UNAVAILABLE;
                    i++) { // it has waited for too long before it ran
                code = patient.neverEnds()
                        .handle((_, failure) -> code0(failure))
                        .join();
            }
            assertThat(code).as("the timeout of the server").isEqualTo(CallException.Code.INTERNAL);
            Patient impatient = Calls.with(patient, CallOptions.ofTimeout(Duration.ofMillis(20)));
            assertThatThrownBy(impatient.neverEnds()::join)
                    .as("the deadline of the caller")
                    .cause()
                    .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.DEADLINE_EXCEEDED));
        } finally {
            server.unbind(name);
        }
    }

    @Test
    void refusesAnInterfaceWithoutAMethodThatCanBeCalled() {
        interface Unusable {
            long read(Services.Watcher watcher);
        }
        String name = Services.name();
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            server.bind(name, Unusable.class, _ -> 0);
            assertThat(log.texts().filter(each -> each.contains(name)))
                    .singleElement()
                    .asString()
                    .contains("is not served over DDS", "no method that can be called", "by reference");
        }
        assertThatThrownBy(() -> client.lookup(address(name), Unusable.class))
                .satisfies(failure -> assertThat(code(failure)).isEqualTo(CallException.Code.INVALID_CALL))
                .hasMessageContainingAll("no method that can be called", "by reference");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsAServerThatStartsAfterALookUpThatDoesNotWait(boolean awaited) {
        String name = Services.name();
        try (Endpoint server = Services.endpoint();
                Endpoint client = Services.endpoint()) {
            Account account = client.lookupLazily("dds://" + DOMAIN + "/" + name, Account.class);
            CompletableFuture<Long> first = awaited
                    ? CompletableFuture.supplyAsync(() -> account.deposit(1), Thread.ofPlatform()::start)
                    : Calls.async(account, a -> a.deposit(1));
            server.bind(name, Account.class, new Ledger());
            server.listenAt("dds://" + DOMAIN);
            assertThat(first.join()).isEqualTo(2);
            assertThat(account.deposit(2)).isEqualTo(3);
        }
    }

    @Test
    void failsACallToAServerThatDoesNotStartInTime() {
        Endpoint client = Endpoint.create(Services.options(Services.dds().findTimeout(Duration.ofMillis(50))));
        try (client) {
            Account account = client.lookupLazily("dds://" + DOMAIN + "/" + Services.name(), Account.class);
            assertThatThrownBy(() -> account.deposit(1))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.NOT_FOUND));
            assertThat(Calls.async(account, a -> a.deposit(1)))
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(CallException.class);
        }
    }
}
