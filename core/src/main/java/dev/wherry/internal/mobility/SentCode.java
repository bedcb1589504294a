package dev.wherry.internal.mobility;

import org.jspecify.annotations.Nullable;

/** The code that one connection sends to a workspace. For any thread. */
final class SentCode {
    private final Connection connection;
    private final WorkspaceCode workspace;
    private @Nullable CodeSource source;
    private volatile boolean accepted;

    SentCode(Connection connection, WorkspaceCode workspace) {
        this.connection = connection;
        this.workspace = workspace;
    }

    void arrived(Announcement announcement) {
        workspace.arrived(announcement.from(source(announcement.source())), connection);
        accepted = true;
    }

    /** Always the first one: who names another each time would have them all kept. */
    private synchronized CodeSource source(CodeSource named) {
        if (source == null) {
            source = named;
        }
        return source;
    }

    /** Refuses whoever may not ship: the classes of a workspace that others share are not his either. */
    void checkAccepted() {
        if (!accepted) {
            workspace.checkAccepts(connection);
            accepted = true;
        }
    }

    /** The connection's classes are asked for no more. */
    synchronized void end() {
        if (source != null) {
            workspace.left(source);
        }
    }
}
