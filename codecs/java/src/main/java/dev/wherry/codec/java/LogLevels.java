package dev.wherry.codec.java;

import dev.wherry.codec.java.Substitutes.LogLevel;
import dev.wherry.spi.CodecException;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;

/**
 * Levels of {@code java.util.logging}, which travel by name and value. The JDK would register an unknown level from its serial
 * form for as long as the JVM runs. That would change the result of {@link Level#parse} and name a resource bundle.
 */
final class LogLevels {
    private static final @Nullable Class<?> TYPE = load();

    private LogLevels() {}

    private static @Nullable Class<?> load() {
        try {
            return Class.forName("java.util.logging.Level", false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            return null; // its module is not in this image
        }
    }

    /** Whether it is the class of all levels that are not of a class of a user's. */
    static boolean is(Class<?> type) {
        return type == TYPE;
    }

    static LogLevel substitute(Object level) {
        return new LogLevel(((Level) level).getName(), ((Level) level).intValue());
    }

    /** The level that the JDK or the program has made. */
    static Object find(LogLevel read) {
        String name = read.name();
        if (name == null || TYPE == null) {
            throw CodecException.malformed("a log level without a name, or where there is no java.logging");
        }
        // An unknown number would be made a level.
        Level found = isNumber(name) ? null : parsed(name);
        if (found == null || !found.getName().equals(name) || found.intValue() != read.value()) {
            throw CodecException.refused(
                    "the log level " + name + " of the value " + read.value(),
                    "Only levels that exist at the receiver are read, and none whose name is a number. Initialize the"
                            + " class that defines it there, or pass its name or value.");
        }
        return found;
    }

    private static @Nullable Level parsed(String name) {
        try {
            return Level.parse(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isNumber(String name) {
        return name.codePoints()
                .skip(name.startsWith("-") || name.startsWith("+") ? 1 : 0)
                .allMatch(Character::isDigit);
    }
}
