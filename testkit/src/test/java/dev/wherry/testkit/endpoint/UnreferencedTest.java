package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.Unreferenced;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects that implement {@code java.rmi.server.Unreferenced}. */
class UnreferencedTest {
    public interface Account extends Remote {
        int balance() throws RemoteException;
    }

    public interface Bank extends Remote {
        Account account() throws RemoteException;
    }

    public static final class Own implements Account, Unreferenced {
        final AtomicInteger times = new AtomicInteger();

        @Override
        public int balance() {
            return 7;
        }

        @Override
        public void unreferenced() {
            times.incrementAndGet();
        }
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Own account = new Own();
    private Endpoint server;
    private Endpoint client;
    private Bank bank;

    @BeforeEach
    void connect() throws Exception {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("bank", Bank.class, () -> account);
        client = endpoints.watch(Endpoint.create());
        bank = client.lookup(server.address() + "/bank", Bank.class);
    }

    private void awaitTimes(int expected) {
        Await.until(
                () -> "the object to be notified " + expected + " times: " + account.times,
                () -> account.times.get() == expected);
    }

    @Test
    void isNotifiedEachTimeTheLastReferenceIsReleased() throws Exception {
        for (int time = 1; time <= 3; time++) {
            Account stub = bank.account();
            assertThat(stub.balance()).isEqualTo(7);
            assertThat(account.times).hasValue(time - 1);
            Calls.release(stub);
            awaitTimes(time);
        }
    }

    @Test
    void isNotifiedWhenTheConnectionOfTheLastClientEnds() throws Exception {
        bank.account();
        client.close();
        awaitTimes(1);
    }

    @Test
    void isNotifiedOnlyWhenNeitherAPeerNorANameReferencesIt() throws Exception {
        server.bind("account", Account.class, account);
        Calls.release(bank.account());
        Account stub = bank.account();
        server.unbind("account");
        assertThat(stub.balance()).isEqualTo(7);
        assertThat(account.times).hasValue(0);
        Calls.release(stub);
        awaitTimes(1);
    }

    @Test
    void isNotNotifiedWhenTheProgramUnexportsIt() throws Exception {
        Account stub = bank.account();
        server.bind("account", Account.class, account);
        server.unexport(account);
        for (int time = 1; time <= 3; time++) {
            Calls.release(bank.account());
            awaitTimes(time);
        }
        assertThat(account.times).hasValue(3);
        assertThat(Calls.isStub(stub)).isTrue();
    }
}
