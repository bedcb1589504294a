package dev.wherry.internal.invoke;

import dev.wherry.CallException;
import dev.wherry.spi.CodecException;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;

/**
 * Converts failures for methods that declare {@code java.rmi.RemoteException}, so that catch blocks written for RMI work.
 * Wherry's exception is the cause ({@code detail}) of each, or the cause of its cause:
 *
 * <table>
 * <caption>By code</caption>
 * <tr><th>Wherry</th><th>RMI</th></tr>
 * <tr><td>UNAVAILABLE, not run</td><td>ConnectException</td></tr>
 * <tr><td>REFUSED, not run</td><td>ConnectIOException</td></tr>
 * <tr><td>NOT_FOUND, not run</td><td>NoSuchObjectException</td></tr>
 * <tr><td>these three otherwise, DEADLINE_EXCEEDED, CANCELLED, UNKNOWN_OUTCOME</td>
 *     <td>UnmarshalException, as after RMI's response time-out: may have run</td></tr>
 * <tr><td>CODEC, an argument at the caller</td><td>MarshalException</td></tr>
 * <tr><td>CODEC, the result at the caller</td><td>UnmarshalException</td></tr>
 * <tr><td>CODEC at the server, INVALID_CALL</td><td>ServerException around an UnmarshalException</td></tr>
 * <tr><td>INTERNAL, an Error there</td><td>ServerError</td></tr>
 * <tr><td>INTERNAL</td><td>ServerException</td></tr>
 * </table>
 *
 * <p>Programs of RMI make a call again after one of the first three, since it was not run then.
 *
 * <p>A {@code java.rmi.RemoteException} that the method itself threw is wrapped in a ServerException, and a checked exception
 * that it does not declare in an UnexpectedException, both as in RMI. All other failures stay as they are.
 *
 * <p>This is not a part of {@link Failures}, so that it is loaded only if the module {@code java.rmi} is needed anyway.
 */
final class RmiFailures {
    private RmiFailures() {}

    static Throwable asDeclared(Throwable failure, RemoteMethod method) {
        if (failure instanceof CallException ours) {
            return traced(of(ours, method), ours);
        }
        if (failure instanceof java.rmi.RemoteException theirs) {
            return traced(
                    new ServerException(method.name() + " threw a java.rmi.RemoteException of its own", theirs),
                    theirs);
        }
        return method.expects(failure)
                ? failure
                : traced(
                        caused(new UnexpectedException(method.name() + " threw what it does not declare"), failure),
                        failure);
    }

    /** Returns the exception of a call that was not made, since its types cannot be sent. */
    static Throwable notMarshalled(CallException ours) {
        return traced(new MarshalException("The call was not made", ours), ours);
    }

    /** Has a short message, since RMI's exceptions add the message of their cause to it. */
    private static java.rmi.RemoteException of(CallException ours, RemoteMethod method) {
        String message = method.name() + " failed: " + ours.code();
        boolean safe = ours.outcome() == CallException.Outcome.NOT_RUN;
        return switch (ours.code()) {
            case UNAVAILABLE -> safe ? new ConnectException(message, ours) : new UnmarshalException(message, ours);
            case REFUSED, UNAUTHENTICATED ->
                safe ? new ConnectIOException(message, ours) : new UnmarshalException(message, ours);
            case NOT_FOUND -> caused(safe ? new NoSuchObjectException(message) : new UnmarshalException(message), ours);
            case DEADLINE_EXCEEDED, CANCELLED, UNKNOWN_OUTCOME -> new UnmarshalException(message, ours);
            case CODEC -> codec(ours, message);
            case INVALID_CALL -> new ServerException(message, new UnmarshalException("at the other end", ours));
            case INTERNAL ->
                ours.isRemoteError() ? new ServerError(message, error(ours)) : new ServerException(message, ours);
        };
    }

    private static java.rmi.RemoteException codec(CallException ours, String message) {
        if (!(ours.getCause() instanceof CodecException here)) {
            return new ServerException(message, new UnmarshalException("at the other end", ours));
        }
        return here.path().startsWith("parameter")
                ? new MarshalException(message, ours)
                : new UnmarshalException(message, ours);
    }

    /** Serves code that expects the detail of a ServerError to be an Error. */
    private static Error error(CallException ours) {
        Error error = new Error(ours.getMessage(), ours);
        error.setStackTrace(ours.getStackTrace());
        return error;
    }

    /** Sets the cause of exceptions whose constructor takes none: RMI returns this field from {@code getCause}. */
    private static java.rmi.RemoteException caused(java.rmi.RemoteException theirs, Throwable ours) {
        theirs.detail = ours;
        return theirs;
    }

    private static Throwable traced(java.rmi.RemoteException theirs, Throwable ours) {
        theirs.setStackTrace(ours.getStackTrace());
        return theirs;
    }
}
