package dev.wherry.cli;

import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown if a command cannot go on. The message is for the person at the terminal. */
final class CommandException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final ExitCode exit;
    private final transient List<String> details;

    CommandException(ExitCode exit, String message) {
        this(exit, message, null);
    }

    CommandException(ExitCode exit, String message, @Nullable Throwable cause) {
        this(exit, message, cause, List.of());
    }

    /** @param details printed after the message, a line each */
    CommandException(ExitCode exit, String message, @Nullable Throwable cause, List<String> details) {
        super(message, cause);
        this.exit = exit;
        this.details = details;
    }

    ExitCode exit() {
        return exit;
    }

    List<String> details() {
        return details;
    }
}
