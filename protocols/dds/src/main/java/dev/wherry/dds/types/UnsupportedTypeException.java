package dev.wherry.dds.types;

import java.io.Serial;

/** Thrown if values of a Java type cannot be sent by DDS. The message says which part of it is the reason, and why. */
public final class UnsupportedTypeException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final String path;
    private final String reason;

    /** Creates the refusal of a type, for which the path is empty yet. */
    public UnsupportedTypeException(String reason) {
        this("", reason);
    }

    private UnsupportedTypeException(String path, String reason) {
        super(path.isEmpty() ? reason : path + ": " + reason, null, false, false);
        this.path = path;
        this.reason = reason;
    }

    /** Returns the same refusal of the type that has this part. */
    UnsupportedTypeException within(String part) {
        return new UnsupportedTypeException(part + path, reason);
    }

    /** Returns where the part is, such as {@code Order.lines[].price}. */
    public String path() {
        return path;
    }

    /** Returns why the part cannot be sent. */
    public String reason() {
        return reason;
    }
}
