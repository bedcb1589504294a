package dev.wherry.http.rest;

import static java.util.Objects.requireNonNull;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.http.json.Json;
import dev.wherry.http.json.JsonProblem;
import dev.wherry.http.json.JsonProperties;
import dev.wherry.http.json.JsonType;
import dev.wherry.http.json.ValueMemory;
import dev.wherry.http.message.HttpNames;
import dev.wherry.spi.Protocol;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs calls, whose arguments are decoded once they are allowed, and writes their results. For any thread. */
final class RestCalls {
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_TRACE = 128;
    private static final @Nullable Object[] NONE = {};

    private final EndpointOptions options;
    private final RequestPeers peers;
    private final Json json;
    private final Problems problems;
    private final Body bodies;
    private final Metrics metrics;

    RestCalls(EndpointOptions options, Json json, Problems problems, Body bodies, Metrics metrics) {
        this.options = options;
        peers = new RequestPeers(options);
        this.json = json;
        this.problems = problems;
        this.bodies = bodies;
        this.metrics = metrics;
    }

    /**
     * Makes a call. A body that costs something is read once the call is allowed. That of overloads is read before, since its names
     * decide which one is called.
     */
    RestResponse post(List<RestMethod> methods, String name, HttpRequest request, Protocol.Objects objects) {
        checkAccept(request);
        RestMethod first = methods.getFirst();
        try (RequestBody body = new RequestBody(request, bodies, objects.memory())) {
            if (methods.size() == 1) {
                body.readIfSmall();
                return run(first, name, () -> arguments(first, body), request, objects);
            }
            RestMethod method;
            try {
                checkToken(first, name, request, objects);
                method = chosen(methods, body);
            } catch (RuntimeException e) { // a verifier of tokens may throw what it likes
                return run(first, name, () -> refused(e), request, objects);
            }
            return run(method, name, () -> arguments(method, body), request, objects);
        }
    }

    private @Nullable Object[] arguments(RestMethod method, RequestBody body) {
        byte[] bytes = body.bytes();
        if (bytes.length > 0) {
            return json.values(bytes, method.arguments(), body.memory());
        }
        if (method.arguments().size() > 0) {
            throw withoutBody();
        }
        return NONE;
    }

    private static HttpError withoutBody() {
        return new HttpError(400, "The body with the arguments is missing");
    }

    /** Throws what refuses a token, before a body is read that costs more than to verify one. The call verifies it again. */
    private void checkToken(RestMethod method, String name, HttpRequest request, Protocol.Objects objects) {
        if (request.header(HttpNames.AUTHORIZATION) != null && !Body.isSmall(request)) {
            caller(request, name, method.method(), objects);
        }
    }

    /** Refuses a call for a reason which only a caller with permission is to know. */
    private static @Nullable Object[] refused(RuntimeException why) {
        throw why;
    }

    private RestMethod chosen(List<RestMethod> methods, RequestBody body) {
        byte[] bytes = body.bytes();
        if (bytes.length == 0) {
            return methods.stream()
                    .filter(each -> each.arguments().size() == 0)
                    .findFirst()
                    .orElseThrow(RestCalls::withoutBody);
        }
        try (ValueMemory memory = body.newMemory()) {
            Set<String> known = methods.stream()
                    .flatMap(each -> each.arguments().names().stream())
                    .collect(Collectors.toSet());
            return chosen(methods, json.names(bytes, known, memory));
        }
    }

    /** Returns the overload that has these arguments, some of which may be left out. */
    private static RestMethod chosen(List<RestMethod> methods, Set<String> given) {
        List<RestMethod> fitting = methods.stream()
                .filter(each -> each.arguments().names().containsAll(given) && requiresOnly(each.arguments(), given))
                .toList();
        if (fitting.size() > 1) {
            fitting = fitting.stream()
                    .filter(each -> each.arguments().names().equals(given))
                    .toList();
        }
        if (fitting.size() != 1) {
            throw new HttpError(
                    400,
                    "No method of this name has exactly these arguments. There are: "
                            + String.join(
                                    ", ",
                                    methods.stream().map(RestMethod::signature).toList()));
        }
        return fitting.getFirst();
    }

