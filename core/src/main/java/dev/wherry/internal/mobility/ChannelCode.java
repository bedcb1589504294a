package dev.wherry.internal.mobility;

import dev.wherry.RemoteException;
import dev.wherry.internal.code.CodeReach;
import org.jspecify.annotations.Nullable;

/** Whose classes the values of a channel are of: this side's, which the peer is told of, and those that it has sent. */
final class ChannelCode {
    private final Announcer ours;
    private final WorkspaceCode theirs;
    private final SentCode sent;

    /** @param connection to the peer whose classes these are, as far as they are not ours */
    ChannelCode(Connection connection, WorkspaceCode theirs) {
        this.theirs = theirs;
        ours = new Announcer(connection);
        sent = new SentCode(connection, theirs);
    }

    /** Whether objects of a class are a user's values, and no object of the JDK's or of Wherry's own. */
    boolean isUsers(Class<?> type) {
        return !Platform.has(type);
    }

    /** Objects of a class go out. */
    void met(Class<?> type) {
        if (isUsers(type) && !type.isPrimitive()) {
            ours.met(CodeReach.Root.object(type), type.getClassLoader());
        }
    }

    /** A lambda goes out. */
    void met(Class<?> capturing, String calls) {
        ours.met(new CodeReach.Root(capturing.getName(), calls), capturing.getClassLoader());
    }

    /** Whether a class of this name was sent, or let in. */
    boolean has(String name) {
        return ours.sent(name) != null || theirs.has(name);
    }

    /** The class of a value that comes in; null if it is neither ours nor theirs. */
    @Nullable
    Class<?> find(String name) {
        Class<?> sent = ours.sent(name);
        if (sent != null) {
            return sent;
        }
        Class<?> come = theirs.find(name);
        if (come != null) {
            ours.isKnown(name);
        }
        return come;
    }

    /** What the peer is still to be told; null once it has been. */
    @Nullable
    Announcement announcement(Vocabulary definitions) {
        return ours.next(definitions);
    }

    /** The same with a call, by which the peer learns who calls. */
    @Nullable
    Announcement introduction(Vocabulary definitions) {
        return ours.first(definitions);
    }

    /** The peer has said how many definitions it has. */
    void heard(Vocabulary definitions) {
        ours.heard(definitions);
    }

    void told(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.told(announcement);
        }
    }

    void refused(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.forget(announcement);
        }
    }

    void arrived(Announcement announcement) {
        sent.returned(announcement, ours::offers);
    }

    /** The same on the way in, which not everybody has. */
    void admit(@Nullable Announcement announcement) {
        sent.admit(announcement);
    }

    String differences() {
        return theirs.differences();
    }

    @Nullable
    RemoteException refusalIn(LinkageError thrown) {
        return theirs.refusalIn(thrown);
    }

    /** With the classes that it may be due to. */
    LinkageError explained(LinkageError thrown) {
        String differences = differences();
        if (differences.isEmpty()) {
            return thrown;
        }
        LinkageError explained = new LinkageError(thrown + differences, thrown);
        explained.setStackTrace(thrown.getStackTrace());
        return explained;
    }

    /** The peer's classes are asked for no more. */
    void end() {
        sent.end();
    }
}
