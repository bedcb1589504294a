package dev.wherry.http.door;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param headers by their names
 * @param body empty if there is none
 */
public record HttpAnswer(int status, Map<String, String> headers, byte[] body) {
    static final byte[] EMPTY = {};
    private static final String TYPE = "Content-Type";

    /** Returns an answer with a body of this type. */
    static HttpAnswer of(int status, String type, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(TYPE, type);
        return new HttpAnswer(status, headers, body);
    }

    /** Returns an answer without a body. */
    static HttpAnswer empty(int status) {
        return new HttpAnswer(status, new LinkedHashMap<>(), EMPTY);
    }

    /** Adds a header. */
    HttpAnswer with(String name, String value) {
        headers.put(name, value);
        return this;
    }
}
