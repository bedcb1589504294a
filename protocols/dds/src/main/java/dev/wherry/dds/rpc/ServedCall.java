package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Identity;
import dev.wherry.Invocation;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.types.Operation;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the call of one request and sends its reply, if the time for the call is not up before it begins. Calls are ordered by priority, and
 * those of the same priority as they were received.
 */
final class ServedCall implements Runnable, Comparable<ServedCall> {
    /** The entity id of a participant, which ends its GUID. */
    private static final int PARTICIPANT = 0x1c1;

    private final Service service;
    private final ServedCalls calls;
    private final ServiceChannel channel;
    private final Operation operation;
    private final Request request;
    private final CallMemory memory;
    private final long deadline;
    private final int priority;
    private final long arrival;

    ServedCall(
            Service service,
            ServedCalls calls,
            ServiceChannel channel,
            Operation operation,
            Request request,
            CallMemory memory) {
        this.service = service;
        this.calls = calls;
        this.channel = channel;
        this.operation = operation;
        this.request = request;
        this.memory = memory;
        priority = service.priority(operation);
        arrival = calls.nextArrival();
        Duration set = service.methods().timeout(operation);
        deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(set == null ? calls.timeout() : set);
    }

    @Override
    public int compareTo(ServedCall other) {
        return priority != other.priority
                ? Integer.compare(other.priority, priority)
                : Long.compare(arrival, other.arrival);
    }

    @Override
    public void run() {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            end(null, new CallException(Code.UNAVAILABLE, "The call waited for longer than its timeout"));
            return;
        }
        CompletableFuture<@Nullable Object> outcome;
        long began = System.nanoTime();
        try {
            outcome = calls.objects().invoke(invocation(left)).toCompletableFuture();
        } catch (Throwable t) {
            end(null, t);
            return;
        } finally {
            service.times().add(operation, System.nanoTime() - began);
        }
        if (!outcome.isDone()) {
            TimeLimit.set(outcome, deadline - System.nanoTime(), Thread::startVirtualThread, ServedCall::late);
        }
        var _ = outcome.whenComplete(this::end);
    }

    private static CallException late(Throwable cause) {
        return new CallException(Code.UNKNOWN_OUTCOME, "The call took longer than its timeout", cause);
    }

    /** Answers the call without running it. */
    void refuse() {
        end(null, new CallException(Code.UNAVAILABLE, "The server was closed before the call was run"));
    }

    private Invocation invocation(long left) {
        Duration timeLeft = Duration.ofNanos(left);
        return new Invocation(
                service.name(),
                operation.method(),
                new LateArguments(operation.in().members().size(), request),
                CallOptions.ofTimeout(timeLeft),
                timeLeft,
                caller(request.identity()));
    }

    /** Returns the participant of the writer that a request names. Nothing proves it. */
    static Identity caller(SampleIdentity identity) {
        HexFormat hex = HexFormat.of();
        return Identity.of(
                "dds",
                hex.toHexDigits(identity.guidHigh())
                        + hex.toHexDigits((int) (identity.guidLow() >>> 32))
                        + hex.toHexDigits(PARTICIPANT));
    }

    private void end(@Nullable Object result, @Nullable Throwable failure) {
        @Nullable CdrWriter reply = null;
        try {
            Throwable cause = failure;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            reply = reply(result, cause);
        } catch (RuntimeException | Error e) {
            DdsLog.LOG.log(Level.ERROR, "A call of " + operation.name() + " has no reply", e);
        } finally {
            service.reply(channel, request.identity(), reply, memory);
        }
    }

    /** Returns null if there is no reply for this outcome. */
    private @Nullable CdrWriter reply(@Nullable Object result, @Nullable Throwable failure) {
        boolean isDeclared = failure != null && operation.declared(failure) != null;
        if (operation.oneWay()) {
            report(failure);
            return null;
        }
        CdrWriter reply = new CdrWriter();
        boolean isWritten = true;
        try {
            if (failure == null) {
                channel.codec().writeResult(reply, request.identity(), operation, result);
            } else if (isDeclared) {
                isWritten = channel.codec().writeFailure(reply, request.identity(), operation, failure);
            } else {
                isWritten = channel.codec().writeCode(reply, request.identity(), ReplyCodes.of(failure));
            }
            if (!isDeclared || !isWritten) {
                report(failure);
            }
        } catch (CdrException e) {
            report(e);
            reply = new CdrWriter();
            isWritten = channel.codec().writeCode(reply, request.identity(), ReplyCodes.of(e));
        }
        return isWritten ? reply : null;
    }

    /** Logs what the caller does not receive: a code has no text, and some failures have no reply. */
    private void report(@Nullable Throwable failure) {
        if (failure != null) {
            boolean ours = failure instanceof CallException;
            DdsLog.ofPeer(
                    Level.WARNING,
                    () -> "A call of " + operation.name() + " of '" + service.name() + "' failed: " + failure,
                    ours ? null : failure);
        }
    }
}
