package dev.wherry.http.json;

import java.io.Serial;

/** A declared type whose values cannot be JSON. The message says why. */
public final class UnsupportedTypeException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates the refusal of a declared type. */
    public UnsupportedTypeException(String message) {
        super(message, null, false, false);
    }
}
