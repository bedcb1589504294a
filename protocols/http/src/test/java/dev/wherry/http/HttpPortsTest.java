package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testsupport.LogRecorder;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which ports serve HTTP, and what is reported of objects that are bound there. */
class HttpPortsTest {
    private static final EndpointOptions WITH_HTTP =
            EndpointOptions.builder().with(HttpOptions.defaults()).build();

    /** Notified of events. */
    @ByReference
    public interface Listener {
        void event(String text);
    }

    /** Has one method that JSON can carry. */
    public interface Feed {
        int count();

        void subscribe(Listener listener);
    }

    /** Has none. */
    public interface Callbacks {
        void subscribe(Listener listener);
    }

    /** A feed of nothing. */
    private static final class Empty implements Feed {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public void subscribe(Listener listener) {
            listener.event("none");
        }
    }

    private static String ask(URI at) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", at.getPort())) {
            socket.getOutputStream()
                    .write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void refusesHttpAtAPortOfTheNativeProtocol() throws IOException {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            assertThat(ask(server.address())).contains("not Wherry's protocol");
        }
    }

    @Test
    void servesHttpAtAPortOfTheNativeProtocolWithOptions() throws IOException {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", WITH_HTTP)) {
            assertThat(ask(server.address())).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void servesHttpOnlyAtItsOwnAddressesWithoutOptions() throws IOException {
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            URI webSocket = server.listenAt("ws://127.0.0.1:0");
            URI http = server.listenAt("http://127.0.0.1:0");
            assertThat(ask(webSocket)).startsWith("HTTP/1.1 200 ");
            assertThat(ask(http)).startsWith("HTTP/1.1 200 ");
            assertThat(ask(server.addresses().getFirst())).contains("not Wherry's protocol");
        }
    }

    @Test
    void servesTheNativeProtocolAtAnAddressOfHttp() throws Exception {
        try (Endpoint server = Endpoint.listen("http://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("feed", Feed.class, new Empty());
            assertThat(client.lookup("tcp://127.0.0.1:" + server.address().getPort() + "/feed", Feed.class)
                            .count())
                    .isZero();
        }
    }

    private static Stream<String> warnings(LogRecorder log) {
        return log.texts().filter(each -> each.contains("Not all methods of"));
    }

    @Test
    void reportsMethodsThatJsonCannotCarryWhenTheObjectIsBound() throws IOException {
        try (LogRecorder log = new LogRecorder("dev.wherry.http");
                Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", WITH_HTTP)) {
            server.bind("feed", Feed.class, new Empty());
            server.bind("again", Feed.class, new Empty());
            assertThat(warnings(log))
                    .singleElement()
                    .asString()
                    .contains(Feed.class.getName())
                    .contains("subscribe: its parameter 'listener'")
                    .contains("reference");
            server.bind("callbacks", Callbacks.class, listener -> listener.event("none"));
            assertThat(warnings(log)).hasSize(2);
            assertThat(Wire.post(server.address(), "/feed/subscribe", "{}").status())
                    .isEqualTo(501);
        }
    }

    @Test
    void reportsThemWhenAnAddressOfHttpIsOpened() {
        try (LogRecorder log = new LogRecorder("dev.wherry.http");
                Endpoint server = Endpoint.listen("tcp://127.0.0.1:0")) {
            server.bind("feed", Feed.class, new Empty());
            assertThat(warnings(log)).isEmpty();
            server.listenAt("http://127.0.0.1:0");
            assertThat(warnings(log)).hasSize(1);
        }
    }
}
