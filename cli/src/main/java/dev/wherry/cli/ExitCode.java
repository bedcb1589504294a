package dev.wherry.cli;

import dev.wherry.CallException;

/** The exit statuses of the command. They are a part of the interface: numbers are added, never changed. */
enum ExitCode {
    DONE(0, "Done"),
    FAILED(
            1,
            "The method or task threw, an address could not be listened at, or a step of the demo or a cell of the lab"
                    + " failed"),
    USAGE(2, "Invalid command line, or an invalid input file"),
    UNREACHABLE(3, "Nobody answers at the address"),
    NOT_FOUND(4, "No such name, object, method, class or file"),
    TIMED_OUT(5, "The time for the call was up"),
    REFUSED(6, "A limit, a policy or a type turned the call, its values or its code away"),
    UNKNOWN(7, "The connection broke while the call was out: it may or may not have run");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    int status() {
        return status;
    }

    /** One line of the help. */
    String line() {
        return " %d   %s".formatted(status, meaning);
    }

    static ExitCode of(CallException.Code code) {
        return switch (code) {
            case UNAVAILABLE -> UNREACHABLE;
            case NOT_FOUND -> NOT_FOUND;
            case DEADLINE_EXCEEDED -> TIMED_OUT;
            case INVALID_CALL, REFUSED, CODEC -> REFUSED;
            case UNKNOWN_OUTCOME -> UNKNOWN;
            case CANCELLED, INTERNAL -> FAILED;
        };
    }
}
