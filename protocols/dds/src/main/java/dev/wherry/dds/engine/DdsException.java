package dev.wherry.dds.engine;

/** An operation of DDS has failed. */
public final class DdsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;
    private final String function;
    private final int code;

    /** The reasons that a caller may want to tell apart. */
    public enum Kind {
        /** No implementation can be used here. */
        UNAVAILABLE,
        /** The participant or one of its parts is closed. */
        CLOSED,
        /** A time limit has passed. */
        TIMEOUT,
        /** A payload is not a value of the type of its topic. */
        MALFORMED,
        /** The implementation does not accept a type, a policy, a name or a number. */
        REFUSED,
        /** The call would block a virtual thread together with its carrier. */
        WRONG_THREAD,
        /** Any other reason. */
        FAILED
    }

    /** A failure that no native function has reported. */
    public DdsException(Kind kind, String message) {
        this(kind, message, "", 0);
    }

    private DdsException(Kind kind, String message, String function, int code) {
        super(message);
        this.kind = kind;
        this.function = function;
        this.code = code;
    }

    /**
     * A failure that a native function has reported.
     *
     * @param what was attempted, such as "Creating the topic 'Echo'"
     * @param text of the return code
     */
    public static DdsException of(Kind kind, String what, String function, int code, String text) {
        return new DdsException(
                kind, what + " failed: " + text + " (" + function + " returned " + code + ")", function, code);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the native function that has failed; empty if none has. */
    public String function() {
        return function;
    }

    /** Returns what the function has returned; 0 if none has failed. */
    public int code() {
        return code;
    }
}
