package dev.wherry.lab.driver;

import java.util.Map;

/** An operation with its parameters, as the line protocol names it. */
public record Work(String operation, Map<String, Long> params) {
    String phrase(String verb) {
        return "%s %s %s".formatted(verb, operation, Answer.Json.MAPPER.writeValueAsString(params));
    }
}
