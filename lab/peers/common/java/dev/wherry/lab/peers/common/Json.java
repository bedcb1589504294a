package dev.wherry.lab.peers.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The little JSON that the line protocol needs, so that a peer's class path holds the peer and little else. */
final class Json {
    private static final Pattern PARAM = Pattern.compile("\"([^\"]+)\"\\s*:\\s*(-?\\d+)");

    private final StringBuilder text = new StringBuilder("{");

    /** An object whose values are all whole numbers, which is what parameters are. */
    static Map<String, Long> params(String object) {
        Map<String, Long> params = new LinkedHashMap<>();
        Matcher each = PARAM.matcher(object);
        while (each.find()) {
            params.put(each.group(1), Long.valueOf(each.group(2)));
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
