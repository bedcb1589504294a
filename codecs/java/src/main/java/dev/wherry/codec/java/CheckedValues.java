package dev.wherry.codec.java;

import dev.wherry.codec.Patterns;
import dev.wherry.spi.CodecException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * The JDK's values that are checked when they have been read, before anything uses them: the bytes of a peer make values
 * that no constructor would. See {@link CheckedForms} for those that must not even be made.
 */
final class CheckedValues {
    /** More digits of a second than clocks have: adding a second to a fraction makes it as long as its scale says. */
    private static final int MOST_DIGITS = 1_000;

    private static final ClassValue<Consumer<Object>> CHECKS = new ClassValue<>() {
        @Override
        protected Consumer<Object> computeValue(Class<?> type) {
            return switch (type.getName()) { // a class whose module may not be there is not named otherwise
                case "java.lang.StackTraceElement" -> value -> checkFrame((StackTraceElement) value);
                case "java.util.regex.Pattern" -> value -> Patterns.checkFlags(((Pattern) value).flags());
                case "com.sun.org.apache.xerces.internal.jaxp.datatype.XMLGregorianCalendarImpl" ->
                    value -> checkFraction(((XMLGregorianCalendar) value).getFractionalSecond());
                default -> value -> {};
            };
        }
    };

    private CheckedValues() {}

    /** The locales of the JDK, made when the first format of another locale than the usual ones is read. */
    private static final class Locales {
        static final Set<Locale> ALL = Set.of(Locale.getAvailableLocales());
    }

    static void check(Object value) {
        CHECKS.get(value.getClass()).accept(value);
    }

    /** As its constructor does: whatever prints or searches a trace counts on it. */
    @SuppressWarnings("ConstantValue") // the stream brings null where it has none
    private static void checkFrame(StackTraceElement frame) {
        if (frame.getClassName() == null || frame.getMethodName() == null) {
            throw CodecException.malformed("a frame of a stack trace without a class or a method");
        }
    }

    @SuppressWarnings("ConstantValue") // it is null where there is none
    private static void checkFraction(BigDecimal second) {
        if (second != null && (second.scale() > MOST_DIGITS || second.scale() < 0)) {
            throw CodecException.malformed("a fraction of a second with the scale " + second.scale());
        }
    }

    /**
     * Checks the locale of a format or of its symbols: the JDK keeps what it finds for a locale, which may be nothing, for as
     * long as the JVM runs.
     */
    static void checkOfFormat(Object locale) {
        boolean usual = locale.equals(Locale.ROOT) || locale.equals(Locale.US) || locale.equals(Locale.getDefault());
        if (!usual && !Locales.ALL.contains(locale)) {
            throw CodecException.refused(
                    "a format of java.text, or its symbols, in the locale " + locale,
                    "Only locales of Locale.getAvailableLocales() at the receiver are read with a format. Use one of"
                            + " them, or pass the pattern and the locale's tag as texts.");
        }
    }
}
