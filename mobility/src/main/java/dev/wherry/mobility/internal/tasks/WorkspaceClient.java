package dev.wherry.mobility.internal.tasks;

import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** A workspace as one connection uses it. For any thread. */
abstract class WorkspaceClient {
    final HostedWorkspace workspace;

    /** Tasks whose callers wait for nothing, that have come and ended. */
    final LongAdder sent = new LongAdder();

    /** How many tasks run. The workspace's, under its lock. */
    int running;

    /** Whether it is over as soon as none runs. Likewise. */
    boolean left;

    private final Consumer<WorkspaceClient> over;

    /** @param over told when it is */
    WorkspaceClient(HostedWorkspace workspace, Consumer<WorkspaceClient> over) {
        this.workspace = workspace;
        this.over = over;
    }

    abstract Reply call(Parcel arguments) throws WorkspaceGone;

    /** The same for a caller who waits for nothing. */
    abstract void send(Parcel arguments) throws WorkspaceGone;

    /** Whether none of its tasks runs. */
    boolean isIdle() {
        return workspace.isIdle(this);
    }

    /** The connection uses it no more, and none of its tasks runs; or the workspace has closed. */
    void over() {
        over.accept(this);
    }
}
