package dev.wherry.internal.events;

import dev.wherry.text.Throttle;
import java.lang.System.Logger;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The log of sessions. It never throws, whatever the logger behind it does. Without memory or descriptors logging fails
 * first, and the thread that logs must continue all the same. It is a class of its own because finding the JVM's loggers
 * takes longer than a call.
 */
public final class Log implements Logger {
    public static final Logger LOG = new Log(System.getLogger("dev.wherry.session"));

    /** A failure that repeats at every turn of a loop is logged once a second. */
    private static final Throttle FAILURES = new Throttle(5, TimeUnit.SECONDS.toNanos(1));

    private final Logger logger;

    Log(Logger logger) {
        this.logger = logger;
    }

    /**
     * Logs a failure of a thread that serves many and goes on whatever it is. Throws nothing, and allocates nothing that it
     * depends on.
     */
    public static void goingOn(String what, Throwable failed) {
        try {
            long silent = FAILURES.next(System.nanoTime());
            if (silent >= 0) {
                LOG.log(Level.ERROR, what + "; going on" + Throttle.more(silent), failed);
            }
        } catch (Throwable again) {
            // The failure itself cannot be logged.
        }
    }

    /** Logs, and writes to standard error while the JVM shuts down, since loggers are closed at the same time. */
    public static void evenAtTheEnd(Level level, String text) {
        LOG.log(level, text);
        if (isJvmEnding()) {
            System.err.println(text);
        }
    }

    private static boolean isJvmEnding() {
        Thread hook = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true; // hooks can no longer be added or removed
        }
    }

    /**
     * Loads what the JDK's logging needs for its first line. If it first looked for the table of time zones while the
     * process has no memory or descriptor left, that would fail for as long as the JVM lives.
     */
    public static void prepare() {
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        LOG.log(Level.TRACE, "Ready to log at {0}", String.format("%1$tb %1$td, %1$tY %1$tl:%1$tM:%1$tS %1$Tp", now));
    }

    @Override
    public String getName() {
        return logger.getName();
    }

    @Override
    public boolean isLoggable(Level level) {
        try {
            return logger.isLoggable(level);
        } catch (Throwable e) {
            return false;
        }
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String text, @Nullable Throwable thrown) {
        try {
            logger.log(level, bundle, text, thrown);
        } catch (Throwable e) {
            // The line is lost: the caller goes on.
        }
    }

    @Override
    public void log(
            Level level, @Nullable ResourceBundle bundle, @Nullable String format, Object @Nullable ... values) {
        try {
            logger.log(level, bundle, format, values);
        } catch (Throwable e) {
            // The line is lost: the caller goes on.
        }
    }
}
