package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Idempotent;
import dev.wherry.http.HttpOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The code of the page on HTTP. */
class HttpTest {
    // @start region=interface
    public interface Bank {
        @Idempotent
        BigDecimal balance(String account);

        Receipt transfer(String from, String to, BigDecimal amount) throws NoFunds;
    }

    public record Receipt(String id, BigDecimal left) {}
    // @end

    static final class NoFunds extends Exception {
        private static final long serialVersionUID = 1;

        NoFunds(String message) {
            super(message);
        }
    }

    private static final class LedgerBank implements Bank {
        @Override
        public BigDecimal balance(String account) {
            return new BigDecimal("12.50");
        }

        @Override
        public Receipt transfer(String from, String to, BigDecimal amount) throws NoFunds {
            BigDecimal left = balance(from).subtract(amount);
            if (left.signum() < 0) {
                throw new NoFunds(from + " has not enough");
            }
            return new Receipt("r1", left);
        }
    }

    @Test
    void servesAndCalls() throws IOException, InterruptedException, NoFunds {
        // @start region=serve
        Endpoint server = Endpoint.create();
        server.bind("bank", Bank.class, new LedgerBank());
        URI http = server.listenAt("http://127.0.0.1:0");
        // @end
        try (server;
                HttpClient any = HttpClient.newHttpClient();
                Endpoint endpoint = Endpoint.create()) {
            HttpRequest get = HttpRequest.newBuilder(http.resolve("/bank/balance?account=ann"))
                    .build();
            assertThat(any.send(get, BodyHandlers.ofString()).body()).isEqualTo("12.50");
            // @start region=client
            Bank bank = endpoint.lookup(http + "/bank", Bank.class);
            Receipt receipt = bank.transfer("ann", "bob", new BigDecimal("2.50"));
            // @end
            assertThat(receipt.left()).isEqualTo("10.00");
            assertThat(catchThrowableOfType(NoFunds.class, () -> bank.transfer("ann", "bob", BigDecimal.valueOf(99))))
                    .hasMessage("ann has not enough");
        }
    }

    @Test
    void takesOptions() {
        // @start region=options
        EndpointOptions options = EndpointOptions.builder()
                .with(HttpOptions.builder()
                        .allowOrigins("https://shop.example")
                        .bodyBytes(1 << 20)
                        .idleTime(Duration.ofMinutes(1))
                        .build())
                .build();
        // @end
        assertThat(options.extension(HttpOptions.class)).isNotNull();
    }
}
