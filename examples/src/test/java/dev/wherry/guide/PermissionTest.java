package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.access.AccessPolicy;
import dev.wherry.access.Allow;
import dev.wherry.access.BearerTokens;
import dev.wherry.access.SignedTokens;
import dev.wherry.jwt.JwtVerifier;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PermissionTest {
    private static final Path POLICY = Path.of("../docs/guide/access.toml");

    // @start region=interface
    public interface Bank {
        long balance(String account);

        void transfer(String from, String to, long amount);

        @Allow("auditor")
        String audit();
    }
    // @end

    public interface Ledger {
        String write(String line);
    }

    // @start region=method
    static String whoCalls() {
        Identity caller = Calls.identity().orElseThrow(); // of the token or, without one, of the connection
        return caller.kind() + " " + caller.name();
    }
    // @end

    @Test
    void letsTellersTransferAndAuditorsAudit() throws IOException {
        byte[] secret = secret();
        // @start region=server
        SignedTokens tokens = SignedTokens.builder("bank.example", "front")
                .key("2026-11", secret)
                .build();
        AccessPolicy policy = AccessPolicy.read(POLICY);
        EndpointOptions options =
                policy.applyTo(EndpointOptions.builder().tokens(tokens)).build();
        // @end
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options)) {
            server.bind("bank", Bank.class, new Counter());
            // @start region=client
            String token =
                    tokens.issue(Identity.of("user", "ann"), "front", Duration.ofHours(8)); // by the login service
            EndpointOptions sending = EndpointOptions.builder()
                    .addClientInterceptor(BearerTokens.from(() -> token))
                    .build();
            // @end
            try (Endpoint client = Endpoint.create(sending)) {
                Bank bank = client.lookup(server.addresses().getFirst() + "/bank", Bank.class);
                assertThat(bank.balance("7")).isEqualTo(42);
                assertThatThrownBy(bank::audit)
                        .isInstanceOf(CallException.class)
                        .hasMessageContaining("Permission denied: token ann may not call 'audit' of 'bank'");
            }
        }
    }

    @Test
    void delegatesToTheNextServer() {
        byte[] secret = secret();
        SignedTokens atLedger =
                SignedTokens.builder("bank.example", "ledger").key("a", secret).build();
        SignedTokens tokens =
                SignedTokens.builder("bank.example", "front").key("a", secret).build();
        try (Endpoint second = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().tokens(atLedger).build());
                Endpoint first = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().tokens(tokens).build());
                Endpoint client = Endpoint.create()) {
            second.bind("ledger", Ledger.class, line -> whoCalls() + ": " + line);
            Ledger ledger = first.lookup(second.addresses().getFirst() + "/ledger", Ledger.class);
            // @start region=delegate
            Ledger passing = line -> {
                CallOptions forCaller = CallOptions.builder()
                        .context(ContextKey.TOKEN, tokens.delegate("ledger", Duration.ofSeconds(30)))
                        .build();
                return Calls.with(ledger, forCaller).write(line);
            };
            // @end
            first.bind("front", Ledger.class, passing);
            String token = tokens.issue(Identity.of("user", "ann"), "front", Duration.ofMinutes(5));
            Ledger front = client.lookup(first.addresses().getFirst() + "/front", Ledger.class);

            assertThat(Calls.with(
                                    front,
                                    CallOptions.builder()
                                            .context(ContextKey.TOKEN, token)
                                            .build())
                            .write("x"))
                    .isEqualTo("token ann: x");
        }
    }

    @Test
    void verifiesTokensOfAnIdentityProvider() {
        // @start region=jwt
        JwtVerifier verifier = JwtVerifier.builder("https://login.example", "bank")
                .keysFrom(URI.create("https://login.example/.well-known/jwks.json"))
                .roles("groups")
                .build();
        EndpointOptions options = EndpointOptions.builder().tokens(verifier).build();
        // @end
        assertThat(options.tokens()).isSameAs(verifier);
    }

    private static byte[] secret() {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return secret;
    }

    private static final class Counter implements Bank {
        @Override
        public long balance(String account) {
            return 42;
        }

        @Override
        public void transfer(String from, String to, long amount) {}

        @Override
        public String audit() {
            return whoCalls();
        }
    }
}
