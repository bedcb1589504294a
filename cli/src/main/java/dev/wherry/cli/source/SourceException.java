package dev.wherry.cli.source;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown for a source file that is not a task. The message is for its author. */
public final class SourceException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    SourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
