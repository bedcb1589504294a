package dev.wherry;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a caller gets when a call has no outcome of its own to report: the peer could not be reached, the time was up,
 * the answer could not be carried. An exception that the called method declares, that the JDK defines or that was
 * registered arrives as itself instead; any other arrives as a {@code RemoteException} with code {@link Code#INTERNAL}
 * that names its class and carries the id under which the server has logged it. So does every {@link Error}: what broke
 * the server's virtual machine has not broken this one.
 *
 * <p>Methods that declare {@link java.rmi.RemoteException} throw the matching subclass of that, with this as its cause.
 */
public final class RemoteException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Why there is no outcome. The set is closed; its order is the wire's. */
    public enum Code {
        /** The peer cannot be reached or has gone; the call was not run. */
        UNAVAILABLE,
        /** The time for the call was up. */
        DEADLINE_EXCEEDED,
        /** The caller, or somebody for it, gave the call up. */
        CANCELLED,
        /** No such name, object or method. */
        NOT_FOUND,
        /** The call does not fit the method it names. */
        INVALID_CALL,
        /** A limit, a policy or a drain turned the call away before it ran, or ended a task together with its child JVM. */
        REFUSED,
        /** A value could not be turned into bytes, or bytes into a value. */
        CODEC,
        /** The link broke while the call was out: it may or may not have run. */
        UNKNOWN_OUTCOME,
        /** The method threw what may not travel, or Wherry itself failed. */
        INTERNAL
    }

    private final Code code;
    private final @Nullable String remoteClass;
    private final @Nullable String id;

    public RemoteException(Code code, String message) {
        this(code, message, null, null, null);
    }

    public RemoteException(Code code, String message, @Nullable Throwable cause) {
        this(code, message, cause, null, null);
    }

    /**
     * @param remoteClass the class of what was thrown over there, when it could not travel
     * @param id under which the peer has logged the failure
     */
    public RemoteException(
            Code code, String message, @Nullable Throwable cause, @Nullable String remoteClass, @Nullable String id) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.remoteClass = remoteClass;
        this.id = id;
    }

    public Code code() {
        return code;
    }

    /** The class of what the method threw, when it could not arrive as itself. */
    public @Nullable String remoteClass() {
        return remoteClass;
    }

    /** The id under which the peer has logged this failure, if it has. */
    public @Nullable String id() {
        return id;
    }
}
