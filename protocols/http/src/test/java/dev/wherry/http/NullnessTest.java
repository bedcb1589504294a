package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.Idempotent;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where null is a value: by {@code Nullable} in code that is {@code NullMarked}. */
class NullnessTest {
    @NullMarked
    interface Marked {
        record Order(String item, @Nullable String note, Optional<String> gift, int count, List<String> tags) {}

        record Pair<T>(T first) {}

        String take(Order order, @Nullable String reason, Optional<Integer> limit);

        @Nullable
        String found();

        CompletableFuture<@Nullable String> later();

        CompletableFuture<String> sure();

        Pair<String> pair();

        @Idempotent
        String one(String key);

        @NullUnmarked
        String open(String any);
    }

    interface Unmarked {
        String take(String any);
    }

    private static Endpoint server;
    private static URI http;
    private static JsonNode api;

    @BeforeAll
    static void serves() throws IOException {
        server = Endpoint.create();
        server.bind("marked", Marked.class, new Serving());
        server.bind("unmarked", Unmarked.class, any -> "got " + any);
        http = server.listenAt("http://127.0.0.1:0");
        api = new JsonMapper().readTree(Wire.get(http, "/openapi.json").body());
    }

    @AfterAll
    static void closes() {
        server.close();
    }

    @NullMarked
    private static final class Serving implements Marked {
        @Override
        public String take(Order order, @Nullable String reason, Optional<Integer> limit) {
            return order.item() + " " + order.note() + " " + reason + " " + limit.isPresent();
        }

        @Override
        public @Nullable String found() {
            return null;
        }

        @Override
        public CompletableFuture<@Nullable String> later() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<String> sure() {
            return CompletableFuture.completedFuture("sure");
        }

        @Override
        public Pair<String> pair() {
            return new Pair<>("a");
        }

        @Override
        public String one(String key) {
            return key;
        }

        @Override
        @NullUnmarked
        public String open(String any) {
            return "got " + any;
        }
    }

    private static String schema(String path, String at) {
        return api.at("/paths/" + path.replace("/", "~1") + "/post" + at).toString();
    }

    private static String argument(String path, String name) {
        return schema(path, "/requestBody/content/application~1json/schema/properties/" + name);
    }

    private static String result(String path) {
        return schema(path, "/responses/200/content/application~1json/schema/type");
    }

    @Test
    void isDescribedOnlyWhereItIsDeclared() {
        assertThat(schema("/marked/take", "/requestBody/content/application~1json/schema/required"))
                .isEqualTo("[\"order\",\"reason\"]");
        assertThat(argument("/marked/take", "order")).isEqualTo("{\"$ref\":\"#/components/schemas/Order\"}");
        assertThat(argument("/marked/take", "reason")).contains("[\"string\",\"null\"]");
        assertThat(argument("/marked/take", "limit")).contains("\"null\"");
        JsonNode order = api.at("/components/schemas/Order");
        assertThat(order.get("required").toString()).isEqualTo("[\"item\",\"count\",\"tags\"]");
        assertThat(order.at("/properties/item/type").toString()).isEqualTo("\"string\"");
        assertThat(order.at("/properties/note/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(order.at("/properties/tags/type").toString()).isEqualTo("\"array\"");
        assertThat(api.at("/components/schemas/Pair/properties/first/type").toString())
                .as("a type variable")
                .isEqualTo("[\"string\",\"null\"]");
        assertThat(result("/marked/found")).isEqualTo("[\"string\",\"null\"]");
        assertThat(result("/marked/later")).isEqualTo("[\"string\",\"null\"]");
        assertThat(result("/marked/sure")).isEqualTo("\"string\"");
    }

    @Test
    void isAllowedEverywhereInOtherCode() throws IOException {
        assertThat(argument("/unmarked/take", "any")).contains("[\"string\",\"null\"]");
        assertThat(argument("/marked/open", "any")).contains("[\"string\",\"null\"]");
        assertThat(Wire.post(http, "/unmarked/take", "{\"any\":null}").text()).isEqualTo("\"got null\"");
        assertThat(Wire.post(http, "/marked/open", "{\"any\":null}").text()).isEqualTo("\"got null\"");
    }

    @Test
    void isReadAsItIsDescribed() throws IOException {
        String order = "{\"item\":\"tea\",\"count\":1,\"tags\":[]}";
        assertThat(Wire.post(http, "/marked/take", "{\"order\":" + order + ",\"reason\":null}")
                        .text())
                .isEqualTo("\"tea null null false\"");
        for (String wrong : new String[] {
            "{\"order\":null,\"reason\":null}",
            "{\"order\":" + order.replace("\"tea\"", "null") + ",\"reason\":null}",
            "{\"order\":" + order.replace(",\"tags\":[]", "") + ",\"reason\":null}"
        }) {
            Wire.Answer answer = Wire.post(http, "/marked/take", wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
        }
        assertThat(Wire.get(http, "/marked/one?key=a").text()).isEqualTo("\"a\"");
        assertThat(Wire.post(http, "/marked/found", "").text()).isEqualTo("null");
    }
}
