package dev.wherry.http.rest;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Text in addresses. */
public final class Escapes {
    private static final String PLAIN = "-._~";

    private Escapes() {}

    /** Returns the text of a part of a path. Throws an {@link HttpError} if its escapes are not of UTF-8. */
    static String path(String raw) {
        return raw.indexOf('%') < 0 ? raw : decoded(raw, false);
    }

    /** Returns the parameters of a query. Throws an {@link HttpError} if one is there twice. */
    static Map<String, String> query(@Nullable String raw) {
        Map<String, String> parameters = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) {
            return parameters;
        }
        for (String each : raw.split("&")) {
            int equals = each.indexOf('=');
            String name = decoded(equals < 0 ? each : each.substring(0, equals), true);
            String value = equals < 0 ? "" : decoded(each.substring(equals + 1), true);
            if (parameters.put(name, value) != null) {
                throw new HttpError(400, "A parameter of the address is there twice");
            }
        }
        return parameters;
    }

    /** Returns a text as it is written in a path or query. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = (each >= 'a' && each <= 'z')
                    || (each >= 'A' && each <= 'Z')
                    || (each >= '0' && each <= '9')
                    || PLAIN.indexOf(each) >= 0;
            if (plain) {
                escaped.append((char) each);
            } else {
                escaped.append('%').append(String.format("%02X", each & 0xff));
            }
        }
        return escaped.toString();
    }

    private static String decoded(String raw, boolean plusIsSpace) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
                int low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    throw new HttpError(400, "An escape in the address is incomplete");
                }
                bytes.write(high << 4 | low);
                i += 2;
            } else if (c > '~' || c < ' ') {
                throw new HttpError(400, "A character in the address is not escaped");
            } else {
                bytes.write(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new HttpError(400, "An escape in the address is not UTF-8");
        }
    }
}
