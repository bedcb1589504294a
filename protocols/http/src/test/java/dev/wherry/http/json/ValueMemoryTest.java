package dev.wherry.http.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Limits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueMemoryTest {
    private static final byte[] NUMBERS =
            ("{\"numbers\":[" + "1,".repeat(100_000) + "1]}").getBytes(StandardCharsets.UTF_8);

    record Numbers(List<Integer> numbers) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Texts(
            @Nullable String text,
            byte @Nullable [] bytes,
            @Nullable Map<String, Integer> keys) {}

    private static void read(byte[] document, ValueMemory memory) throws UnsupportedTypeException {
        JsonType type = new JsonTypes(Set.of()).declared(Numbers.class);
        assertThat(new Json(Limits.defaults()).value(document, type, memory)).isInstanceOf(Numbers.class);
    }

    @Test
    void takesWhatValuesNeedUntilTheyAreNoLongerUsed() throws UnsupportedTypeException {
        LimitedMemory all = new LimitedMemory(Long.MAX_VALUE);
        try (ValueMemory memory = all.of(NUMBERS.length)) {
            read(NUMBERS, memory);
            assertThat(all.taken).hasValueGreaterThan(NUMBERS.length);
        }
        assertThat(all.taken).hasValue(0);
    }

    @Test
    void takesNothingForAShortCall() throws UnsupportedTypeException {
        LimitedMemory all = new LimitedMemory(0);
        byte[] document = "{\"numbers\":[1,2,3]}".getBytes(StandardCharsets.UTF_8);
        try (ValueMemory memory = all.of(document.length)) {
            read(document, memory);
        }
    }

    @Test
    void refusesValuesForWhichThereIsNoMemoryLeft() {
        LimitedMemory all = new LimitedMemory(1_000_000);
        try (ValueMemory memory = all.of(NUMBERS.length)) {
            assertThatThrownBy(() -> read(NUMBERS, memory)).isInstanceOf(CallException.class);
        }
        assertThat(all.taken).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"text\":\"%s\"}", "{\"bytes\":\"%s\"}", "{\"keys\":{\"%s\":1}}"})
    void countsTexts(String document) throws UnsupportedTypeException {
        JsonType type = new JsonTypes(Set.of()).declared(Texts.class);
        byte[] bytes = document.formatted("abcd".repeat(10_000)).getBytes(StandardCharsets.UTF_8);
        LimitedMemory all = new LimitedMemory(Long.MAX_VALUE);
        try (ValueMemory memory = all.of(bytes.length)) {
            new Json(Limits.defaults()).value(bytes, type, memory);
            assertThat(all.taken).hasValueGreaterThan(40_000);
        }
        byte[] compressed = document.formatted("abcd".repeat(1_500_000)).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> new Json(Limits.defaults()).value(compressed, type, LimitedMemory.unlimited(10_000)))
                .isInstanceOf(JsonProblem.class);
    }

    @Test
    void allowsSixtyFourBytesForEachByteThatWasReceived() {
        byte[] document = ("{\"numbers\":[" + "1,".repeat(500_000) + "1]}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> read(document, LimitedMemory.unlimited(document.length / 64)))
                .as("a document that was compressed to a 64th")
                .isInstanceOf(JsonProblem.class)
                .hasMessageContaining("memory");
    }
}
