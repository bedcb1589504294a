package dev.wherry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values as JSON, at the server. */
class JsonValuesTest {
    private static final String EVERYTHING = """
            {"yes":true,"b":-128,"s":32767,"i":-2147483648,"l":9223372036854775807,"f":1.5,"d":-0.1,"c":"ä",\
            "text":"a\\n\\"ü€😀","decimal":12345678901234567890.1234567890,"big":123456789012345678901234567890,\
            "id":"123e4567-e89b-12d3-a456-426614174000","date":"2026-11-29","moment":"2026-11-29T10:15:30.123456789Z",\
            "duration":"PT1H30M","color":"GREEN","bytes":"AAECAw==","ints":[1,2,3],"texts":["a",null],"maybe":"there",\
            "maybeInt":7,"points":[{"x":1,"y":2}],"set":["b","a"],"counts":{"one":1,"two":null},\
            "byColor":{"RED":{"amount":1.10,"currency":"EUR"}},"byPoint":[{"key":{"x":3,"y":4},"value":"here"}]}""";

    private static Served served;

    @BeforeAll
    static void serves() {
        served = Served.usual();
    }

    @AfterAll
    static void closes() {
        served.close();
    }

    private static void returns(String method, String argument, String value) throws IOException {
        Wire.Answer answer = Wire.post(served.http, "/bank/" + method, "{\"" + argument + "\":" + value + "}");
        assertThat(answer.text()).isEqualTo(value);
        assertThat(answer.status()).isEqualTo(200);
    }

    private static void refuses(String method, String body, String reason) throws IOException {
        int before = served.bank.calls.get();
        Wire.Answer answer = Wire.post(served.http, "/bank/" + method, body);
        assertThat(answer.text()).contains(reason).contains("\"status\":400");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
        assertThat(served.bank.calls.get()).as("calls").isEqualTo(before);
    }

    @Test
    void keepsEachKindOfValue() throws IOException {
        returns("echo", "all", EVERYTHING);
    }

    @Test
    void readsWhatIsLeftOutAsNullOrEmpty() throws IOException {
        Wire.Answer answer = Wire.post(
                served.http,
                "/bank/echo",
                "{\"all\":{\"yes\":false,\"b\":0,\"s\":0,\"i\":0,\"l\":0,\"f\":0,\"d\":0,\"c\":\"a\"}}");
        assertThat(answer.text())
                .contains("\"maybe\":null,\"maybeInt\":null,\"points\":null")
                .contains("\"d\":0.0");
    }

    @Test
    void keepsNumbersThatJsonDoesNotHave() throws IOException {
        returns("shape", "shape", "{\"type\":\"Circle\",\"radius\":\"NaN\"}");
        returns("shape", "shape", "{\"type\":\"Circle\",\"radius\":\"-Infinity\"}");
    }

    @Test
    void namesTheCasesOfSealedTypes() throws IOException {
        returns("shape", "shape", "{\"type\":\"Circle\",\"radius\":2.0}");
        returns("shape", "shape", "{\"type\":\"Color2\",\"value\":\"BLUE\"}");
        returns(
                "shapes",
                "shapes",
                "[{\"type\":\"Square\",\"side\":3,\"at\":null},{\"type\":\"Drop\",\"name\":\"d\",\"within\":"
                        + "{\"type\":\"Circle\",\"radius\":1.0}}]");
    }

    @Test
    void findsTheTypeWhereverItStands() throws IOException {
        Wire.Answer answer = Wire.post(
                served.http, "/bank/shape", "{\"shape\":{\"at\":{\"y\":2,\"x\":1},\"side\":3,\"type\":\"Square\"}}");
        assertThat(answer.text()).isEqualTo("{\"type\":\"Square\",\"side\":3,\"at\":{\"x\":1,\"y\":2}}");
    }

