package dev.wherry.http.json;

import dev.wherry.CallException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/** The problem of RFC 9457 that a server has answered with, as far as a client uses it. */
public record ProblemText(
        @Nullable String detail,
        CallException.@Nullable Code code,
        CallException.@Nullable Outcome outcome,
        @Nullable String exception,
        @Nullable String id,
        @Nullable Throwable thrown) {
    /** Reads a problem. JsonProperties that it does not know are left out. */
    public static ProblemText read(byte[] document, Json json, @Nullable ErrorTypes errors, ValueMemory memory) {
        return json.read(document, memory, from -> {
            if (from.token() != JsonToken.START_OBJECT) {
                throw from.unlike("a problem");
            }
            Map<String, String> texts = new LinkedHashMap<>();
            Map<String, @Nullable Object> properties = new LinkedHashMap<>();
            Class<?> type = null;
            while (from.next() != JsonToken.END_OBJECT) {
                String name = from.parser().currentName();
                JsonToken token = from.next();
                if (token == JsonToken.VALUE_STRING) {
                    texts.put(name, from.text());
                    type = name.equals("exception") && errors != null ? errors.find(texts.get(name)) : type;
                } else if (name.equals("properties")
                        && token == JsonToken.START_OBJECT
                        && type != null
                        && errors != null) {
                    properties = errors.read(type, from);
                } else {
                    from.parser().skipChildren();
                }
            }
            String detail = texts.get("detail");
            return new ProblemText(
                    detail,
                    constant(CallException.Code.class, texts.get("code")),
                    constant(CallException.Outcome.class, texts.get("outcome")),
                    texts.get("exception"),
                    texts.get("id"),
                    type == null || errors == null ? null : errors.make(type, detail, properties));
        });
    }

    private static <E extends Enum<E>> @Nullable E constant(Class<E> type, @Nullable String name) {
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }
}
