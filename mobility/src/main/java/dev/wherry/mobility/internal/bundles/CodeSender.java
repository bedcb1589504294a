package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.Manifest;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A connection that sends code to a workspace: whether it may, and from where its classes are fetched. For any thread. */
public final class CodeSender {
    private final Connection connection;
    private final WorkspaceCode workspace;
    private volatile @Nullable CodeSource source;
    private volatile boolean accepted;
    private volatile boolean ended;

    public CodeSender(Connection connection, WorkspaceCode workspace) {
        this.connection = connection;
        this.workspace = workspace;
    }

    Connection connection() {
        return connection;
    }

    /** Returns what hands its classes over. It is known from the first announcement on. */
    CodeSource source() {
        return Objects.requireNonNull(source, "a source of code");
    }

    /**
     * Admits the code that a call announces. A call without an announcement is admitted if one was before, or if the policy
     * accepts the identity of the connection.
     *
     * @throws dev.wherry.CallException REFUSED if the policy does not accept it
     */
    public void admit(@Nullable Announcement announcement) {
        if (announcement != null) {
            arrived(announcement);
        } else if (!accepted) {
            workspace.checkShips(connection);
        }
        accepted = true;
    }

    /** One at a time, so that several calls which need the same classes fetch them once. */
    private synchronized void arrived(Announcement announcement) {
        knowSource(announcement);
        workspace.arrived(announcement, this);
        leaveIfEnded();
    }

    /**
     * Admits the code that an answer or a callback announces.
     *
     * @param own the classes that this side has sent itself
     */
    synchronized void returned(Announcement announcement, Predicate<Manifest.Entry> own) {
        knowSource(announcement);
        workspace.returned(announcement, this, own);
        leaveIfEnded();
    }

    /** The first source stays: a peer that names another one each time would make this side keep them all. */
    private void knowSource(Announcement announcement) {
        if (source == null) {
            source = announcement.source();
        }
    }

    /** From now on no class is fetched from this connection. Does not wait. Classes that still arrive are used. */
    public void end() {
        ended = true;
        leaveIfEnded();
    }

    private void leaveIfEnded() {
        if (ended) {
            workspace.left(this);
        }
    }
}
