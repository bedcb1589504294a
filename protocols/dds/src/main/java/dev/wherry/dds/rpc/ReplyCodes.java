package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.dds.cdr.RemoteExceptionCode;

/** The codes of DDS-RPC for failures of calls that are not exceptions of the method. A reply has no text besides. */
final class ReplyCodes {
    private ReplyCodes() {}

    /** Returns the code of a failure; {@link RemoteExceptionCode#UNKNOWN_EXCEPTION} for any that is not of Wherry. */
    static RemoteExceptionCode of(Throwable failure) {
        if (!(failure instanceof CallException call)) {
            return RemoteExceptionCode.UNKNOWN_EXCEPTION;
        }
        return switch (call.code()) {
            case INVALID_CALL -> RemoteExceptionCode.INVALID_ARGUMENT;
            case UNAVAILABLE, DEADLINE_EXCEEDED -> RemoteExceptionCode.OUT_OF_RESOURCES;
            case NOT_FOUND -> RemoteExceptionCode.UNKNOWN_OPERATION;
            case REFUSED, UNAUTHENTICATED -> RemoteExceptionCode.UNSUPPORTED;
            case CANCELLED, CODEC, UNKNOWN_OUTCOME, INTERNAL -> RemoteExceptionCode.UNKNOWN_EXCEPTION;
        };
    }

    /** @param called what was called, for the message */
    static CallException failure(RemoteExceptionCode code, String called) {
        return switch (code) {
            case OK, UNKNOWN_EXCEPTION ->
                new CallException(
                                Code.INTERNAL,
                                called + " threw an exception that it does not declare, or took longer than its"
                                        + " timeout. The server's log may have it")
                        .withOutcome(Outcome.RAN);
            case UNSUPPORTED -> new CallException(Code.REFUSED, called + " was refused by the server");
            case INVALID_ARGUMENT ->
                new CallException(Code.INVALID_CALL, called + " was refused: an argument is not a value of its type");
            case OUT_OF_RESOURCES ->
                new CallException(Code.UNAVAILABLE, called + " was refused: the server has no capacity for it now");
            case UNKNOWN_OPERATION ->
                new CallException(Code.NOT_FOUND, called + " is unknown to the server: it serves another interface");
        };
    }
}
