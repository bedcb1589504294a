package dev.wherry.codec;

import dev.wherry.CallException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What stands for a cause or a suppressed exception whose class may not travel, so that the rest of its chain can. */
public final class ExceptionDescription {
    /** The causes of an exception that are sent, one below the other. */
    public static final int MOST_CAUSES = 16;
    /** The suppressed exceptions of one exception that are sent. */
    public static final int MOST_SUPPRESSED = 16;
    /** The exceptions that are sent in all, reached from the first by any way. */
    public static final int MOST = 64;

    /** Causes that are followed to find the last. */
    private static final int FARTHEST = 10_000;

    private ExceptionDescription() {}

    /**
     * Names the class; with the cause, the suppressed exceptions and the trace of the original. What a getter throws that
     * the class overrides, the description goes without.
     */
    public static CallException of(Throwable thrown) {
        return of(thrown, link -> link);
    }

    /** @param links gives what takes the place of its cause and of each suppressed exception; null: nothing does */
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

    /** As {@link Throwable#toString} does it, which a class may have overridden with something that throws. */
    public static String text(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            return message == null ? name : name + ": " + message;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return name + " (its getMessage threw " + e.getClass().getName() + ")";
        }
    }

    /** Null where the class has overridden {@code getCause} with something that throws. */
    public static @Nullable Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (RuntimeException | StackOverflowError | LinkageError e) { // of the class's own code
            return null;
        }
    }

    /** The last of the causes of an exception, so that it is not lost where a chain is cut; null if there is none. */
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
