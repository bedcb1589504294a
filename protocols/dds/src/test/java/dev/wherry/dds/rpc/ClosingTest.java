package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.Reader;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.dds.rpc.Services.Account;
import dev.wherry.dds.rpc.Services.Clock;
import dev.wherry.dds.rpc.Services.Ledger;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.UnsupportedTypeException;
import dev.wherry.testsupport.Polling;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClosingTest {
    private static boolean isOfDds(Thread thread) {
        return thread.getName().startsWith("wherry-dds");
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoThreadBehindUnderAnyPolicy(DdsOptions.Threading policy) {
        int domain = Services.domain();
        String name = Services.name();
        Ledger ledger = new Ledger();
        try (Endpoint server = Endpoint.create(Services.options(Services.dds().threading(policy)));
                Endpoint client = Services.endpoint()) {
            server.bind(name, Account.class, ledger);
            server.listenAt("dds://" + domain);
            Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
            assertThat(account.deposit(1)).isEqualTo(2);
            assertThat(account.later("a").join()).isEqualTo("a!");
        }
        Polling.until(
                "the threads end",
                () -> Thread.getAllStackTraces().keySet().stream().noneMatch(ClosingTest::isOfDds));
    }

    @Test
    void sendsTheRepliesOfCallsThatAreUnderWay() {
        int domain = Services.domain();
        Ledger ledger = new Ledger();
        Endpoint server = Services.endpoint();
        String name = Services.name();
        server.bind(name, Account.class, ledger);
        server.listenAt("dds://" + domain);
        try (Endpoint client = Services.endpoint()) {
            Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
            CompletableFuture<Long> held = CompletableFuture.supplyAsync(account::hold, Thread.ofVirtual()::start);
            Polling.until("the call runs", () -> ledger.holding.getCount() == 0);
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close, Thread.ofPlatform()::start);
            ledger.held.release();
            assertThat(held.join()).isEqualTo(1);
            closing.join();
            Polling.until("the server has left", () -> {
                try {
                    return account.deposit(1) < 0;
                } catch (CallException e) {
                    return e.code() == CallException.Code.UNAVAILABLE;
                }
            });
        }
    }

    @Test
    void failsCallsWhoseEndpointIsClosed() {
        int domain = Services.domain();
        Ledger ledger = new Ledger();
        try (Endpoint server = Services.endpoint()) {
            String name = Services.name();
            server.bind(name, Account.class, ledger);
            server.bind(name + "clock", Clock.class, () -> 3);
            server.listenAt("dds://" + domain);
            Endpoint client = Services.endpoint();
            Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
            assertThat(client.lookup("dds://" + domain + "/" + name + "clock", Clock.class)
                            .now())
                    .isEqualTo(3);
            CompletableFuture<Long> held = CompletableFuture.supplyAsync(account::hold, Thread.ofVirtual()::start);
            Polling.until("the call runs", () -> ledger.holding.getCount() == 0);
            client.close();
            assertThatThrownBy(held::join).hasCauseInstanceOf(CallException.class);
            ledger.held.release();
            assertThatThrownBy(() -> account.deposit(1)).isInstanceOf(CallException.class);
        }
    }

    @Test
    void refusesCallsThatWaitWhenTheServerIsClosed() {
        int domain = Services.domain();
        String name = Services.name();
        Ledger ledger = new Ledger();
        Endpoint server = Endpoint.create(
                Services.options(Services.dds().threading(DdsOptions.Threading.SINGLE), Duration.ofMillis(100)));
        server.bind(name, Account.class, ledger);
        server.listenAt("dds://" + domain);
        try (Endpoint client = Services.endpoint()) {
            Account account = client.lookup("dds://" + domain + "/" + name, Account.class);
            CompletableFuture<Long> held = Calls.async(account, Account::hold);
            Polling.until("the call runs", () -> ledger.holding.getCount() == 0);
            List<CompletableFuture<Long>> waiting = Stream.generate(() -> Calls.async(account, a -> a.deposit(1)))
                    .limit(20)
                    .toList();
            account.note("sent after these calls");
            server.close();
            for (CompletableFuture<Long> each : waiting) {
                assertThatThrownBy(each::join).cause().isInstanceOfSatisfying(CallException.class, e -> {
                    assertThat(e.code()).isEqualTo(CallException.Code.UNAVAILABLE);
                    assertThat(e.outcome()).isEqualTo(CallException.Outcome.NOT_RUN);
                });
            }
            assertThatThrownBy(held::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            CallException.class,
                            e -> assertThat(e.code()).isEqualTo(CallException.Code.UNKNOWN_OUTCOME))
                    .hasMessageContaining("has left");
            assertThat(ledger.deposits).hasValue(0);
        } finally {
            ledger.held.release();
        }
    }

    /** Opens the parts of a stub by hand. */
    private static final class Parts implements AutoCloseable {
        final int domain = Services.domain();
        final String name = Services.name();
        final DdsOptions options = Services.dds().build();
        final Engine engine = CycloneEngine.load();
        final Participant participant = engine.open(domain, options.configuration());
        final ServiceInterface methods = ServiceInterface.of(Account.class, options, engine);
        final Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(1), methods.representation());
        final ServicePolicies policies =
                new ServicePolicies(name, methods.types(), qos, QosSource.parse(options.qos(), domain), null, engine);
        final TopicPair topics = methods.shared(name, policies);
        final List<AutoCloseable> opened = new ArrayList<>();

        Parts() throws UnsupportedTypeException {}

        /** Returns the participant, with a method that fails. Readers and writers that others return are recorded. */
        Participant failing(String method) {
            return (Participant) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {Participant.class}, (_, called, arguments) -> {
                        if (called.getName().equals(method)) {
                            throw new DdsException(DdsException.Kind.REFUSED, "no " + method);
                        }
                        Object returned = called.invoke(participant, arguments);
                        if (returned instanceof Reader || returned instanceof Writer) {
                            opened.add((AutoCloseable) returned);
                        }
                        return returned;
                    });
        }

        @Override
        public void close() {
            participant.close();
        }
    }

    private static void assertClosed(Throwable failure) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.CLOSED));
    }

    @Test
    void closesTheReaderOfAStubThatHasNoWriter() throws Exception {
        try (Parts parts = new Parts()) {
            ClientGroup group = new ClientGroup(parts.failing("writer"));
            assertThatThrownBy(() -> new ClientChannel(parts.topics, group, EndpointOptions.defaults(), "bank"))
                    .hasMessage("no writer");
            Reader reader = (Reader) parts.opened.getFirst();
            assertThatThrownBy(reader::matched).satisfies(ClosingTest::assertClosed);
            group.close();
        }
    }

    @Test
    void closesTheWriterOfAServiceThatHasNoReader() throws Exception {
        try (Parts parts = new Parts()) {
            ServedCalls calls = new ServedCalls(null, EndpointOptions.defaults());
            Participant failing = parts.failing("reader");
            assertThatThrownBy(() -> new ServiceChannel(null, calls, null, parts.topics, failing))
                    .hasMessage("no reader");
            Writer writer = (Writer) parts.opened.getFirst();
            assertThatThrownBy(writer::matched).satisfies(ClosingTest::assertClosed);
        }
    }

    @Test
    void endsCallsToAllServersIfTheStubIsClosedWhileAServerLeaves() throws Exception {
        Ledger ledger = new Ledger();
        try (Parts parts = new Parts();
                Endpoint server = Services.endpoint()) {
            server.bind(parts.name, Account.class, ledger);
            server.listenAt("dds://" + parts.domain);
            ClientGroup group = new ClientGroup(parts.participant);
            ClientChannel channel = new ClientChannel(parts.topics, group, EndpointOptions.defaults(), parts.name);
            channel.search().run(Duration.ofSeconds(60), parts.name);
            Operation hold = parts.methods.types().operation(Account.class.getMethod("hold"));
            SampleIdentity next = channel.next();
            CdrWriter request = new CdrWriter();
            channel.codec().writeRequest(request, next, parts.name, hold, new Object[0]);
            var calls = channel.sendToAll(
                    request,
                    next,
                    of -> new PendingCall(
                            _ -> null,
                            Runnable::run,
                            _ -> new CallException(CallException.Code.DEADLINE_EXCEEDED, of),
                            null),
                    Duration.ofSeconds(60));
            assertThat(calls).hasSize(1);
            List<Runnable> changes = new ArrayList<>();
            channel.serversChanged(1, changes::add);
            assertThat(changes).hasSize(1);
            channel.close();
            changes.forEach(Runnable::run);
            assertThat(calls.values()).allMatch(CompletableFuture::isCompletedExceptionally);
            group.close();
        } finally {
            ledger.held.release();
        }
    }

    /** A method that is quick until it holds its thread. */
    interface Steps {
        int step();
    }

    @Test
    void doesNotWaitForACallOnTheThreadThatReceives() {
        int domain = Services.domain();
        String name = Services.name();
        AtomicInteger steps = new AtomicInteger();
        CountDownLatch holding = new CountDownLatch(1);
        Semaphore held = new Semaphore(0);
        Steps object = () -> {
            if (steps.incrementAndGet() == 100) {
                holding.countDown();
                held.acquireUninterruptibly();
            }
            return steps.get();
        };
        Endpoint server = Endpoint.create(Services.options(Services.dds(), Duration.ofMillis(100)));
        server.bind(name, Steps.class, object);
        server.listenAt("dds://" + domain);
        try (Endpoint client = Services.endpoint()) {
            Steps stub = client.lookup("dds://" + domain + "/" + name, Steps.class);
            while (steps.get() < 99) {
                stub.step();
            }
            CompletableFuture<Integer> last = Calls.async(stub, Steps::step);
            Polling.until("the call holds its thread", () -> holding.getCount() == 0);
            server.close();
            assertThatThrownBy(last::join).hasCauseInstanceOf(CallException.class);
            assertThat(steps).hasValue(100);
        } finally {
            held.release();
        }
    }
}
