package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** A connection's use of a workspace, at the host. For any thread. */
abstract class WorkspaceClient {
    final HostedWorkspace workspace;

    /** How many one-way tasks have ended. */
    final LongAdder sent = new LongAdder();

    /** How many tasks run. Guarded by the workspace's lock. */
    int running;

    /** Whether it ends as soon as no task runs. Guarded by the same lock. */
    boolean left;

    private final Consumer<WorkspaceClient> over;

    /** @param over called when it has ended */
    WorkspaceClient(HostedWorkspace workspace, Consumer<WorkspaceClient> over) {
        this.workspace = workspace;
        this.over = over;
    }

    abstract Reply call(Parcel arguments) throws WorkspaceGone;

    /** Runs a one-way task. */
    abstract void send(Parcel arguments) throws WorkspaceGone;

    /** Returns whether none of its tasks runs. */
    boolean isIdle() {
        return workspace.isIdle(this);
    }

    /** Called when the connection has left and none of its tasks runs, or when the workspace has closed. */
    void over() {
        over.accept(this);
    }
}
