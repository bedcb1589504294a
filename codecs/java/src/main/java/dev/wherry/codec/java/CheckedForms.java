package dev.wherry.codec.java;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.java.StreamHandles.Node;
import dev.wherry.spi.CodecException;
import java.net.Inet6Address;
import java.text.DateFormatSymbols;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The JDK's values that are checked in the stream before they are made, or that cost more than their bytes as keys. */
final class CheckedForms {
    private static final String DURATION = "com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl";
    /** The class of the object that a duration writes instead of itself. */
    private static final String TEXT_OF_DURATION = DURATION + "$DurationStream";
    /** Parsing is quadratic in the digits. */
    private static final int LONGEST_DURATION = 1_000;
    /** Comparing two adds each to four dates. */
    private static final int COST_OF_DURATION = 500;

    private static final int COST_OF_INTERFACE = 20_000;
    /** Adding one to a date goes through the months of its days. */
    private static final int COST_OF_DAY = 40;

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MOST = Integer.MAX_VALUE;

    private CheckedForms() {}

    /** Whether this is a duration that stands in the stream as itself, as the JDK's never do. */
    static boolean isDuration(Class<?> type) {
        return type.getName().equals(DURATION);
    }

    /** Whether a field is the locale of a format of java.text or of its symbols. */
    static boolean isLocaleOfFormat(StreamClass part, int field) {
        return part.declared().get(field) == Locale.class
                && part.type().getPackageName().equals("java.text");
    }

    /** Whether the fields of a class are to be checked. */
    static boolean concerns(Class<?> part) {
        return part == DateFormatSymbols.class
                || part == Inet6Address.class
                || part.getName().equals(TEXT_OF_DURATION);
    }

    /**
     * Checks a field that has been scanned.
     *
     * @param text its bytes, if it is a text that stands here; null otherwise
     */
    static void check(Class<?> part, String field, Node value, @Nullable String text, DecodingBudget budget) {
        if (part == Inet6Address.class) {
            boolean named = field.equals("ifname") && value != StreamHandles.NULL;
            // The JDK asks the system for all network interfaces, to find one of that name.
            budget.takeWork(named ? COST_OF_INTERFACE : 0, "Reading an Inet6Address with the name of its interface");
        } else if (part != DateFormatSymbols.class) {
            checkDuration(value, text);
        } else if (field.equals("zoneStrings") && value == StreamHandles.NULL) {
            // The JDK would look up the names of all zones when these are compared.
            throw CodecException.malformed("a java.text.DateFormatSymbols without the names of time zones");
        }
    }

    private static void checkDuration(Node value, @Nullable String text) {
        if (text == null) {
            throw CodecException.malformed("a javax.xml.datatype.Duration without a text of its own");
        }
        if (text.length() > LONGEST_DURATION) {
            throw CodecException.limit(
                    "a javax.xml.datatype.Duration whose text is longer than " + LONGEST_DURATION,
                    "the text of a Duration");
        }
        value.cost += COST_OF_DURATION;
        value.searching += COST_OF_DAY * days(text); // to compare two is to count their days
    }

    /** The days and the time of a duration in days, as far as the text is one; years and months cost nothing. */
    private static long days(String text) {
        long seconds = 0;
        long number = 0;
        boolean time = false;
        boolean fraction = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isDigit(c)) {
                number = fraction ? number : Math.min(MOST, 10 * number + Character.digit(c, 10));
                continue;
            }
            time |= c == 'T';
            fraction = c == '.';
            if (!fraction) {
                seconds += number * unit(c, time);
                number = 0;
            }
        }
        return seconds / SECONDS_PER_DAY;
    }

    private static long unit(char designator, boolean time) {
        return switch (designator) {
            case 'D' -> SECONDS_PER_DAY;
            case 'H' -> 3_600;
            case 'M' -> time ? 60 : 0;
            case 'S' -> 1;
            default -> 0;
        };
    }
}