    private static boolean requiresOnly(JsonProperties arguments, Set<String> given) {
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.type(i).mayBeMissing() && !given.contains(arguments.name(i))) {
                return false;
            }
        }
        return true;
    }

    RestResponse get(RestMethod method, String name, HttpRequest request, Protocol.Objects objects) {
        checkAccept(request);
        return run(method, name, () -> values(method.arguments(), request), request, objects)
                .with(HttpNames.CACHE_CONTROL, "no-store");
    }

    private static @Nullable Object[] values(JsonProperties arguments, HttpRequest request) {
        Map<String, String> query = Escapes.query(request.query());
        @Nullable Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(arguments.type(i), arguments.name(i), query.remove(arguments.name(i)), null);
        }
        if (!query.isEmpty()) {
            throw new HttpError(
                    400, "The address has a parameter that the method has not. It has: " + arguments.names());
        }
        return values;
    }

    private static @Nullable Object value(
            JsonType jsonType, String name, @Nullable String text, @Nullable String fallback) {
        String given = text == null ? fallback : text;
        if (given != null) {
            return jsonType.ofText(given, name);
        }
        if (jsonType.mayBeMissing()) {
            return jsonType.missing();
        }
        throw new HttpError(400, "The parameter '" + name + "' is missing");
    }

    RestResponse resource(
            Resource resource, Map<String, String> path, String name, HttpRequest request, Protocol.Objects objects) {
        checkAccept(request);
        RestMethod method = resource.method();
        JsonType body = resource.body();
        if (body == null) {
            return run(method, name, () -> values(resource, path, null, request), request, objects);
        }
        try (RequestBody given = new RequestBody(request, bodies, objects.memory())) {
            given.readIfSmall();
            return run(method, name, () -> values(resource, path, content(given, body), request), request, objects);
        }
    }

    private @Nullable Object content(RequestBody given, JsonType type) {
        byte[] bytes = given.bytes();
        if (bytes.length > 0) {
            return json.value(bytes, type, given.memory());
        }
        if (!type.mayBeMissing()) {
            throw new HttpError(400, "The body is missing");
        }
        return type.missing();
    }

    private static @Nullable Object[] values(
            Resource resource, Map<String, String> path, @Nullable Object body, HttpRequest request) {
        Map<String, String> query = Escapes.query(request.query());
        @Nullable Object[] values = new Object[resource.method().arguments().size()];
        for (int i = 0; i < values.length; i++) {
            Resource.Source source = resource.sources().get(i);
            JsonType jsonType = resource.method().arguments().type(i);
            values[i] = switch (source.kind()) {
                case PATH -> value(jsonType, source.name(), path.get(source.name()), null);
                case QUERY -> value(jsonType, source.name(), query.get(source.name()), source.fallback());
                case HEADER -> value(jsonType, source.name(), request.header(source.name()), source.fallback());
                case BODY -> body;
            };
        }
        return values;
    }

    private static void checkAccept(HttpRequest request) {
        String accept = request.header(HttpNames.ACCEPT);
        if (accept != null
                && !accept.isBlank()
                && !accept.contains("*/*")
                && !accept.contains("application/*")
                && !accept.contains("json")) {
            throw new HttpError(406, "Answers are of type application/json");
        }
    }

    private RestResponse run(
            RestMethod method,
            String name,
            LateArguments.Decoder decoder,
            HttpRequest request,
            Protocol.Objects objects) {
        LateArguments arguments = new LateArguments(method.arguments().size(), decoder);
        Duration timeout = timeout(method, request);
        long start = System.nanoTime();
        Invocation call = new Invocation(
                name, method.method(), arguments, options(timeout, request), timeout, peers.ofCall(request));
        RestResponse answer;
        try {
            answer = answer(method, outcome(call, objects, start));
        } catch (InterruptedException e) {
            answer = problems.of(new CallException(Code.CANCELLED, "The server is closing"), method);
        } catch (Throwable e) {
            RuntimeException problem = arguments.problem();
            if (problem != null) {
                throw problem;
            }
            answer = problems.of(e, method);
        }
        metrics.called(method, System.nanoTime() - start, answer.status() >= 400);
        return answer;
    }

    private @Nullable Object outcome(Invocation call, Protocol.Objects objects, long start) throws Throwable {
        long nanos = requireNonNull(call.timeLeft()).toNanos();
        CompletableFuture<@Nullable Object> outcome;
        Deadlines.Running running = Deadlines.begin(nanos);
        boolean late;
        try {
            outcome = objects.invoke(call).toCompletableFuture();
        } finally {
            late = running.end();
        }
        if (late && outcome.isCompletedExceptionally()) {
            throw late();
        }
        try {
            return outcome.get(Math.max(0, nanos - (System.nanoTime() - start)), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            outcome.cancel(true);
            throw late();
        } catch (CancellationException e) {
            throw new CallException(Code.CANCELLED, "The call was cancelled", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw cause == null ? e : cause;
        }
    }

    private static CallException late() {
        return new CallException(Code.DEADLINE_EXCEEDED, "The call took longer than its timeout");
    }

    private RestResponse answer(RestMethod method, @Nullable Object value) {
        JsonType jsonType = method.result();
        if (jsonType == null) {
            return RestResponse.empty(204);
        }
        try {
            return RestResponse.of(200, HttpNames.JSON, json.bytes(jsonType, value));
        } catch (JsonProblem e) {
            throw new IllegalStateException("The result cannot be written as JSON: " + e.getMessage(), e);
        }
    }

    private Duration timeout(RestMethod method, HttpRequest request) {
        Duration own = method.timeout();
        Duration most = own == null ? options.timeout() : own;
        String wanted = request.header(HttpNames.WHERRY_TIMEOUT);
        if (wanted == null) {
            return most;
        }
        if (!wanted.matches("[1-9][0-9]{0,9}")) {
            throw new HttpError(400, "Wherry-Timeout is a number of milliseconds, above 0");
        }
        Duration asked = Duration.ofMillis(Long.parseLong(wanted));
        return asked.compareTo(most) < 0 ? asked : most;
    }

    private CallOptions options(Duration timeout, HttpRequest request) {
        String trace = request.header(HttpNames.TRACEPARENT);
        String token = bearer(request.header(HttpNames.AUTHORIZATION));
        String forwarded = peers.forwarded(request);
        if (trace == null && token == null && forwarded == null) {
            return CallOptions.ofTimeout(timeout);
        }
        CallOptions.Builder options = CallOptions.builder().timeout(timeout);
        if (trace != null && trace.length() <= LONGEST_TRACE) {
            options.context(ContextKey.TRACEPARENT, trace);
        }
        if (token != null) {
            options.context(ContextKey.TOKEN, token);
        }
        if (forwarded != null) {
            options.context(ContextKey.FORWARDED_IDENTITY, forwarded);
        }
        return options.build();
    }

    /** Returns for whom a request is made. Throws what refuses its token. */
    Identity caller(HttpRequest request, String target, Method method, Protocol.Objects objects) {
        return objects.caller(new Invocation(
                target,
                method,
                List.of(),
                options(options.timeout(), request),
                options.timeout(),
                peers.ofCall(request)));
    }

    /** Returns the token of a header; null if it has none, or is of another kind. */
    private static @Nullable String bearer(@Nullable String header) {
        return header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? header.substring(BEARER.length()).trim()
                : null;
    }
}
