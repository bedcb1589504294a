package dev.wherry.internal.bundles;

import dev.wherry.internal.code.Manifest;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What one connection sends to a workspace: whether it may, and its code, if it has any. For any thread. */
public final class ReceivedCode {
    private final Connection connection;
    private final WorkspaceCode workspace;
    private @Nullable CodeSource source;
    private volatile boolean accepted;
    private boolean ended;

    public ReceivedCode(Connection connection, WorkspaceCode workspace) {
        this.connection = connection;
        this.workspace = workspace;
    }

    /** Takes in what has come with a parcel. Where nothing has, its sender is one who was accepted before, or need not sign. */
    public void admit(@Nullable Announcement announcement) {
        if (announcement != null) {
            arrived(announcement);
        } else if (!accepted) {
            workspace.checkShips(connection);
        }
        accepted = true;
    }

    /** One at a time: those who send the same need not all fetch it. */
    synchronized void arrived(Announcement announcement) {
        workspace.arrived(announcement.from(source(announcement)), connection);
        leaveIfEnded();
    }

    /** Takes in what has come with an answer, or a call back. */
    synchronized void returned(Announcement announcement, Predicate<Manifest.Entry> own) {
        workspace.returned(announcement.from(source(announcement)), connection, own);
        leaveIfEnded();
    }

    /** Always the first one: who names another each time would have them all kept. */
    private CodeSource source(Announcement announcement) {
        if (source == null) {
            source = announcement.source();
        }
        return source;
    }

    /** The connection's classes are asked for no more; what still comes then is used, and that is all. */
    public synchronized void end() {
        ended = true;
        leaveIfEnded();
    }

    private void leaveIfEnded() {
        if (ended && source != null) {
            workspace.left(source);
        }
    }
}
