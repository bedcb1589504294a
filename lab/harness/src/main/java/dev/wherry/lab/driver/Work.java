package dev.wherry.lab.driver;

import java.util.List;
import java.util.Map;

/** An operation with its parameters, as the line protocol names it. */
public record Work(String operation, Map<String, Long> params) {
    String phrase(String verb) {
        return String.join(" ", words(verb));
    }

    List<String> words(String verb) {
        return List.of(verb, operation, Answer.Json.MAPPER.writeValueAsString(params));
    }
}
