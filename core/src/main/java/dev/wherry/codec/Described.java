package dev.wherry.codec;

import dev.wherry.RemoteException;

/** What stands for a cause or a suppressed exception whose class may not travel, so that the rest of its chain can. */
public final class Described {
    /** An exception travels with so many frames of its stack trace at the most. */
    public static final int MOST_FRAMES = 256;

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
}