    @Test
    void keepsGenericAndRecursiveTypes() throws IOException {
        returns("page", "page", "{\"items\":[{\"amount\":1.00,\"currency\":\"EUR\"}],\"next\":\"2\"}");
        returns("node", "node", "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}");
        returns("outcome", "outcome", "{\"type\":\"Ok\",\"value\":{\"x\":1,\"y\":2}}");
        returns("outcome", "outcome", "{\"type\":\"Failed\",\"reason\":\"no\"}");
    }

    @Test
    void keepsClassesWithFields() throws IOException {
        returns(
                "person",
                "person",
                "{\"name\":\"Ann\",\"age\":40,\"friend\":{\"name\":\"Bob\",\"age\":41,\"friend\":null}}");
    }

    @Test
    void keepsNull() throws IOException {
        returns("node", "node", "null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "addOne | {} | 'number' is missing",
                "addOne | {\"number\":1,\"more\":2} | the property is unknown",
                "addOne | {\"number\":1,\"number\":2} | twice",
                "addOne | {\"number\":null} | must be a value",
                "addOne | {\"number\":\"1\"} | expected an integer",
                "addOne | {\"number\":1.0} | expected an integer",
                "addOne | {\"number\":2147483648} | not an integer of 32 bits",
                "addOne | {\"number\":1e3} | expected an integer",
                "addOne | {\"number\":true} | found a boolean",
                "addOne | [1,2] | no more than 1",
                "addOne | [] | 1 values are expected",
                "addOne | 1 | expected an object",
                "addOne | {\"number\":1} {} | more than one value",
                "addOne | {\"number\":1 | Malformed",
                "addOne | {'number':1} | Malformed",
                "addOne | {\"number\":01} | Malformed",
                "addOne | {\"number\":NaN} | Malformed",
                "addOne | {\"number\":1,} | Malformed",
                "addOne | {\"number\":1}// | Malformed",
                "shape | {\"shape\":{}} | 'type' is missing",
                "shape | {\"shape\":{\"type\":\"java.lang.Runtime\"}} | the type is one of",
                "shape | {\"shape\":{\"type\":\"Blob\"}} | the type is one of",
                "shape | {\"shape\":{\"type\":\"Circle\",\"type\":\"Circle\",\"radius\":1}} | unknown",
                "shape | {\"shape\":{\"radius\":1,\"type\":\"Circle\",\"type\":\"Square\"}} | twice",
                "shape | {\"shape\":{\"type\":\"Circle\",\"radius\":1e999}} | beyond the range",
                "shape | {\"shape\":{\"type\":\"Color2\",\"value\":\"PINK\"}} | not a constant",
                "pay | {\"money\":{\"amount\":1e99999999,\"currency\":\"x\"},\"more\":{}} | not a decimal number",
                "pay | {\"money\":{\"amount\":-1,\"currency\":\"x\"},\"more\":{}} | an amount below zero",
                "pay | {\"money\":{\"amount\":1,\"currency\":\"x\"},\"more\":{\"a\":null,\"a\":null}} | already",
                "echo | {\"all\":{\"bytes\":\"%%%\"}} | base64",
                "echo | {\"all\":{\"date\":\"2026-02-30\"}} | not a date",
                "echo | {\"all\":{\"set\":[\"a\",\"a\"]}} | in the set already",
                "echo | {\"all\":{\"b\":128}} | 8 bits",
                "echo | {\"all\":{\"c\":\"ab\"}} | one character",
                "echo | {\"all\":{\"@class\":\"java.net.URL\"}} | unknown",
                "echo | {\"all\":{\"id\":\"1-1-1-1-1\"}} | not a UUID",
                "echo | {\"all\":{\"byPoint\":[{\"key\":null,\"value\":1}]}} | expected a string",
                "echo | {\"all\":{\"byPoint\":{}}} | expected an array",
            })
    void refusesWhatIsNotDeclared(String method, String body, String reason) throws IOException {
        refuses(method, body, reason);
    }

