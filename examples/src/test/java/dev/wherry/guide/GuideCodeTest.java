package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.net.URI;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    // @start region=spring
    @Bean
    Endpoint endpoint(Bank bank) {
        Endpoint endpoint = Endpoint.listen("tcp://0.0.0.0:5739");
        endpoint.bind("bank", Bank.class, bank); // was: an exporter
        return endpoint; // Spring closes it
    }

    @Bean
    Bank remoteBank(Endpoint endpoint) { // in the client's application; was: a proxy factory bean
        return endpoint.lookup("tcp://bank.example:5739/bank", Bank.class);
    }
    // @end

    // @start region=tokenKey
    static final ContextKey<String> TOKEN = ContextKey.text("token");
    // @end

    private static boolean isValid(String token) {
        return token.equals("secret");
    }

    private static String currentToken() {
        return "secret";
    }

    @Test
    void passesATokenWithEachCall() {
        // @start region=tokenClient
        EndpointOptions sending = EndpointOptions.builder()
                .addClientInterceptor((call, next) -> next.proceed(call.withOptions(call.options().toBuilder()
                        .context(TOKEN, currentToken())
                        .build())))
                .build();
        // @end
        // @start region=tokenServer
        EndpointOptions checking = EndpointOptions.builder()
                .addAuthorizer(call -> {
                    boolean lookup = call.target().equals("the registry"); // interceptors do not see look-ups
                    if (!lookup && !(call.context().get(TOKEN) instanceof String token && isValid(token))) {
                        throw new CallException(Code.REFUSED, "This call needs a valid token");
                    }
                })
                .build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", checking);
                Endpoint client = Endpoint.create(sending);
                Endpoint stranger = Endpoint.create()) {
            server.bind("bank", Bank.class, new Ledger());

            assertThat(client.lookup(server.address() + "/bank", Bank.class).balance("ada"))
                    .isEqualTo(3);
            Bank strangers = stranger.lookup(server.address() + "/bank", Bank.class);
            assertThatThrownBy(() -> strangers.balance("ada")).hasMessageContaining("valid token");
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
