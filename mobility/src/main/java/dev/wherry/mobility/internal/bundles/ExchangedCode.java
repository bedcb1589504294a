package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.mobility.internal.code.CodeReach;
import org.jspecify.annotations.Nullable;

/** Whose classes the values of a channel are of: this side's, which the peer is told of, and those that it has sent. */
public final class ExchangedCode {
    private final CodePublisher ours;
    private final WorkspaceCode theirs;
    private final ReceivedCode received;

    /** @param connection to the peer whose classes these are, as far as they are not ours */
    public ExchangedCode(Connection connection, WorkspaceCode theirs) {
        this.theirs = theirs;
        ours = new CodePublisher(connection);
        received = new ReceivedCode(connection, theirs);
    }

    /** Whether objects of a class are a user's values, and no object of the JDK's or of Wherry's own. */
    public boolean isUsers(Class<?> type) {
        return !Platform.has(type);
    }

    /** Whether this is the name of a class of Wherry's own. */
    public boolean isWherrys(String name) {
        return name.startsWith("dev.wherry.") && Platform.find(name) != null;
    }

    /** Whether a class that is found nowhere here could have come from the other side, but for the policy. */
    public boolean isMissed(String name) {
        return theirs.takesNone(name) && !name.startsWith("[") && Platform.find(name) == null;
    }

    /** Objects of a class go out. */
    public void met(Class<?> type) {
        if (isUsers(type) && !type.isPrimitive()) {
            ours.met(CodeReach.Root.object(type), type.getClassLoader());
        }
    }

    /** A lambda goes out. */
    public void met(Class<?> capturing, String calls) {
        ours.met(new CodeReach.Root(capturing.getName(), calls), capturing.getClassLoader());
    }

    /** Whether a class of this name was sent, or let in. */
    public boolean has(String name) {
        return ours.sent(name) != null || theirs.has(name);
    }

    /** The class of a value that comes in; null if it is neither ours nor theirs. */
    public @Nullable Class<?> find(String name) {
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
    public @Nullable Announcement announcement(int defined, int heard) {
        return ours.next(defined, heard);
    }

    /** The same with a call, by which the peer learns who calls. */
    public @Nullable Announcement introduction(int defined, int heard) {
        return ours.first(defined, heard);
    }

    /** The peer has said how many definitions it has. */
    public void heard(int count) {
        ours.heard(count);
    }

    public void told(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.told(announcement);
        }
    }

    public void refused(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.forget(announcement);
        }
    }

    public void returned(Announcement announcement) {
        received.returned(announcement, ours::offers);
    }

    /** The same on the way in, which not everybody has. */
    public void admit(@Nullable Announcement announcement) {
        received.admit(announcement);
        if (announcement != null) {
            announcement.manifest().classes().forEach(entry -> ours.isKnown(entry.name()));
        }
    }

    public String differences() {
        return theirs.differences();
    }

    public @Nullable CallException refusalIn(Throwable failure) {
        return theirs.refusalIn(failure);
    }

    /** With the classes that it may be due to. */
    public LinkageError explained(LinkageError thrown) {
        String why = differences() + (thrown instanceof IllegalAccessError ? theirs.mixed() : "");
        if (why.isEmpty()) {
            return thrown;
        }
        LinkageError explained = new LinkageError(thrown + why, thrown);
        explained.setStackTrace(thrown.getStackTrace());
        return explained;
    }

    /** The peer's classes are asked for no more. */
    public void end() {
        received.end();
        ours.end();
    }
}