    @Test
    void refusesDeepJson() throws IOException {
        refuses("node", "{\"node\":" + "{\"name\":\"a\",\"children\":[".repeat(100_000), "depth");
        refuses("addOne", "[".repeat(1_000_000), "");
    }

    @Test
    void refusesNumbersThatAreTooLong() throws IOException {
        refuses("echo", "{\"all\":{\"big\":" + "1".repeat(100_000) + "}}", "Malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "{\"name\":null,\"children\":null}"})
    void limitsTheMemoryOfWideJson(String each) throws IOException {
        int count = 3_000_000 / each.length();
        Wire.Answer answer = Wire.post(
                served.http,
                "/bank/node",
                "{\"node\":{\"name\":\"a\",\"children\":[" + (each + ",").repeat(count) + each + "]}}");
        assertThat(answer.status()).isIn(200, 400);
    }

    @Test
    void refusesKeysOfOneHashCode() throws IOException {
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i < 5_000; i++) { // 31 * x + y is the same for all of them
            entries.append(i == 0 ? "" : ",")
                    .append("{\"key\":{\"x\":%d,\"y\":%d},\"value\":\"\"}".formatted(i, -31 * i));
        }
        refuses("echo", "{\"all\":{\"byPoint\":[" + entries + "]}}", "'graphObjects'");
    }

    @Test
    void namesThePositionOfWhatItRefuses() throws IOException {
        refuses("addOne", "{\"number\":true}", "At /number: expected");
        refuses(
                "node",
                "{\"node\":{\"name\":\"a\",\"children\":[{\"name\":1}]}}",
                "At /node/children/0/name: expected");
    }

    /** Overlong forms, surrogates, what is beyond the last character, what is not complete, and bytes that UTF-8 does not have. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "c080",
                "c1a1",
                "e08080",
                "f0808080",
                "eda080",
                "edbfbf",
                "f4908080",
                "f8888080",
                "80",
                "c3",
                "e282",
                "f09f98",
                "ff",
                "fe"
            })
    void refusesTextThatIsNotUtf8(String hex) throws IOException {
        byte[] text = HexFormat.of().parseHex(hex);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes("{\"text\":\"a".getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(text);
        body.writeBytes("\"}".getBytes(StandardCharsets.US_ASCII));
        Wire.Answer answer = Wire.post(served.http, "/bank/later", body.toByteArray());
        assertThat(answer.text()).contains("not UTF-8 at byte 10");
        assertThat(answer.status()).isEqualTo(400);
        String escaped = hex.replaceAll("..", "%$0");
        assertThat(Wire.post(served.http, "/bank/later%" + hex.substring(0, 2), "{}")
                        .status())
                .isEqualTo(400);
        assertThat(Wire.get(served.http, "/bank/addOne?number=" + escaped).text())
                .contains("not UTF-8");
    }

    @Test
    void readsTextOfAllPlanes() throws IOException {
        String text = "\u00e9\u0800\ufffd\ud83d\ude00\udbff\udfff" + "\u00e9".repeat(10_000);
        Wire.Answer answer = Wire.post(served.http, "/bank/later", "{\"text\":\"" + text + "\"}");
        assertThat(answer.text()).isEqualTo("\"" + text + " later\"");
    }

    @Test
    void refusesOtherEncodings() throws IOException {
        byte[][] bodies = {
            "{\"number\":1}".getBytes(StandardCharsets.UTF_16),
            "{\"number\":1}".getBytes(StandardCharsets.UTF_16LE),
            "\ufeff{\"number\":1}".getBytes(StandardCharsets.UTF_8),
        };
        for (byte[] each : bodies) {
            Wire.Answer answer = Wire.post(served.http, "/bank/addOne", each);
            assertThat(answer.text()).contains("not JSON in UTF-8");
            assertThat(answer.status()).isEqualTo(400);
        }
    }
}
