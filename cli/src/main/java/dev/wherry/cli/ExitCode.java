package dev.wherry.cli;

import dev.wherry.CallException;

/** The exit statuses of the command. They are a part of the interface: numbers are added, never changed. */
enum ExitCode {
    DONE(0, "Done"),
    FAILED(1, "A method, a task, listening at an address, a step of the demo or a cell of the lab failed"),
    USAGE(2, "Invalid command line, or an invalid input file"),
    UNREACHABLE(3, "Connection refused, or no endpoint answers at the address"),
    NOT_FOUND(4, "No such name, object, method, class or file"),
    TIMED_OUT(5, "Deadline exceeded"),
    REFUSED(6, "A limit, a policy or a type refused the call, its values or its code"),
    UNKNOWN(7, "The connection ended during the call, which may or may not have run");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    int status() {
        return status;
    }

    /** Returns the line of the help for this status. */
    String line() {
        return " %d   %s".formatted(status, meaning);
    }

    static ExitCode of(CallException.Code code) {
        return switch (code) {
            case UNAVAILABLE -> UNREACHABLE;
            case NOT_FOUND -> NOT_FOUND;
            case DEADLINE_EXCEEDED -> TIMED_OUT;
            case INVALID_CALL, REFUSED, UNAUTHENTICATED, CODEC -> REFUSED;
            case UNKNOWN_OUTCOME -> UNKNOWN;
            case CANCELLED, INTERNAL -> FAILED;
        };
    }
}
