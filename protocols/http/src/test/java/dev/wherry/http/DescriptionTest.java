package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.PeerRights;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI description, the page, the metrics, and who may see them. */
class DescriptionTest {
    private static Served served;
    private static JsonNode api;

    @BeforeAll
    static void serves() throws IOException {
        served = Served.usual();
        api = new JsonMapper().readTree(Wire.get(served.http, "/openapi.json").body());
    }

    @AfterAll
    static void closes() {
        served.close();
    }

    private static JsonNode at(String pointer) {
        return api.at(pointer);
    }

    @Test
    void describesMethodsAndTheirArguments() {
        assertThat(at("/openapi").asString()).isEqualTo("3.1.0");
        JsonNode body = at("/paths/~1bank~1addOne/post/requestBody/content/application~1json/schema");
        assertThat(body.toString())
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"integer\",\"format\":\"int32\"}},"
                                + "\"required\":[\"number\"],\"additionalProperties\":false}");
        JsonNode query = at("/paths/~1bank~1simple/get/parameters");
        assertThat(query.size()).isEqualTo(5);
        assertThat(query.get(4).get("required").asBoolean()).isFalse();
        assertThat(at("/paths/~1bank~1sum/post/requestBody/content/application~1json/schema/oneOf")
                        .size())
                .isEqualTo(2);
        assertThat(at("/paths/~1bank~1pay/post/responses/422/description").asString())
                .contains("NoFunds");
        assertThat(at("/paths/~1bank~1nothing/post/responses/204").isMissingNode())
                .isFalse();
    }

    @Test
    void describesTypes() {
        JsonNode shape = at("/components/schemas/Shape");
        assertThat(shape.at("/discriminator/propertyName").asString()).isEqualTo("type");
        assertThat(shape.get("oneOf").size()).isEqualTo(4);
        assertThat(at("/components/schemas/Shape.Circle/properties/type/const").asString())
                .isEqualTo("Circle");
        assertThat(at("/components/schemas/Color/enum").toString()).isEqualTo("[\"RED\",\"GREEN\"]");
        assertThat(at("/components/schemas/Node/properties/children/items/anyOf/0/$ref")
                        .asString())
                .isEqualTo("#/components/schemas/Node");
        assertThat(at("/components/schemas/Everything/properties/maybe/type").toString())
                .isEqualTo("[\"string\",\"null\"]");
        assertThat(at("/components/schemas/Everything/required").toString())
                .isEqualTo("[\"yes\",\"b\",\"s\",\"i\",\"l\",\"f\",\"d\",\"c\"]");
    }

    @Test
    void refersToSchemasThatAreThere() {
        for (JsonNode each : api.findValues("$ref")) {
            String name = each.asString().substring("#/components/schemas/".length());
            assertThat(at("/components/schemas/" + name).isMissingNode())
                    .as(name)
                    .isFalse();
        }
    }

    @Test
    void saysWhyMethodsAreNotServed() {
        assertThat(at("/x-wherry-refused/bank~1watch").asString()).contains("by reference");
        assertThat(at("/x-wherry-refused/bank~1stream").asString()).contains("stream");
        assertThat(at("/x-wherry-refused/bank~1same").asString()).contains("-parameters");
        assertThat(at("/paths/~1bank~1watch").isMissingNode()).isTrue();
    }

    @Test
    void countsCalls() throws IOException {
        Wire.post(served.http, "/bank/node", "{\"node\":null}");
        Wire.post(served.http, "/bank/fail", "{\"how\":\"declared\"}");
        assertThat(Wire.get(served.http, "/metrics").text())
                .contains("wherry_http_call_seconds_count{interface=\"dev.wherry.http.Bank\",method=\"node\"} 1")
                .contains("wherry_http_call_failures_total{interface=\"dev.wherry.http.Bank\",method=\"fail\"} 1")
                .contains("wherry_http_requests_total{status=\"422\"} 1");
        assertThat(Wire.get(served.http, "/health").text()).isEqualTo("{\"status\":\"up\"}");
    }

    @Test
    void hasAPageThatLoadsNothingFromElsewhere() throws IOException {
        Wire.Answer page = Wire.get(served.http, "/");
        assertThat(page.header("content-security-policy"))
                .contains("default-src 'none'")
                .contains("script-src 'sha256-")
                .doesNotContain("unsafe");
        assertThat(page.text())
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("innerHTML");
    }

    @Test
    void describesNothingToOtherHostsUnlessToldTo() throws IOException {
        Optional<InetAddress> address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof java.net.Inet4Address && !each.isLoopbackAddress())
                .findFirst();
        Assumptions.assumeTrue(address.isPresent(), "no other address than loopback");
        for (boolean all : new boolean[] {false, true}) {
            PeerRights rights = all ? PeerRights.of(PeerRights.Right.LISTING) : PeerRights.of();
            EndpointOptions options = EndpointOptions.builder().with(rights).build();
            try (Endpoint endpoint = Endpoint.listen("http://" + address.get().getHostAddress() + ":0", options)) {
                URI http = endpoint.address();
                for (String path : new String[] {"/", "/openapi.json", "/metrics"}) {
                    assertThat(Wire.get(http, path).status()).isEqualTo(all ? 200 : 403);
                }
                assertThat(Wire.get(http, "/health").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void leavesOutWhatIsSwitchedOff() throws IOException {
        try (Served none = new Served(EndpointOptions.builder()
                .with(HttpOptions.builder()
                        .page(false)
                        .metrics(false)
                        .health(false)
                        .build())
                .build())) {
            for (String path : new String[] {"/", "/metrics", "/health"}) {
                assertThat(Wire.get(none.http, path).status()).isEqualTo(404);
            }
        }
    }
}
