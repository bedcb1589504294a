package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.Idempotent;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images and links of pages, of which a browser says little to a server without TLS. */
class CrossSiteTest {
    private static final String BROWSER = "User-Agent: Mozilla/5.0 (X11; Linux x86_64)";
    private static final AtomicInteger CALLS = new AtomicInteger();
    private static Endpoint server;
    private static URI http;

    interface Stock {
        @Idempotent
        int left(String of);

        @GET
        @Path("stock/{of}")
        int leftAt(@PathParam("of") String of);
    }

    private static final class Counted implements Stock {
        @Override
        public int left(String of) {
            return CALLS.incrementAndGet();
        }

        @Override
        public int leftAt(String of) {
            return CALLS.incrementAndGet();
        }
    }

    @BeforeAll
    static void serves() {
        server = Endpoint.create();
        server.bind("stock", Stock.class, new Counted());
        http = server.listenAt("http://127.0.0.1:0");
    }

    @AfterAll
    static void closes() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Not: a header of browsers | 403",
                "Accept: application/json | 403",
                "Referer: http://evil.example/ | 403",
                "Referer: http://localhost.evil.example/ | 403",
                "Referer: http://evil.example/?http://localhost/ | 403",
                "Referer: https://localhost/ | 403",
                "Referer: http://localhost:81/ | 403",
                "Referer: http://localhost/ | 200",
                "Sec-Fetch-Site: cross-site | 403",
                "Sec-Fetch-Site: same-site | 403",
                "Sec-Fetch-Site: same-origin | 200",
                "Sec-Fetch-Site: none | 200",
                "Origin: http://evil.example | 403",
                "Origin: http://localhost | 200"
            })
    void callsByGetForPagesOfItsOwnSiteAlone(String header, int status) throws IOException {
        int before = CALLS.get();
        for (String path : new String[] {"/stock/left?of=tea", "/stock/tea"}) {
            assertThat(Wire.get(http, path, BROWSER, header).status()).as(path).isEqualTo(status);
        }
        assertThat(CALLS.get() - before).isEqualTo(status == 200 ? 2 : 0);
    }

    @Test
    void callsByGetForProgramsThatAreNotBrowsers() throws IOException {
        assertThat(Wire.get(http, "/stock/left?of=tea").status()).isEqualTo(200);
        assertThat(Wire.get(http, "/stock/tea", "User-Agent: curl/8.5.0").status())
                .isEqualTo(200);
    }

    @Test
    void answersBrowsersThatDoNotCallByGet() throws IOException {
        assertThat(Wire.post(http, "/stock/left", "[\"tea\"]", BROWSER).status())
                .isEqualTo(200);
        for (String path : new String[] {"/", "/health", "/openapi.json"}) {
            assertThat(Wire.get(http, path, BROWSER).status()).as(path).isEqualTo(200);
        }
    }
}
