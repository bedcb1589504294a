package dev.wherry.cli.source;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A source file makes no task; the message is for who wrote it. */
public final class SourceException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    SourceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
