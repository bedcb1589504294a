package dev.wherry.internal.objects;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallLedger;
import dev.wherry.CallOptions;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Style;
import dev.wherry.internal.types.Seconds;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ServedCallState;
import dev.wherry.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an endpoint that its ledger records, so that each of them runs once, however often its caller makes it. An attempt that
 * finds an earlier one waits for it if it runs, else gets its answer. For any thread.
 */
public final class RecordedCalls {
    private static final int LONGEST_KEY = 64;

    private final @Nullable CallLedger ledger;
    private final @Nullable String id;
    private final List<String> codecs;
    /** The calls that run, and what becomes of each; the ledger has those of earlier processes too. */
    private final ConcurrentMap<String, CompletableFuture<byte[]>> running = new ConcurrentHashMap<>();

    /** @throws IllegalArgumentException if the ledger has no valid id */
    public RecordedCalls(EndpointOptions options) {
        ledger = options.ledger();
        id = ledger == null ? null : ledger.id();
        codecs = options.codecs();
        if (id != null && (id.isEmpty() || id.length() > LONGEST_KEY)) {
            throw new IllegalArgumentException(
                    "The id of a ledger has 1 to " + LONGEST_KEY + " characters; this has " + id.length());
        }
    }

    /** Returns the id of the ledger; null if there is none. */
    @Nullable
    String id() {
        return id;
    }

    /** @throws IllegalArgumentException if a method is to be recorded, and cannot be */
    void check(RemoteInterface type) {
        for (RemoteMethod method : type.methods()) {
            if (method.once() && ledger == null) {
                throw new IllegalArgumentException(method.name()
                        + " is @Once, and the endpoint has no ledger to record its calls. Set"
                        + " EndpointOptions.Builder.ledger, such as to FileLedger.open(path) of wherry-ledger");
            }
            if (method.once() && method.returnsReference()) {
                throw new IllegalArgumentException(method.name()
                        + " is @Once and returns a reference, which does not outlive its connection and so cannot be"
                        + " recorded. Return a value, such as the name by which the object can be looked up");
            }
        }
    }

    /** Returns the options of a call with its key, if its method is recorded. All attempts of the call have the same one. */
    public static CallOptions keyed(RemoteMethod method, CallOptions options) {
        return !method.once() || options.context().containsKey(ContextKey.CALL_KEY)
                ? options
                : options.toBuilder()
                        .context(ContextKey.CALL_KEY, Id128.random().toString())
                        .build();
    }

    /**
     * Runs the method of a call that has a key, or returns or throws the answer of an earlier attempt.
     *
     * @return what the method returns; if that is a future, one that has completed
     */
    public @Nullable Object run(
            InboundCall call,
            ServedCallState state,
            RecordedAnswer.Session session,
            RemoteMethod method,
            CallFingerprint fingerprint,
            InboundCall.Run run)
            throws Throwable {
        CallLedger records = ledger(call, method);
        String name = call.target() + "/" + key(call);
        RecordedAnswer answers = new RecordedAnswer(session, method, fingerprint, codecs, records.longestAnswer());
        state.keep();
        CompletableFuture<byte[]> outcome = new CompletableFuture<>();
        CompletableFuture<byte[]> earlier = running.putIfAbsent(name, outcome);
        if (earlier != null) {
            return returned(answers.read(await(earlier, call), call), method);
        }
        try {
            if (call.isGivenUp()) {
                throw refused(Code.CANCELLED, "it was given up before");
            }
            if (!begin(records, name)) {
                byte[] recorded = recorded(records, name);
                outcome.complete(recorded);
                return returned(answers.read(recorded, call), method);
            }
            return first(records, name, answers, call, method, run, outcome);
        } catch (Throwable t) {
            outcome.completeExceptionally(t);
            throw t;
        } finally {
            running.remove(name, outcome);
        }
    }

