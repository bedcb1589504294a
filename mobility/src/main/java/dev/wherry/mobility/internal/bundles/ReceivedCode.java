package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.Manifest;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What one connection sends to a workspace: whether it may, and its code, if it has any. For any thread. */
public final class ReceivedCode {
    private final Connection connection;
    private final WorkspaceCode workspace;
    private volatile @Nullable CodeSource source;
    private volatile boolean accepted;
    private volatile boolean ended;

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
    private synchronized void arrived(Announcement announcement) {
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
        CodeSource known = source;
        if (known == null) {
            source = known = announcement.source();
        }
        return known;
    }

    /** Waits for nobody. The connection's classes are asked for no more; what still comes then is used, and that is all. */
    public void end() {
        ended = true;
        leaveIfEnded();
    }

    private void leaveIfEnded() {
        CodeSource known = source;
        if (ended && known != null) {
            workspace.left(known);
        }
    }
}
