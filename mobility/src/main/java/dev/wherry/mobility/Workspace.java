package dev.wherry.mobility;

import dev.wherry.CallOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.internal.tasks.SessionTasks;

/**
 * A place at a peer that runs tasks with classes and static fields of its own, apart from those of other workspaces. Tasks
 * that are sent to one workspace share these. For any thread.
 */
public interface Workspace extends Tasks, AutoCloseable {
    /** Returns a workspace at a peer. Nothing is sent before its first task. */
    static Workspace at(Peer peer, WorkspaceOptions options) {
        return new PeerWorkspace(SessionTasks.of(peer).workspace(options));
    }

    /**
     * Releases the workspace. The host unloads its classes once nobody uses it and the last task in it has ended. A workspace
     * that is {@link WorkspaceOptions.Builder#kept kept} is unloaded when a task asks for it by {@link TaskContext#release()}.
     */
    @Override
    void close();

    @Override
    Workspace with(CallOptions options);
}
