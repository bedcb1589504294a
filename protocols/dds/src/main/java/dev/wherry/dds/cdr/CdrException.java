package dev.wherry.dds.cdr;

import java.io.Serial;

/** Thrown if bytes are not a value of the expected type, or a value cannot be sent. Repeats nothing of a peer's text. */
public final class CdrException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String path;
    private final int position;
    private final String reason;

    /**
     * Creates a failure without a stack trace, since it describes input.
     *
     * @param position the number of bytes before the one that is wrong, or of those that are written
     */
    CdrException(String reason, int position) {
        this("", reason, position);
    }

    private CdrException(String path, String reason, int position) {
        super((path.isEmpty() ? "" : path + ": ") + reason + " (at byte " + position + ")", null, false, false);
        this.path = path;
        this.reason = reason;
        this.position = position;
    }

    /** Returns the same failure of the value that has this part. */
    CdrException within(String part) {
        return new CdrException(part + path, reason, position);
    }

    /** Returns where the wrong value is, such as {@code Order.lines[3].price}. */
    public String path() {
        return path;
    }

    /** Returns the number of bytes before the one that is wrong, with the header of 4 bytes; or of those that were written. */
    public int position() {
        return position;
    }

    /** Returns what is wrong, without the place. */
    public String reason() {
        return reason;
    }
}
