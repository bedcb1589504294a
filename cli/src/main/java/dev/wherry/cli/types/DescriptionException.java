package dev.wherry.cli.types;

import java.io.Serial;

/** Thrown for a peer's description of an interface that is invalid or not allowed. */
public final class DescriptionException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    DescriptionException(String interfaceName, String problem) {
        super("The peer's description of '%s' is refused: %s".formatted(shortened(interfaceName), problem));
    }

    static String shortened(String text) {
        return text.length() <= 80 ? text : text.substring(0, 77) + "...";
    }
}
