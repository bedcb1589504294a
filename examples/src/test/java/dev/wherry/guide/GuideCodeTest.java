package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallLedger;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Once;
import dev.wherry.ledger.FileLedger;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Short pieces of code that several pages of the guide show as regions. */
@Timeout(60)
class GuideCodeTest {
    public interface Bank {
        long balance(String account);
    }

    private static final class Ledger implements Bank {
        @Override
        public long balance(String account) {
            return account.length();
        }
    }

    @Test
    void testsWithinTheJvm() {
        // @start region=inprocess
        try (Endpoint server = Endpoint.listen("inprocess://test");
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, new Ledger());
            Bank bank = client.lookup("inprocess://test/bank?copy", Bank.class);
            assertThat(bank.balance("ada")).isEqualTo(3);
        }
        // @end
    }

    public interface Quotes extends Remote {
        int quote(String symbol) throws java.rmi.RemoteException;
    }

    private static final class Desk implements Quotes {
        @Override
        public int quote(String symbol) {
            return symbol.length();
        }
    }

    @Test
    void servesOneObjectByJavaRmiAndByWherry() throws Exception {
        Quotes desk = new Desk();
        // @start region=both
        Registry registry = LocateRegistry.createRegistry(0); // as before: 1099
        registry.rebind("quotes", UnicastRemoteObject.exportObject(desk, 0));

        Endpoint endpoint = Endpoint.create();
        endpoint.bind("quotes", Quotes.class, desk);
        URI address = endpoint.listenAt("tcp://127.0.0.1:0");
        // @end
        try (endpoint;
                Endpoint client = Endpoint.create()) {
            assertThat(((Quotes) registry.lookup("quotes")).quote("WHR")).isEqualTo(3);
            assertThat(client.lookup(address + "/quotes", Quotes.class).quote("WHR"))
                    .isEqualTo(3);
        } finally {
            UnicastRemoteObject.unexportObject(desk, true);
            UnicastRemoteObject.unexportObject(registry, true);
        }
    }

    @interface Bean {}

    // @start region=springServer
    @Bean
    Endpoint server(Bank bank) {
        Endpoint endpoint = Endpoint.create();
        endpoint.bind("bank", Bank.class, bank); // was: an exporter
        endpoint.listenAt("tcp://0.0.0.0:5739");
        return endpoint; // Spring closes it
    }
    // @end

    // @start region=springClient
    @Bean
    Endpoint client() {
        return Endpoint.create();
    }

    @Bean
    Bank remoteBank(Endpoint client) { // was: a proxy factory bean
        return client.lookupLazily("tcp://bank.example:5739/bank", Bank.class);
    }
    // @end

    // @start region=cost
    static final ContextKey<Long> COST = ContextKey.number("cost");

    private static final class Metered implements Bank {
        @Override
        public long balance(String account) {
            Calls.answerContext(COST, 2L);
            return account.length();
        }
    }
    // @end

    @Test
    void receivesTheContextOfAnAnswer() {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, new Metered());
            Bank bank = client.lookup(server.address() + "/bank", Bank.class);
            // @start region=metered
            LongAdder spent = new LongAdder();
            Bank metered = Calls.with(
                    bank, CallOptions.builder().onAnswer(COST, spent::add).build());
            long balance = metered.balance("ada");
            // @end
            assertThat(balance).isEqualTo(3);
            assertThat(spent.sum()).isEqualTo(2);
        }
    }

    @Test
    void drainsWhenItIsStopped() {
        // @start region=drain
        EndpointOptions options = EndpointOptions.builder()
                .drainOnShutdown(true)
                .drain(Duration.ofSeconds(20)) // 5 s by default
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, new Ledger());
            Bank bank = client.lookup(server.address() + "/bank", Bank.class);
            CompletableFuture<Long> balance = Calls.async(bank, each -> each.balance("ada"));
            assertThat(balance.join()).isEqualTo(3);
        }
    }

    // @start region=once
    public interface Payments {
        @Once
        Receipt pay(String account, long cents);
    }
    // @end

    public record Receipt(String text) {}

    @Test
    void paysOnce(@TempDir Path folder) throws IOException {
        AtomicInteger paid = new AtomicInteger();
        Payments desk = (account, cents) -> new Receipt(account + " has paid " + paid.incrementAndGet());
        // @start region=ledger
        CallLedger ledger = FileLedger.open(folder.resolve("calls"));
        EndpointOptions options = EndpointOptions.builder().ledger(ledger).build();
        // @end
        try (ledger;
                Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options)) {
            server.bind("payments", Payments.class, desk);
            try (Endpoint client = Endpoint.create()) {
                Payments payments = client.lookup(server.address() + "/payments", Payments.class);
                String kept = "5a1b7c52-5f0e-4c53-9a43-2fd0a7a5f1ce";
                // @start region=key
                CallOptions sameCall = CallOptions.builder()
                        .context(ContextKey.CALL_KEY, kept) // a random one
                        .build();
                Receipt receipt = Calls.with(payments, sameCall).pay("ada", 500);
                // @end
                assertThat(Calls.with(payments, sameCall).pay("ada", 500)).isEqualTo(receipt);
                assertThat(paid).hasValue(1);
            }
        }
    }

    @Test
    void connectsAgainAfterTheServerHasRestarted() {
        try (Endpoint client = Endpoint.create()) {
            Endpoint first = Endpoint.listen("tcp://127.0.0.1:0");
            first.bind("bank", Bank.class, new Ledger());
            String address = first.address().toString();
            first.close();
            // @start region=lazily
            Bank bank = client.lookupLazily(address + "/bank", Bank.class);
            // @end
            // @start region=patience
            // Waits until the server is there, but not longer than the call may take.
            Bank patient = Calls.with(bank, CallOptions.builder().waitForReady().build());
            // Fails at once while there is no connection. One is opened for later calls.
            Bank hasty = Calls.with(bank, CallOptions.builder().failFast().build());
            // @end
            assertThatThrownBy(() -> hasty.balance("ada")).isInstanceOf(CallException.class);
            CompletableFuture<Long> grace = CompletableFuture.supplyAsync(() -> patient.balance("grace"));
            try (Endpoint second = Endpoint.create()) {
                second.bind("bank", Bank.class, new Ledger());
                second.listenAt(address);
                assertThat(grace.join()).isEqualTo(5);
                assertThat(bank.balance("ada")).isEqualTo(3);
            }
        }
    }

    @Test
    void usesTheFirstOfSeveralServersThatWorks() {
        try (Endpoint first = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint second = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            first.bind("bank", Bank.class, new Ledger());
            second.bind("bank", Bank.class, new Ledger());
            String one = first.address().getAuthority();
            String two = second.address().getAuthority();
            // @start region=several
            // such as tcp://a:5739,b:5739/bank
            Bank bank = client.lookup("tcp://" + one + "," + two + "/bank", Bank.class);
            // @end
            assertThat(bank.balance("ada")).isEqualTo(3);
            first.close();
            assertThat(bank.balance("ada")).isEqualTo(3);
        }
    }

    @Test
    void makesCallsAgain() {
        AtomicInteger calls = new AtomicInteger();
        EndpointOptions busy = EndpointOptions.builder()
                .addAuthorizer(request -> {
                    if (request.target().equals("bank") && calls.incrementAndGet() == 1) {
                        // @start region=refusal
                        throw new CallException(Code.REFUSED, "The daily report is being written")
                                .withRetryAfter(Duration.ofMillis(20));
                        // @end
                    }
                })
                .build();
        try (Endpoint server = Endpoint.create(busy);
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, new Ledger());
            Bank bank = client.lookup(server.listenAt("tcp://127.0.0.1:0") + "/bank", Bank.class);
            assertThat(bank.balance("ada")).isEqualTo(3);
            assertThat(calls).hasValue(2);
            // @start region=attempts
            Bank safe = Calls.with(bank, CallOptions.builder().idempotent().build()); // its calls may run twice
            Bank once = Calls.with(bank, CallOptions.builder().attempts(1).build()); // no call is made again
            // @end
            // @start region=hedge
            Duration slow = Duration.ofMillis(50);
            Bank hedged =
                    Calls.with(bank, CallOptions.builder().hedgeAfter(slow).build());
            // @end
            calls.set(0);
            assertThatThrownBy(() -> once.balance("ada")).isInstanceOf(CallException.class);
            assertThat(safe.balance("ada")).isEqualTo(3);
            assertThat(hedged.balance("ada")).isEqualTo(3);
        }
    }

    @Test
    void knowsTheHostOfTheCaller() throws Exception {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("quotes", Quotes.class, symbol -> {
                // @start region=host
                String host =
                        Calls.caller().orElseThrow().identity().attributes().get(Identity.IP);
                // @end
                return "127.0.0.1".equals(host) ? symbol.length() : -1;
            });
            assertThat(client.lookup(server.address() + "/quotes", Quotes.class).quote("WHR"))
                    .isEqualTo(3);
        }
    }

    @Test
    void logsCalls() {
        List<String> log = new ArrayList<>();
        // @start region=log
        EndpointOptions logging = EndpointOptions.builder()
                .addServerInterceptor((call, next) -> {
                    try {
                        return next.proceed(call);
                    } finally {
                        log.add(call.peer() + " called " + call.target() + "."
                                + call.method().getName());
                    }
                })
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", logging);
                Endpoint client = Endpoint.create()) {
            server.bind("bank", Bank.class, new Ledger());
            client.lookup(server.address() + "/bank", Bank.class).balance("ada");

            assertThat(log).last().asString().endsWith("called bank.balance");
        }
    }
}
