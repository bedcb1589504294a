package dev.wherry.http.rest;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.http.json.ValueMemory;
import dev.wherry.http.message.HttpNames;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The JSON of one request, read when it is first asked for, and the memory of its values until the call has ended. For one thread. */
final class RequestBody implements AutoCloseable {
    private final HttpRequest request;
    private final Body bodies;
    private final Protocol.Memory all;
    private Body.@Nullable Held held;
    private @Nullable ValueMemory memory;

    RequestBody(HttpRequest request, Body bodies, Protocol.Memory all) {
        this.request = request;
        this.bodies = bodies;
        this.all = all;
    }

    /** Reads the body now if that costs little. A large one is read once the call is allowed. */
    void readIfSmall() {
        if (Body.isSmall(request)) {
            bytes();
        }
    }

    /** Returns the bytes, which are JSON unless there are none. Throws an {@link HttpError} if the request has no such body. */
    byte[] bytes() {
        if (held == null) {
            held = bodies.read(request);
            if (held.bytes().length > 0) {
                checkType();
            }
        }
        return held.bytes();
    }

    /** Returns the memory that the values take. */
    ValueMemory memory() {
        if (memory == null) {
            memory = newMemory();
        }
        return memory;
    }

    /** Returns memory for what is read before the call, and is closed then. */
    ValueMemory newMemory() {
        return new ValueMemory(
                all,
                held == null ? 0 : held.received(),
                () -> new CallException(
                                Code.UNAVAILABLE,
                                "The call was not run: the calls under way have too many values (limit 'inboundBytes')")
                        .withOutcome(Outcome.NOT_RUN)
                        .withRetryAfter(Duration.ofSeconds(1)));
    }

    private void checkType() {
        String type = request.header(HttpNames.CONTENT_TYPE);
        String media = type == null ? "" : type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
        if (!media.equals(HttpNames.JSON) && !(media.startsWith("application/") && media.endsWith("+json"))) {
            throw new HttpError(415, "The body must be of type application/json")
                    .with(HttpNames.ACCEPT, HttpNames.JSON);
        }
        String rest = type == null
                ? ""
                : type.substring(type.split(";", 2)[0].length()).toLowerCase(Locale.ROOT);
        if (rest.contains("charset") && !rest.replaceAll("[\" ]", "").contains("charset=utf-8")) {
            throw new HttpError(415, "The charset of JSON is UTF-8").with(HttpNames.ACCEPT, HttpNames.JSON);
        }
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
        if (held != null) {
            held.close();
        }
    }
}
