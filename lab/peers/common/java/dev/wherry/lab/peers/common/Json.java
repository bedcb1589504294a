package dev.wherry.lab.peers.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringTokenizer;

/**
 * The little JSON that the line protocol needs, so that the class path of a peer has few libraries besides the system.
 */
final class Json {
    private static final String BETWEEN_WORDS = "{}\":, ";

    private final StringBuilder text = new StringBuilder("{");

    /** Parses an object whose values are all whole numbers, as parameters are. */
    static Map<String, Long> params(String object) {
        Map<String, Long> params = new LinkedHashMap<>();
        // No regular expression: loading its lambdas would be counted as time of a client's first call.
        StringTokenizer words = new StringTokenizer(object, BETWEEN_WORDS);
        while (words.hasMoreTokens()) {
            params.put(words.nextToken(), Long.valueOf(words.nextToken()));
        }
        return params;
    }

    Json put(String key, String value) {
        return raw(key, value == null ? "null" : quote(value));
    }

    Json put(String key, Number value) {
        return raw(key, String.valueOf(value));
    }

    Json put(String key, boolean value) {
        return raw(key, String.valueOf(value));
    }

    Json put(String key, Json value) {
        return raw(key, value.toString());
    }

    /** A value that is JSON already. */
    Json putRaw(String key, String value) {
        return raw(key, value);
    }

    private Json raw(String key, String value) {
        text.append(text.length() == 1 ? "" : ",")
                .append(quote(key))
                .append(':')
                .append(value);
        return this;
    }

    private static String quote(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
