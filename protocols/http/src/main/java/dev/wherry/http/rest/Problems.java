package dev.wherry.http.rest;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.http.json.Json;
import dev.wherry.http.message.HttpNames;
import dev.wherry.http.message.StatusCodes;
import dev.wherry.text.Throttle;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Failures as problems of RFC 9457. For any thread. */
final class Problems {
    private static final Logger LOG = System.getLogger("dev.wherry.http");

    private final Json json;
    private final Throttle logged = new Throttle(1, TimeUnit.SECONDS.toNanos(1));

    Problems(Json json) {
        this.json = json;
    }

    /** Returns the answer to a request that means no call. */
    RestResponse of(int status, @Nullable String detail) {
        return answer(status, "about:blank", to -> text(to, "detail", detail));
    }

    RestResponse of(HttpError error) {
        RestResponse answer = of(error.status(), error.getMessage());
        error.headers().forEach(answer::with);
        return answer;
    }

    /** Returns the answer to a call that has failed. */
    RestResponse of(Throwable failure, RestMethod method) {
        if (method.errors().declares(failure)) {
            return answer(422, "urn:wherry:exception:" + failure.getClass().getName(), to -> {
                text(to, "detail", failure.getMessage());
                to.writeName("exception");
                to.writeString(failure.getClass().getName());
                to.writeName("properties");
                method.errors().write(failure, to);
            });
        }
        return of(
                failure,
                method.method().getDeclaringClass().getName() + "."
                        + method.method().getName());
    }

    /**
     * Returns the answer to a request that has failed for another reason than itself, or was refused.
     *
     * @param called the method or path, for the log
     */
    RestResponse of(Throwable failure, String called) {
        if (failure instanceof CallException call && call.code() != Code.INTERNAL) {
            return ofCall(call);
        }
        String id = failure instanceof CallException call && call.id() != null
                ? call.id()
                : Long.toHexString(ThreadLocalRandom.current().nextLong());
        log(failure, called, id);
        return answer(500, "about:blank", to -> {
            text(to, "detail", "The call failed. The server's log may have the reason under this id");
            text(to, "code", Code.INTERNAL.name());
            text(to, "outcome", CallException.Outcome.RAN.name());
            text(to, "id", id);
        });
    }

    private RestResponse ofCall(CallException failure) {
        RestResponse answer = answer(StatusCodes.of(failure), "about:blank", to -> {
            text(to, "detail", failure.getMessage());
            text(to, "code", failure.code().name());
            text(to, "outcome", failure.outcome().name());
            text(to, "id", failure.id());
        });
        if (failure.code() == Code.UNAUTHENTICATED) {
            return answer.with(HttpNames.WWW_AUTHENTICATE, "Bearer");
        }
        return failure.retryAfter() == null
                ? answer
                : answer.with(
                        HttpNames.RETRY_AFTER,
                        Long.toString((failure.retryAfter().toMillis() + 999) / 1000));
    }

    private RestResponse answer(int status, String type, Consumer<JsonGenerator> members) {
        return RestResponse.of(status, HttpNames.PROBLEM_JSON, json.write(to -> {
            to.writeStartObject();
            text(to, "type", type);
            text(to, "title", StatusCodes.title(status));
            to.writeName("status");
            to.writeNumber(status);
            members.accept(to);
            to.writeEndObject();
        }));
    }

    private static void text(JsonGenerator to, String name, @Nullable String value) {
        if (value != null) {
            to.writeName(name);
            to.writeString(value);
        }
    }

    /** Logs one failure a second at the most, since callers decide how many there are. */
    private void log(Throwable failure, String called, String id) {
        long silent = logged.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(Level.WARNING, "A call of " + called + " failed, id " + id + Throttle.more(silent), failure);
        }
    }
}
