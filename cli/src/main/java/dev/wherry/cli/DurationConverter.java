package dev.wherry.cli;

import dev.wherry.text.OneLine;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Parses durations such as {@code 200ms}, {@code 5s} and {@code 2m}, and those of ISO 8601, such as {@code PT5S}. */
final class DurationConverter implements CommandLine.ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        try {
            return parsed(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(e.getMessage());
        }
    }

    static Duration parsed(String text) {
        Duration duration = parse(text);
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("'" + OneLine.of(text) + "' is not a duration above 0");
        }
        return duration;
    }

    private static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("'" + OneLine.of(text) + "' is not a duration such as 200ms, 5s or 2m");
        }
    }
}
