package dev.wherry.codec;

import dev.wherry.spi.CodecException;
import java.util.regex.Pattern;

/** Which regular expressions may travel, once {@link Pattern} is registered. */
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
     * Refuses {@link Pattern#CANON_EQ}, with which compiling tries each order of a text's combining marks: ten of them take
     * gigabytes.
     */
    public static void checkFlags(int flags) {
        if ((flags & ~FLAGS) != 0) {
            throw CodecException.refused(
                    "a Pattern with the flags 0x" + Integer.toHexString(flags),
                    "CANON_EQ and flags that are not known here may not travel. Pass the expression as text.");
        }
    }
}