    private CallLedger ledger(InboundCall call, RemoteMethod method) {
        if (ledger == null || !method.once()) {
            throw refused(
                    Code.INVALID_CALL,
                    method.name()
                            + " is not @Once here, so that its calls are not recorded. Bring both sides to the same"
                            + " version of the interface");
        }
        Duration left = call.timeLeft();
        if (left == null || left.compareTo(ledger.keeps()) > 0) {
            throw refused(
                    Code.INVALID_CALL,
                    "The call may last " + (left == null ? "without end" : "for " + Seconds.text(left))
                            + ", and its record is kept for " + Seconds.text(ledger.keeps())
                            + " only. Set a shorter deadline by CallOptions.timeout or @Timeout");
        }
        return ledger;
    }

    private static String key(InboundCall call) {
        String key = (String) Objects.requireNonNull(call.context().get(ContextKey.CALL_KEY));
        if (key.isEmpty() || key.length() > LONGEST_KEY || !OneLine.whole(key).equals(key)) {
            throw refused(
                    Code.INVALID_CALL,
                    "The key of a call has 1 to " + LONGEST_KEY + " characters, and none such as line ends; this is '"
                            + OneLine.of(key) + "'");
        }
        return key;
    }

    private static CallException refused(Code code, String why) {
        return new CallException(code, "The call was not run: " + why).withOutcome(Outcome.NOT_RUN);
    }

    /** Waits for the answer of an attempt that runs. */
    private static byte[] await(CompletableFuture<byte[]> earlier, InboundCall call) throws Throwable {
        try {
            return earlier.get(Math.max(0, call.deadline() - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        } catch (TimeoutException e) {
            throw new CallException(Code.DEADLINE_EXCEEDED, "An earlier attempt of the call still runs");
        }
    }

    private static boolean begin(CallLedger records, String name) {
        try {
            return records.begin(name);
        } catch (CallException e) {
            throw e;
        } catch (Exception e) {
            LOG.log(Level.WARNING, "A call could not be recorded and was not run: " + name, e);
            throw refused(Code.REFUSED, "the ledger could not record it: " + e.getMessage());
        }
    }

    private static byte[] recorded(CallLedger records, String name) {
        byte[] answer;
        try {
            answer = records.answer(name);
        } catch (Exception e) {
            LOG.log(Level.WARNING, "The answer of a call could not be read: " + name, e);
            String why = "The call was made before, and its recorded answer could not be read: " + e.getMessage();
            throw new CallException(Code.REFUSED, why).withOutcome(Outcome.UNKNOWN);
        }
        if (answer == null) {
            String why =
                    "The server that ran the call has not recorded an answer: its process ended before, or the ledger failed."
                            + " The call may have done its work or a part of it, and is not run again: find out before you make it with another key";
            throw new CallException(Code.UNKNOWN_OUTCOME, why, null, CallLedger.class.getName(), null);
        }
        return answer;
    }

    private static @Nullable Object first(
            CallLedger records,
            String name,
            RecordedAnswer answers,
            InboundCall call,
            RemoteMethod method,
            InboundCall.Run run,
            CompletableFuture<byte[]> outcome)
            throws Throwable {
        Object result = null;
        Throwable failed = null;
        try {
            Object returned = run.run();
            result = method.style() == Style.FUTURE ? method.await(returned) : returned;
        } catch (Throwable t) {
            failed = t;
        }
        byte[] answer = answers.of(result, failed, call.answerContext(), name);
        try {
            records.answered(name, answer);
        } catch (Exception e) {
            LOG.log(Level.WARNING, "The answer of a call could not be recorded, and is sent: " + name, e);
        }
        outcome.complete(answer);
        return failed == null
                ? returned(result, method)
                : answers.read(answer, call); // so that all attempts fail alike, and it is logged once
    }

    private static @Nullable Object returned(@Nullable Object value, RemoteMethod method) {
        return method.style() == Style.FUTURE ? CompletableFuture.completedFuture(value) : value;
    }
}
