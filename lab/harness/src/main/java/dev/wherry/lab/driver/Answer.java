package dev.wherry.lab.driver;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Lateness;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the processes answer, one line of JSON each; the protocol page of the lab describes them field by field. */
public sealed interface Answer {
    /** A client's answer when its answers are checked. */
    record Conformance(
            @JsonProperty(required = true) boolean conforms,
            long checks,
            @Nullable String reason,
            @Nullable String transport,
            @Nullable String serializer,
            @Nullable Map<String, String> versions)
            implements Answer {}

    /** A client's answer to a series of calls, recorded or not. */
    record Measurement(
            @JsonProperty(required = true) long calls,
            @JsonProperty(required = true) double seconds,
            @JsonProperty(required = true) double threadSeconds,
            @JsonProperty(required = true) LatencyNanos latencyNanos,
            @JsonProperty(required = true) long failed,
            @JsonProperty(required = true) long missing,
            @Nullable String firstFailure,
            @Nullable Long allocatedBytes,
            @Nullable Long wireBytes,
            @Nullable Map<String, Long> carried,
            @Nullable Double doneSeconds,
            @Nullable Double jitterNanos,
            @Nullable List<List<Long>> histogram,
            @Nullable Lateness lateNanos)
            implements Answer {}

    /** What a client adds after its first call, when no clock runs any more. */
    record Aftermath(@Nullable Map<String, Long> carried) implements Answer {}

    /** A server's answer about itself: counters since it started. */
    record Stats(
            @JsonProperty(required = true) long handled,
            @Nullable Long allocatedBytes,
            @Nullable Long classesReceived) implements Answer {}

    /** The line as such an answer; throws {@link JacksonException} where it is none. */
    static <A extends Answer> A parse(String line, Class<A> type) throws PeerFailure {
        JsonNode json = Json.MAPPER.readTree(line);
        JsonNode error = json.get("error");
        if (error != null) {
            throw PeerFailure.said(error.asString());
        }
        return Json.MAPPER.treeToValue(json, type);
    }

    /** Strict about what is missing, indifferent to what is added. */
    final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .build();

        private Json() {}
    }
}
