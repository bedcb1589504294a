package dev.wherry.internal.mobility;

import org.jspecify.annotations.Nullable;

/** What one connection sends to a workspace: whether it may, and its code, if it has any. For any thread. */
final class SentCode {
    private final Connection connection;
    private final WorkspaceCode workspace;
    private @Nullable CodeSource source;
    private volatile boolean accepted;

    SentCode(Connection connection, WorkspaceCode workspace) {
        this.connection = connection;
        this.workspace = workspace;
    }

    /** Takes in what has come with a parcel. Where nothing has, its sender is one who was accepted before, or need not sign. */
    void admit(@Nullable Announcement announcement) {
        if (announcement != null) {
            arrived(announcement);
        } else if (!accepted) {
            workspace.checkShips(connection);
        }
        accepted = true;
    }

    /** One at a time: those who send the same need not all fetch it. */
    synchronized void arrived(Announcement announcement) {
        if (source == null) {
            source = announcement.source();
        }
        // Always the first one: who names another each time would have them all kept.
        workspace.arrived(announcement.from(source), connection);
    }

    /** The connection's classes are asked for no more. */
    synchronized void end() {
        if (source != null) {
            workspace.left(source);
        }
    }
}
