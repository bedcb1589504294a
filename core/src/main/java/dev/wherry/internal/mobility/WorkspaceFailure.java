package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;

/** What hinders a workspace from running a task, which is not a failure of the task: its sender gets it as it is. */
final class WorkspaceFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final RemoteException told;

    WorkspaceFailure(RemoteException told) {
        super(told);
        this.told = told;
    }

    RemoteException told() {
        return told;
    }
}
