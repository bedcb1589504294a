package dev.wherry.dds.cdr;

/** How a call ended, by the number that OMG DDS-RPC gives it. */
public enum RemoteExceptionCode {
    /** The method returned, or threw an exception that it declares. */
    OK,
    /** The service cannot do this. */
    UNSUPPORTED,
    /** An argument is not a value of its type. */
    INVALID_ARGUMENT,
    /** The service has no capacity for the call. */
    OUT_OF_RESOURCES,
    /** The service has no such operation. */
    UNKNOWN_OPERATION,
    /** The method threw an exception that it does not declare. */
    UNKNOWN_EXCEPTION
}
