package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.rpc.Services.Account;
import dev.wherry.dds.rpc.Services.Clock;
import dev.wherry.dds.rpc.Services.Ledger;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
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
        server.bind("bank", Account.class, ledger);
        server.listenAt("dds://" + domain);
        try (Endpoint client = Services.endpoint()) {
            Account account = client.lookup("dds://" + domain + "/bank", Account.class);
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
            server.bind("bank", Account.class, ledger);
            server.bind("clock", Clock.class, () -> 3);
            server.listenAt("dds://" + domain);
            Endpoint client = Services.endpoint();
            Account account = client.lookup("dds://" + domain + "/bank", Account.class);
            assertThat(client.lookup("dds://" + domain + "/clock", Clock.class).now())
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
