package dev.wherry.mobility;

import dev.wherry.CallOptions;
import dev.wherry.Tasks;

/**
 * Where a peer runs tasks: classes and static fields of their own, apart from those of other workspaces. Tasks sent to one
 * workspace meet each other's statics. A {@link dev.wherry.Peer} itself sends to a private workspace of its connection.
 * For any thread.
 */
public interface Workspace extends Tasks, AutoCloseable {
    /**
     * Lets go of it. The host unloads its classes once nobody uses it and the last task in it has ended; one that is
     * {@link WorkspaceOptions#kept()} it unloads when a task asks for it by {@link dev.wherry.Here#release()}.
     */
    @Override
    void close();

    @Override
    Workspace with(CallOptions options);
}
