package dev.wherry.cli.json;

import java.io.Serial;

/** JSON that is no value of the type asked for, or a value that JSON cannot say. */
public final class JsonValueException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** With what was wrong. */
    public JsonValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
