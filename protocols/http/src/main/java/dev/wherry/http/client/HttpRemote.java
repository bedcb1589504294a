package dev.wherry.http.client;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.Invocation;
import dev.wherry.http.json.Json;
import dev.wherry.http.json.JsonProblem;
import dev.wherry.http.json.JsonType;
import dev.wherry.http.json.ProblemText;
import dev.wherry.http.json.ValueMemory;
import dev.wherry.http.message.HttpNames;
import dev.wherry.http.message.StatusCodes;
import dev.wherry.http.rest.Escapes;
import dev.wherry.http.rest.RestInterface;
import dev.wherry.http.rest.RestMethod;
import dev.wherry.spi.Protocol;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** The calls of one interface to one address, as JSON over HTTP. For any thread. */
final class HttpRemote implements Protocol.Remote {
    /** The JDK's message for a peer that does not answer with TLS. */
    private static final String NO_TLS = "Unsupported or unrecognized SSL message";

    private static final int STEP = 8 << 10;

    private final URI to;
    private final RestInterface methods;
    private final HttpClients.Lease clients;
    private final Json json;
    private final int mostBytes;
    private final Protocol.Memory memory;
    private final HttpClient.Version version;
    private final Set<CompletableFuture<?>> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean open = new AtomicBoolean(true);

    /**
     * @param to the address, without the name of an object
     * @param clients ended once, when this no longer uses it
     * @param memory holds the values of answers while they are read
     */
    HttpRemote(
            URI to, RestInterface methods, HttpClients.Lease clients, EndpointOptions options, Protocol.Memory memory) {
        this.to = to;
        this.methods = methods;
        this.clients = clients;
        json = new Json(options.limits());
        this.memory = memory;
        mostBytes = options.limits().messageBytes();
        version = "https".equals(to.getScheme()) ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    }

