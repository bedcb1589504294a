package dev.wherry;

import dev.wherry.internal.types.Seconds;
import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a call has neither a result nor an exception of the method. For example, the peer could not be reached, the
 * deadline has passed, or the answer could not be sent. Its {@link #outcome()} says whether the method was run.
 *
 * <p>An exception that the method declares, that the JDK defines or that was registered arrives as itself. Any other arrives
 * as a {@code CallException} with code {@link Code#INTERNAL}. That one names the class of the exception and has the id under
 * which the server has logged it. So does every {@link Error}, since an error of the server's virtual machine is not one of
 * this virtual machine.
 *
 * <p>Methods that declare {@link java.rmi.RemoteException} throw the matching subclass of that, with this as its cause.
 */
public final class CallException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The kinds of failure. {@link #outcome()} says whether the method was run. The set is closed; its order is the wire's. */
    public enum Code {
        /** The peer cannot be reached or has gone. */
        UNAVAILABLE,
        /** The time for the call was up. */
        DEADLINE_EXCEEDED,
        /** The caller, or somebody for it, gave the call up. */
        CANCELLED,
        /** No such name, object or method. */
        NOT_FOUND,
        /** The call does not fit the method it names. */
        INVALID_CALL,
        /** A limit, a policy or a drain turned the call or its answer away, or ended a task together with its child JVM. */
        REFUSED,
        /** A value could not be turned into bytes, or bytes into a value. */
        CODEC,
        /** The link broke while the call was out: it may or may not have run. */
        UNKNOWN_OUTCOME,
        /** The method threw what may not travel, or Wherry itself failed. */
        INTERNAL,
        /** The token of the call is wrong, expired or for another server. Another token may be accepted. */
        UNAUTHENTICATED
    }

    /**
     * Whether the method was run at the peer. {@link #NOT_RUN} is certain: such a call may be made again, whatever it does.
     * The set is closed; its order is the wire's.
     */
    public enum Outcome {
        /** The method was not called, and will not be. */
        NOT_RUN,
        /** The method was called. It may have ended, or been interrupted before its end. */
        RAN,
        /** The method may have been called, or may yet be. */
        UNKNOWN
    }

    private final Code code;
    private final Outcome outcome;
    private final @Nullable String remoteClass;
    private final @Nullable String id;
    private final boolean remoteError;
    private final @Nullable Duration retryAfter;

    /** Creates an exception without a cause; {@link #outcome()} follows from the code. */
    public CallException(Code code, String message) {
        this(code, message, null, null, null);
    }

    /** Creates an exception with a cause, or null for none; {@link #outcome()} follows from the code. */
    public CallException(Code code, String message, @Nullable Throwable cause) {
        this(code, message, cause, null, null);
    }

    /**
     * Creates the exception of a failure at the peer; {@link #outcome()} follows from the code.
     *
     * @param remoteClass the class of the exception that the method threw, if that could not be sent
     * @param id under which the peer has logged the failure
     */
    public CallException(
            Code code, String message, @Nullable Throwable cause, @Nullable String remoteClass, @Nullable String id) {
        this(code, usual(code), message, cause, remoteClass, id, false, null);
    }

    private CallException(
            Code code,
            Outcome outcome,
            @Nullable String message,
            @Nullable Throwable cause,
            @Nullable String remoteClass,
            @Nullable String id,
            boolean remoteError,
            @Nullable Duration retryAfter) {
        super(message, cause);
        this.code = code;
        this.outcome = outcome;
        this.remoteClass = remoteClass;
        this.id = id;
        this.remoteError = remoteError;
        this.retryAfter = retryAfter;
    }

    private static Outcome usual(Code code) {
        return switch (Objects.requireNonNull(code, "code")) {
            case UNAVAILABLE, NOT_FOUND, INVALID_CALL, REFUSED, UNAUTHENTICATED -> Outcome.NOT_RUN;
            case DEADLINE_EXCEEDED, CANCELLED, CODEC, UNKNOWN_OUTCOME, INTERNAL -> Outcome.UNKNOWN;
        };
    }

    /**
     * The same failure of a call whose outcome is known better: an exception with another {@link #outcome()} and the same
     * code, message, trace, cause and suppressed exceptions. For interceptors and other code that creates such exceptions.
     */
    public CallException withOutcome(Outcome known) {
        return outcome == Objects.requireNonNull(known, "known") ? this : same(known, remoteError, retryAfter);
    }

    /**
     * The same failure, of a method that threw an {@link Error}: {@link #isRemoteError()} is true. For interceptors and other
     * code that creates such exceptions.
     */
    public CallException withRemoteError() {
        return remoteError ? this : same(outcome, true, retryAfter);
    }

    /**
     * The same failure of a call that may be made again after a while: {@link #retryAfter()} returns that time. For interceptors,
     * authorizers and other code that refuses calls. A stub whose call was {@linkplain Code#REFUSED refused} and not run waits so
     * long, if its deadline allows, and makes the call again.
     *
     * @throws IllegalArgumentException if the time is negative or above an hour
     */
    public CallException withRetryAfter(Duration time) {
        if (time.isNegative() || time.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("A time to wait must be from 0 to an hour, not " + Seconds.text(time));
        }
        return same(outcome, remoteError, time);
    }

    private CallException same(Outcome outcome, boolean remoteError, @Nullable Duration retryAfter) {
        CallException same =
                new CallException(code, outcome, getMessage(), getCause(), remoteClass, id, remoteError, retryAfter);
        same.setStackTrace(getStackTrace());
        for (Throwable each : getSuppressed()) {
            same.addSuppressed(each);
        }
        return same;
    }

    /** Returns the kind of this failure. */
    public Code code() {
        return code;
    }

    /**
     * Whether the method was run. Unless whoever made this exception knew better, it follows from the code: not run for
     * {@link Code#UNAVAILABLE}, {@link Code#NOT_FOUND}, {@link Code#INVALID_CALL}, {@link Code#REFUSED} and {@link
     * Code#UNAUTHENTICATED}, else unknown.
     */
    public Outcome outcome() {
        return outcome;
    }

    /** The class of what the method threw, when it could not arrive as itself. */
    public @Nullable String remoteClass() {
        return remoteClass;
    }

    /** Whether the method threw an {@link Error}. Its class ({@link #remoteClass()}) need not exist here. */
    public boolean isRemoteError() {
        return remoteError;
    }

    /** Returns after which time the call may be made again; null if the peer has not said so. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** The id under which the peer has logged this failure, if it has. */
    public @Nullable String id() {
        return id;
    }
}
