package dev.wherry.cli.policy;

import dev.wherry.text.OneLine;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses amounts of bytes such as {@code 256 MiB}. */
final class Amount {
    static final String EXPECTED = "an amount such as \"256 MiB\"";
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}) ?(b|bytes|kib|mib|gib)");

    private Amount() {}

    static long bytes(String text) {
        Matcher matcher = WRITTEN.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + OneLine.of(text) + "' is not an amount of bytes: expected " + EXPECTED);
        }
        int power = switch (matcher.group(2)) {
            case "kib" -> 10;
            case "mib" -> 20;
            case "gib" -> 30;
            default -> 0;
        };
        return Long.parseLong(matcher.group(1)) << power;
    }

    static int fewBytes(String text) {
        long bytes = bytes(text);
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "'" + OneLine.of(text) + "' is too large: the most is 2 GiB less 1 byte");
        }
        return (int) bytes;
    }
}
