package dev.wherry.access;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown for an invalid policy file. The message names the file, the line and the column. */
public final class PolicyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates an exception with a cause, or null for none. */
    public PolicyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
