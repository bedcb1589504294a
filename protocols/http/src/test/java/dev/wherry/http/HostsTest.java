package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.LogRecorder;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages whose own names were made to resolve to this host (DNS rebinding). */
class HostsTest {
    private static Served served;

    @BeforeAll
    static void serves() {
        served = new Served(EndpointOptions.builder()
                .with(HttpOptions.builder()
                        .allowOrigins("https://shop.example:8443")
                        .allowHosts("Bank.internal")
                        .build())
                .build());
    }

    @AfterAll
    static void closes() {
        served.close();
    }

    private static int get(String path, String headers) throws IOException {
        return Wire.send(served.http, "GET " + path + " HTTP/1.1\r\n" + headers + "\r\n\r\n")
                .status();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "localhost.",
                "laptop",
                "bank.internal.evil.example",
                "user@localhost",
                "localhost, evil.example",
                "[::1].evil.example"
            })
    void refusesNamesThatAreNotThoseOfTheServer(String host) throws IOException {
        for (String path : new String[] {"/bank/addOne?number=1", "/openapi.json", "/health", "/"}) {
            assertThat(get(path, "Host: " + host)).isBetween(400, 403);
        }
        assertThat(get("/bank/addOne?number=1", "Host: " + host + "\r\nOrigin: http://" + host))
                .isBetween(400, 403);
        assertThat(served.bank.calls.get()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:80",
                "127.0.0.1:1",
                "127.9.9.9",
                "[::1]:80",
                "192.0.2.1",
                "shop.example",
                "bank.internal:80"
            })
    void answersUnderItsOwnNames(String host) throws IOException {
        assertThat(get("/health", "Host: " + host)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost:80, http://localhost:80, 200",
        "localhost:80, https://localhost:80, 403",
        "localhost:80, http://localhost:81, 403",
        "localhost:80, http://LOCALHOST:80, 200",
        "localhost, localhost, 403",
        "localhost, http://localhost.evil.example, 403",
        "shop.example, https://shop.example:8443, 200",
        "shop.example, https://shop.example, 403"
    })
    void takesAPageForItsOwnOnlyWithTheSameScheme(String host, String origin, int status) throws IOException {
        assertThat(get("/health", "Host: " + host + "\r\nOrigin: " + origin)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, Origin: http://evil.example, 403",
        "localhost, Origin: http://localhost, 101",
        "localhost, Origin: https://localhost, 403",
        "evil.example, X-Not: a browser, 101"
    })
    void opensWebSocketsForNoForeignPage(String host, String origin, int status) throws IOException {
        assertThat(get(
                        "/wherry",
                        "Host: " + host + "\r\n" + origin
                                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Protocol: wherry.1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                .isEqualTo(status);
    }

    @Test
    void recordsRefusedPagesInTheAudit() throws IOException {
        try (LogRecorder log = new LogRecorder("dev.wherry.audit")) {
            boolean found = false;
            for (int i = 0; i < 2_000 && !found; i++) { // of many in a second, also of other tests, some are held back
                assertThat(get("/health", "Host: evil.example")).isEqualTo(403);
                found = log.texts()
                        .anyMatch(each -> each.contains("REFUSED identity=address:127.0.0.1:")
                                && each.contains("target=connection method=HTTP"));
            }
            assertThat(found).isTrue();
        }
    }

    @Test
    void refusesToListWhatIsNoNameOfAHost() {
        for (String name : new String[] {"http://bank.internal", "bank.internal:80", "*", "*.internal", ""}) {
            assertThatThrownBy(() -> HttpOptions.builder().allowHosts(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("name of a host");
        }
    }
}
