package dev.wherry;

import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.internal.types.Checks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answers of several servers to one call, made by {@link Calls#toAll}. The servers are those that were known when the call was made.
 * Each has one answer in the end: a value, or a failure, which is DEADLINE_EXCEEDED if it has not answered in time. For any thread.
 *
 * @param <R> what the method returns
 */
public final class Answers<R extends @Nullable Object> {
    private final Map<String, CompletableFuture<R>> servers;
    private final List<Answer<R>> received = new CopyOnWriteArrayList<>();
    /** One for each server, which completes once its answer is in {@code received}. */
    private final List<CompletableFuture<Boolean>> recorded;

    /** The answer of one server. */
    public sealed interface Answer<R extends @Nullable Object> {
        /** Returns which server it is: by its address, or by the name that its protocol has for it. */
        String server();
    }

    /** The result of the method at one server. */
    public record Value<R extends @Nullable Object>(String server, R value) implements Answer<R> {}

    /** The failure of the call at one server: the exception that the future of {@link Calls#async} would fail with. */
    public record Failure<R extends @Nullable Object>(String server, Throwable cause) implements Answer<R> {}

    private Answers(Map<String, CompletableFuture<R>> servers) {
        this.servers = servers;
        recorded = servers.entrySet().stream()
                .map(each ->
                        each.getValue().handle((value, failure) -> received.add(answer(each.getKey(), value, failure))))
                .toList();
    }

    /**
     * Returns the answers with which these futures complete. For protocols, and for tests of programs.
     *
     * @param servers the future of each server, by the name of the server. Cancelling it ends the wait for this server
     */
    public static <R extends @Nullable Object> Answers<R> of(Map<String, CompletableFuture<R>> servers) {
        return new Answers<>(Collections.unmodifiableMap(new LinkedHashMap<>(servers)));
    }

    /** Returns the answer of one server. */
    public static <R extends @Nullable Object> Answers<R> of(String server, CompletableFuture<R> answer) {
        return new Answers<>(Map.of(server, answer));
    }

    private static <R extends @Nullable Object> Answer<R> answer(String server, R value, @Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return failure == null ? new Value<>(server, value) : new Failure<>(server, cause == null ? failure : cause);
    }

    /** Returns the answers that were received until now, the first one first. */
    public List<Answer<R>> received() {
        return List.copyOf(received);
    }

    /**
     * Completes with the first value. Fails once no server can return one: with the failure of the server if there is one server, and
     * otherwise as {@link #quorum} does.
     */
    public CompletableFuture<R> first() {
        return gather(1, List::getFirst);
    }

    /**
     * Completes with the first {@code n} values. Fails as soon as fewer than that can be received: with a {@link CallException} with the code
     * UNAVAILABLE, which names the servers that have failed, and suppresses their failures.
     *
     * @throws IllegalArgumentException if {@code n} is below 1
     */
    public CompletableFuture<List<R>> quorum(int n) {
        return gather(Checks.atLeast(1, n, "A quorum"), Function.identity());
    }

    /** Completes once each server has an answer, with the answers. Does not fail. */
    public CompletableFuture<List<Answer<R>>> all() {
        return CompletableFuture.allOf(recorded.toArray(CompletableFuture[]::new))
                .thenApply(_ -> received());
    }

    /** Ends the wait: servers that have not answered have a {@link java.util.concurrent.CancellationException} as their failure. */
    public void cancel() {
        servers.values().forEach(each -> each.cancel(true));
    }

    private <T extends @Nullable Object> CompletableFuture<T> gather(int n, Function<List<R>, T> result) {
        CompletableFuture<T> gathered = new CompletableFuture<>();
        Runnable check = () -> {
            List<R> values = new ArrayList<>();
            List<Failure<R>> failures = new ArrayList<>();
            for (Answer<R> each : received) {
                switch (each) {
                    case Value<R> answered -> values.add(answered.value());
                    case Failure<R> failed -> failures.add(failed);
                }
            }
            if (values.size() >= n) {
                gathered.complete(result.apply(Collections.unmodifiableList(values.subList(0, n))));
            } else if (servers.size() - failures.size() < n) {
                gathered.completeExceptionally(outOfReach(n, failures));
            }
        };
        check.run();
        for (CompletableFuture<?> each : recorded) {
            CompletableFuture<?> _ = each.thenRun(check);
        }
        return gathered;
    }

    private Throwable outOfReach(int n, List<Failure<R>> failures) {
        if (n == 1 && servers.size() == 1) {
            return failures.getFirst().cause();
        }
        StringBuilder text = new StringBuilder("Values of " + n + " servers were asked for, and " + failures.size()
                + " of the " + servers.size() + " known servers have failed");
        failures.forEach(
                each -> text.append("; ").append(each.server()).append(": ").append(each.cause()));
        CallException failure = new CallException(Code.UNAVAILABLE, text.toString()).withOutcome(Outcome.UNKNOWN);
        failures.forEach(each -> failure.addSuppressed(each.cause()));
        return failure;
    }
}
