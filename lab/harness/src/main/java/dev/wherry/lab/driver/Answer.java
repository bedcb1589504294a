package dev.wherry.lab.driver;

import dev.wherry.lab.results.Complete;
import dev.wherry.lab.results.InRange;
import dev.wherry.lab.results.LatencyNanos;
import dev.wherry.lab.results.Round.Lateness;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;

/** The answers of the processes, one line of JSON each; the protocol page of the lab describes them field by field. */
public sealed interface Answer {
    record Conformance(
            boolean conforms,
            long checks,
            @Nullable String reason,
            @Nullable String transport,
            @Nullable String serializer,
            @Nullable Map<String, String> versions)
            implements Answer {}

    /** A client's answer to a series of calls, recorded or not. */
    record Measurement(
            long calls,
            double seconds,
            double threadSeconds,
            LatencyNanos latencyNanos,
            long failed,
            long missing,
            @Nullable String firstFailure,
            @Nullable Long allocatedBytes,
            @Nullable Long wireBytes,
            @Nullable Map<String, Long> carried,
            @Nullable Double doneSeconds,
            @Nullable Double jitterNanos,
            @Nullable List<List<Long>> histogram,
            @Nullable Lateness lateNanos)
            implements Answer {
        public Measurement {
            InRange.check("calls seconds threadSeconds failed missing", calls, seconds, threadSeconds, failed, missing);
            if (missing > calls + failed) {
                throw new IllegalArgumentException(
                        "missing is %d, calls is %d, failed is %d".formatted(missing, calls, failed));
            }
            InRange.check(
                    "allocatedBytes wireBytes doneSeconds jitterNanos",
                    allocatedBytes,
                    wireBytes,
                    doneSeconds,
                    jitterNanos);
            checkCarried(carried);
            if (calls > 0 && Math.min(seconds, threadSeconds) == 0) {
                throw new IllegalArgumentException(
                        "calls is %d, seconds is %s, threadSeconds is %s".formatted(calls, seconds, threadSeconds));
            }
            if (histogram != null) {
                check(histogram);
            }
        }

        private static void check(List<List<Long>> histogram) {
            long calls = 0;
            for (List<Long> pair : histogram) {
                if (pair.size() != 2) {
                    throw new IllegalArgumentException("histogram has " + pair);
                }
                calls += pair.getLast();
                InRange.check("histogram.time histogram.calls histogram.calls", pair.getFirst(), pair.getLast(), calls);
            }
        }
    }

    /** The line that a client adds after its first call, outside the measured time. */
    record Aftermath(@Nullable Map<String, Long> carried) implements Answer {
        public Aftermath {
            checkCarried(carried);
        }
    }

    /** The counters of a server since its start. */
    record Stats(
            long handled,
            @Nullable Long allocatedBytes,
            @Nullable Long classesReceived) implements Answer {
        public Stats {
            InRange.check("handled allocatedBytes classesReceived", handled, allocatedBytes, classesReceived);
        }
    }

    private static void checkCarried(@Nullable Map<String, Long> carried) {
        if (carried != null) {
            carried.forEach((by, some) -> InRange.check("carried." + by, some));
        }
    }

    static <A extends Answer> A parse(String line, Class<A> type) throws PeerFailure {
        JsonNode json = Json.MAPPER.readTree(line);
        if (!json.isObject()) {
            throw MismatchedInputException.from((JsonParser) null, type, "it is not an object");
        }
        JsonNode error = json.get("error");
        if (error != null) {
            throw PeerFailure.said(error.asString());
        }
        return Json.MAPPER.treeToValue(json, type);
    }

    /** Refuses missing fields and ignores additional ones. */
    final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder()
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .addModule(new Complete())
                .build();

        private Json() {}
    }
}
