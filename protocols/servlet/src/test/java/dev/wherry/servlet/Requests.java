package dev.wherry.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Requests that each container must pass on to the servlet as they are. */
final class Requests {
    private Requests() {}

    /** @param api the path of the servlet, with a slash at its end */
    static void check(URI api) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> called = http.send(
                    HttpRequest.newBuilder(api.resolve("sums/add"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"a\":1,\"b\":2}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(called.statusCode()).isEqualTo(200);
            assertThat(called.body()).isEqualTo("3");
            assertThat(get(http, api.resolve("sums/add?a=3&b=4")).body()).isEqualTo("7");
            assertThat(get(http, api.resolve("nobody/add")).statusCode()).isEqualTo(404);
            assertThat(get(http, api.resolve("openapi.json")).body())
                    .contains("\"url\":\"" + api.getPath().replaceAll("/$", "") + "\"");
            HttpResponse<String> failed = get(http, api.resolve("sums/add?a=x&b=4"));
            assertThat(failed.statusCode()).isEqualTo(400);
            assertThat(failed.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
    }

    private static HttpResponse<String> get(HttpClient http, URI at) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString());
    }
}
