package dev.wherry.codec;

import dev.wherry.RemoteException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands for a cause or a suppressed exception whose class may not travel, so that the rest of its chain can. */
public final class Described {
    /** An exception travels with so many frames of its stack trace at the most. */
    public static final int MOST_FRAMES = 256;

    /** Causes that are followed to find the last. */
    private static final int FARTHEST = 10_000;

    private Described() {}

    /** Names the class; with the cause, the suppressed exceptions and the trace of the original. */
    public static RemoteException of(Throwable thrown) {
        String name = thrown.getClass().getName();
        RemoteException described = new RemoteException(
                RemoteException.Code.INTERNAL, name + ": " + thrown.getMessage(), thrown.getCause(), name, null);
        described.setStackTrace(thrown.getStackTrace());
        for (Throwable suppressed : thrown.getSuppressed()) {
            described.addSuppressed(suppressed);
        }
        return described;
    }

    /** The last of the causes of an exception, so that it is not lost where a chain is cut; null if there is none. */
    public static @Nullable Throwable rootCause(Throwable thrown) {
        Set<Throwable> met = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable last = null;
        Throwable each = thrown.getCause();
        while (each != null && met.size() < FARTHEST && met.add(each)) {
            last = each;
            each = each.getCause();
        }
        return last;
    }
}