    @Override
    @SuppressWarnings("CollectionUndefinedEquality") // the very future is meant
    public CompletionStage<@Nullable Object> invoke(Invocation call) {
        RestMethod method = methods.find(call.method());
        if (method == null) {
            String refusal = methods.refusal(call.method().getName());
            return CompletableFuture.failedFuture(new CallException(
                    Code.INVALID_CALL,
                    call.method().getName() + " cannot be called over HTTP" + (refusal == null ? "" : ": " + refusal)));
        }
        HttpRequest request;
        HttpClient http;
        try {
            request = request(call, method);
            http = clients.client();
        } catch (IOException e) {
            return CompletableFuture.failedFuture(new CallException(Code.UNAVAILABLE, String.valueOf(e.getMessage()), e)
                    .withOutcome(Outcome.NOT_RUN));
        } catch (JsonProblem e) {
            return CompletableFuture.failedFuture(
                    new CallException(Code.CODEC, String.valueOf(e.getMessage()), e).withOutcome(Outcome.NOT_RUN));
        }
        ValueMemory received = held(0, Outcome.UNKNOWN);
        CompletableFuture<HttpResponse<byte[]>> sent =
                http.sendAsync(request, _ -> new LimitedBody(mostBytes, received));
        CompletableFuture<@Nullable Object> result = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                return super.cancel(interrupt) && sent.cancel(interrupt);
            }
        };
        underWay.add(sent);
        sent.whenComplete((answer, failure) -> {
                    underWay.remove(sent);
                    try (received) {
                        if (failure != null) {
                            result.completeExceptionally(failed(failure, request));
                        } else {
                            complete(result, answer, method);
                        }
                    }
                })
                .exceptionally(_ -> null);
        return result;
    }

    private HttpRequest request(Invocation call, RestMethod method) {
        StringBuilder path = new StringBuilder();
        for (String each : call.target().split("/", -1)) {
            path.append('/').append(Escapes.escaped(each));
        }
        path.append('/').append(Escapes.escaped(call.method().getName()));
        Duration left = Objects.requireNonNull(call.timeLeft(), "timeLeft");
        long millis = Math.clamp(left.toMillis(), 1, 9_999_999_999L);
        HttpRequest.Builder request = HttpRequest.newBuilder(to.resolve(path.toString()))
                .version(version)
                .timeout(Duration.ofMillis(millis))
                .header(HttpNames.ACCEPT, HttpNames.JSON)
                .header(HttpNames.ACCEPT_ENCODING, "gzip")
                .header(HttpNames.WHERRY_TIMEOUT, Long.toString(millis));
        Object trace = call.options().context().get(ContextKey.TRACEPARENT);
        if (trace != null) {
            request.header(HttpNames.TRACEPARENT, trace.toString());
        }
        Object token = call.options().context().get(ContextKey.TOKEN);
        if (token != null) {
            request.header(HttpNames.AUTHORIZATION, "Bearer " + token);
        }
        byte[] body = json.bytes(method.arguments(), call.arguments().toArray());
        return request.header(HttpNames.CONTENT_TYPE, HttpNames.JSON)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
    }

    private CallException failed(Throwable failure, HttpRequest request) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof CallException refused) {
            return refused;
        }
        String to = request.uri().toString();
        if (cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException) {
            return new CallException(Code.UNAVAILABLE, "Cannot connect to " + to + ": " + reason(cause), cause);
        }
        if (cause instanceof IOException e && isOfHandshake(e)) {
            IOException explained = clients.explained(e);
            return new CallException(Code.REFUSED, "Cannot connect to " + to + ": " + explained.getMessage(), explained)
                    .withOutcome(Outcome.NOT_RUN);
        }
        if (cause instanceof HttpTimeoutException) {
            return new CallException(Code.DEADLINE_EXCEEDED, "No answer from " + to + " came in time", cause);
        }
        if (LimitedBody.TooLong.isCauseOf(failure)) {
            return tooLong();
        }
        return new CallException(
                Code.UNKNOWN_OUTCOME,
                "The connection to " + to + " broke during the call: " + cause.getMessage(),
                cause);
    }

    /** The client reports some refusals without any text. */
    private static String reason(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each.getMessage() != null) {
                return each.getMessage();
            }
        }
        return "nothing listens there, or it cannot be reached";
    }

    /** Returns whether TLS was not opened, so that nothing was sent. */
    private static boolean isOfHandshake(IOException failure) {
        return failure instanceof SSLHandshakeException
                || (failure instanceof SSLException
                        && String.valueOf(failure.getMessage()).contains(NO_TLS));
    }

    private static CallException tooLong() {
        return new CallException(Code.CODEC, "Over the limit 'messageBytes': the answer").withOutcome(Outcome.RAN);
    }

    private void complete(CompletableFuture<@Nullable Object> result, HttpResponse<byte[]> answer, RestMethod method) {
        try {
            result.complete(value(answer, method));
        } catch (CompletionException e) {
            result.completeExceptionally(e.getCause() == null ? e : e.getCause());
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private @Nullable Object value(HttpResponse<byte[]> answer, RestMethod method) {
        Outcome outcome = answer.statusCode() == 200 ? Outcome.RAN : Outcome.UNKNOWN;
        try (ValueMemory inflated = held(0, outcome)) {
            byte[] body = plain(answer, inflated);
            try (ValueMemory values = held(body.length, outcome)) {
                return value(answer, body, method, values);
            }
        }
    }

    private ValueMemory held(long bytes, Outcome outcome) {
        return new ValueMemory(
                memory,
                bytes,
                () -> new CallException(
                                Code.REFUSED,
                                "The call was answered, and the answer was refused: received messages and values"
                                        + " take too much memory together (limit 'inboundBytes')")
                        .withOutcome(outcome));
    }

    private @Nullable Object value(HttpResponse<byte[]> answer, byte[] body, RestMethod method, ValueMemory values) {
        String type = answer.headers().firstValue(HttpNames.CONTENT_TYPE).orElse("");
        if (answer.statusCode() == 204 || (answer.statusCode() == 200 && method.result() == null)) {
            return null;
        }
        try {
            if (answer.statusCode() == 200 && type.startsWith(HttpNames.JSON)) {
                JsonType jsonType = Objects.requireNonNull(method.result());
                return json.value(body, jsonType, values);
            }
            if (type.startsWith(HttpNames.PROBLEM_JSON)) {
                throw new CompletionException(problem(ProblemText.read(body, json, method.errors(), values), answer));
            }
        } catch (JsonProblem e) {
            throw new CompletionException(
                    new CallException(Code.CODEC, "The answer is not as expected: " + e.getMessage(), e));
        }
        throw new CompletionException(new CallException(
                StatusCodes.code(answer.statusCode()),
                answer.uri() + " answered with status " + answer.statusCode() + ", and not as a Wherry server does"));
    }

    private byte[] plain(HttpResponse<byte[]> answer, ValueMemory inflated) {
        Optional<String> encoding = answer.headers().firstValue(HttpNames.CONTENT_ENCODING);
        if (encoding.isEmpty() || answer.body().length == 0) {
            return answer.body();
        }
        try (InputStream packed = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            byte[] step = new byte[STEP];
            for (int n = packed.read(step); n >= 0; n = packed.read(step)) {
                inflated.take(3L * n); // with the buffer that grows, and its copy
                if (n > mostBytes - body.size()) {
                    throw new CompletionException(tooLong());
                }
                body.write(step, 0, n);
            }
            inflated.give(2L * body.size());
            return body.toByteArray();
        } catch (IOException e) {
            throw new CompletionException(
                    new CallException(Code.CODEC, "The answer is not the gzip that it announces", e));
        }
    }

    private static Throwable problem(ProblemText problem, HttpResponse<?> answer) {
        if (problem.thrown() != null) {
            return problem.thrown();
        }
        String detail = problem.detail() == null ? "Status " + answer.statusCode() : problem.detail();
        if (problem.exception() != null) {
            return new CallException(Code.INTERNAL, detail, null, problem.exception(), problem.id())
                    .withOutcome(Outcome.RAN);
        }
        Code code = problem.code() == null ? StatusCodes.code(answer.statusCode()) : problem.code();
        CallException failure = new CallException(code, detail, null, null, problem.id());
        if (problem.outcome() != null) {
            failure = failure.withOutcome(problem.outcome());
        }
        Duration retry = retryAfter(answer.headers());
        return retry == null ? failure : failure.withRetryAfter(retry);
    }

    private static @Nullable Duration retryAfter(HttpHeaders headers) {
        return headers.firstValue(HttpNames.RETRY_AFTER)
                .filter(value -> value.matches("[0-9]{1,4}"))
                .map(value -> Duration.ofSeconds(Math.min(3600, Long.parseLong(value))))
                .orElse(null);
    }

    /** Ends the calls that are under way. */
    @Override
    public void close() {
        if (open.getAndSet(false)) {
            underWay.forEach(each -> each.cancel(true));
            clients.end();
        }
    }
}
