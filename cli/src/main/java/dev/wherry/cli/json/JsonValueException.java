package dev.wherry.cli.json;

import java.io.Serial;

/** Thrown for JSON that is not a value of the wanted type, and for a value that JSON cannot represent. */
public final class JsonValueException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception with a message that says what is wrong. */
    public JsonValueException(String message, Throwable cause) {
        super(message, cause);
    }
}
