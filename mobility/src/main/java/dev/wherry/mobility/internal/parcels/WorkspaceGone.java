package dev.wherry.mobility.internal.parcels;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;

/** A workspace takes no more tasks: it was released, or its child JVM has ended. The task was not run. */
public final class WorkspaceGone extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param what the workspace, and why it is gone */
    public WorkspaceGone(String what) {
        super(what + "; open another one: Workspace.at(peer, ...)");
    }

    /** Returns the exception that the sender of the task gets. */
    public CallException toCallException() {
        return new CallException(Code.NOT_FOUND, String.valueOf(getMessage()), this);
    }
}
