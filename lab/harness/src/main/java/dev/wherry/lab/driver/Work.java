package dev.wherry.lab.driver;

import dev.wherry.lab.results.Parameters;
import java.util.List;
import java.util.Map;

/**
 * An operation with its parameters, as the line protocol names it. The offered rate is not among them, since a client
 * that does not know rates must not call without one.
 */
public record Work(String operation, Map<String, Long> params) {
    public Work withoutRate() {
        return new Work(operation, Parameters.withoutRate(params));
    }

    String phrase(String verb) {
        return String.join(" ", words(verb));
    }

    List<String> words(String verb) {
        return List.of(verb, operation, Answer.Json.MAPPER.writeValueAsString(Parameters.withoutRate(params)));
    }

    /** Returns the rate for one of several processes that call at the same time; empty in a closed loop. */
    String pace(int number, int of) {
        return Parameters.rate(params)
                .map(rate -> " rate=" + rate + (of == 1 ? "" : " process=%d/%d".formatted(number, of)))
                .orElse("");
    }
}
