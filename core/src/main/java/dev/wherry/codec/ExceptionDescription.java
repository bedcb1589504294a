package dev.wherry.codec;

import dev.wherry.CallException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Describes a cause or a suppressed exception whose class may not travel, so that the rest of the chain can travel. */
public final class ExceptionDescription {
    /** The number of causes of an exception that are sent, one below the other. */
    public static final int MOST_CAUSES = 16;
    /** The number of suppressed exceptions of one exception that are sent. */
    public static final int MOST_SUPPRESSED = 16;
    /** The number of exceptions that are sent in all, as causes or suppressed exceptions of the first. */
    public static final int MOST = 64;

    /** The number of causes that are followed to find the last one. */
    private static final int FARTHEST = 10_000;

    private ExceptionDescription() {}

    /**
     * Returns an exception that names the class of the original. It has the original's cause, suppressed exceptions and
     * stack trace. If a getter that the class overrides throws, its value is left out.
     */
    public static CallException of(Throwable thrown) {
        return of(thrown, link -> link);
    }

    /** @param links replaces the cause and each suppressed exception; null leaves it out */
    public static CallException of(Throwable thrown, UnaryOperator<@Nullable Throwable> links) {
        String name = thrown.getClass().getName();
        CallException described =
                new CallException(CallException.Code.INTERNAL, text(thrown), links.apply(cause(thrown)), name, null);
        try {
            described.setStackTrace(thrown.getStackTrace());
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the class's own code
            described.setStackTrace(new StackTraceElement[0]);
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            Throwable link = links.apply(suppressed);
            if (link != null) {
                described.addSuppressed(link);
            }
        }
        return described;
    }

    /**
     * Returns the text of an exception as {@link Throwable#toString} composes it. The class may have overridden that
     * method with one that throws.
     */
    public static String text(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            return message == null ? name : name + ": " + message;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return name + " (its getMessage threw " + e.getClass().getName() + ")";
        }
    }

    /**
     * Returns the cause; null if there is none, or if the class has overridden {@code getCause} with a method that
     * throws.
     */
    public static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the class's own code
            return null;
        }
    }

    /** Returns the last of the causes of an exception, so that it is kept if a chain is cut; null if there is none. */
    public static @Nullable Throwable rootCause(Throwable thrown) {
        Set<Throwable> met = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable last = null;
        Throwable each = cause(thrown);
        while (each != null && met.size() < FARTHEST && met.add(each)) {
            last = each;
            each = cause(each);
        }
        return last;
    }
}
