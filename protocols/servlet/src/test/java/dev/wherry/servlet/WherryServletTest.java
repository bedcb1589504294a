package dev.wherry.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In Tomcat. */
class WherryServletTest {
    @TempDir
    private static Path base;

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static Endpoint endpoint;
    private static Tomcat tomcat;
    private static URI api;

    @BeforeAll
    static void serves() throws Exception {
        endpoint = Endpoint.create();
        endpoint.bind("sums", Sums.class, new Adder());
        tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        Connector connector = new Connector();
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("/shop", null);
        // @start region=servlet
        Tomcat.addServlet(context, "wherry", new WherryServlet(endpoint));
        context.addServletMappingDecoded("/api/*", "wherry");
        // @end
        context.addServletMappingDecoded("/my api/*", "wherry");
        Context whole = tomcat.addContext("/our shop", null);
        Tomcat.addServlet(whole, "wherry", new WherryServlet(endpoint));
        whole.addServletMappingDecoded("/", "wherry");
        tomcat.start();
        api = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/shop/api/");
    }

    @AfterAll
    static void closes() throws Exception {
        HTTP.close();
        tomcat.stop();
        tomcat.destroy();
        endpoint.close();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(api.resolve(path)));
    }

    private static HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(api.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void servesCallsBelowItsPath() throws IOException, InterruptedException {
        assertThat(post("sums/add", "{\"a\":1,\"b\":2}").body()).isEqualTo("3");
        assertThat(get("sums/add?a=3&b=4").body()).isEqualTo("7");
        assertThat(get("sums/add?a=3").statusCode()).isEqualTo(400);
        assertThat(post("sums/add", "{\"a\":1}").statusCode()).isEqualTo(400);
        assertThat(get("nobody/add").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/shop/my%20api/", "/our%20shop/"})
    void servesBelowPathsWithEscapes(String path) throws IOException, InterruptedException {
        assertThat(get(path + "sums/add?a=3&b=4").body()).isEqualTo("7");
        assertThat(get(path + "openapi.json").body())
                .contains("\"url\":\"" + path.substring(0, path.length() - 1) + "\"");
    }

    @Test
    void servesWhatEachContainerMustPassOn() throws IOException, InterruptedException {
        Requests.check(api);
    }

    @Test
    void answersFailuresAsProblems() throws IOException, InterruptedException {
        HttpResponse<String> answer = post("sums/fail", "{}");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("INTERNAL").doesNotContain("secret");
    }

    @Test
    void describesTheCallsWithItsPath() throws IOException, InterruptedException {
        assertThat(get("openapi.json").body())
                .contains("\"servers\":[{\"url\":\"/shop/api\"}]")
                .contains("/sums/add");
        assertThat(get("").body()).contains("<title>Wherry");
        HttpResponse<String> moved = get("/shop/api");
        assertThat(moved.statusCode()).isEqualTo(308);
        assertThat(moved.headers().firstValue("Location")).hasValue("/shop/api/");
        assertThat(send(HttpRequest.newBuilder(api.resolve("openapi.json")).header("X-Forwarded-For", "192.0.2.1"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void tellsTheLengthInTheAnswerToAHead() throws IOException, InterruptedException {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(api.resolve("health")).HEAD());
        assertThat(answer.headers().firstValue("Content-Length")).hasValue("15");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void refusesPagesWhoseNameLeadsToThisHost() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", api.getPort())) {
            String request = "GET /shop/api/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void answersUnavailableOnceItsEndpointIsClosed() throws IOException {
        Endpoint other = Endpoint.create();
        WherryServlet servlet = new WherryServlet(other);
        other.close();
        assertThat(servlet).isNotNull();
        assertThatThrownBy(() -> new WherryServlet(other)).hasMessageContaining("closed");
    }
}
