package dev.wherry.cli;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown if a command cannot go on. The message is for the person at the terminal. */
final class CommandException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final ExitCode exit;

    CommandException(ExitCode exit, String message) {
        this(exit, message, null);
    }

    CommandException(ExitCode exit, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exit = exit;
    }

    ExitCode exit() {
        return exit;
    }
}
