package dev.wherry.cli.policy;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown for an invalid policy file. The message names the file and the line. */
public final class PolicyException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    PolicyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
