package dev.wherry.dds.cdr;

/** How a call ended, by the number that OMG DDS-RPC gives it. */
public enum RemoteExceptionCode {
    /** The method returned, or threw an exception that it declares. */
    OK(0),
    /** The service cannot do this. */
    UNSUPPORTED(1),
    /** An argument is not a value of its type. */
    INVALID_ARGUMENT(2),
    /** The service has no capacity for the call. */
    OUT_OF_RESOURCES(3),
    /** The service has no such operation. */
    UNKNOWN_OPERATION(4),
    /** The method threw an exception that it does not declare. */
    UNKNOWN_EXCEPTION(5);

    private final int number;

    RemoteExceptionCode(int number) {
        this.number = number;
    }

    /** Returns the number that is sent. */
    int number() {
        return number;
    }
}
