package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import java.util.regex.Pattern;

/** Decides which regular expressions may travel, once {@link Pattern} is registered. */
public final class Patterns {
    private static final int FLAGS = Pattern.UNIX_LINES
            | Pattern.CASE_INSENSITIVE
            | Pattern.COMMENTS
            | Pattern.MULTILINE
            | Pattern.LITERAL
            | Pattern.DOTALL
            | Pattern.UNICODE_CASE
            | Pattern.UNICODE_CHARACTER_CLASS;

    private Patterns() {}

    /**
     * Refuses {@link Pattern#CANON_EQ}. Compiling with it tries each order of combining marks, which takes gigabytes
     * for ten of them.
     */
    public static void checkFlags(int flags) {
        if ((flags & ~FLAGS) != 0) {
            throw CodecException.refused(
                    "a Pattern with the flags 0x" + Integer.toHexString(flags),
                    "CANON_EQ and flags that are not known here may not travel. Pass the expression as text.");
        }
    }
}
