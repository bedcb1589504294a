package dev.wherry.mobility.internal.bundles;

import dev.wherry.CallException;
import dev.wherry.mobility.internal.code.CodeReach;
import dev.wherry.mobility.internal.code.Platform;
import org.jspecify.annotations.Nullable;

/** The classes of one channel's values, in both directions: those that this side announces, and those that the peer sends. */
public final class ChannelCode {
    private final CodePublisher ours;
    private final WorkspaceCode theirs;
    private final CodeSender sender;

    /** @param theirs the workspace for the classes of the peer */
    public ChannelCode(Connection connection, WorkspaceCode theirs) {
        this.theirs = theirs;
        ours = new CodePublisher(connection);
        sender = new CodeSender(connection, theirs);
    }

    /** Returns whether a class is a user's, and not one of the JDK or of Wherry. */
    public boolean isUsers(Class<?> type) {
        return !Platform.has(type);
    }

    /** Returns whether this is the name of a class of Wherry. */
    public boolean isWherrys(String name) {
        return Platform.isOfWherry(name);
    }

    /** Returns whether a class is missing here only because the policy accepts no code. */
    public boolean isMissed(String name) {
        return theirs.takesNone(name) && !name.startsWith("[") && Platform.find(name) == null;
    }

    /** Called when an object of this class is sent. */
    public void met(Class<?> type) {
        if (isUsers(type) && !type.isPrimitive()) {
            ours.met(CodeReach.Root.object(type), type.getClassLoader());
        }
    }

    /** Called when a lambda is sent. */
    public void met(Class<?> capturing, String calls) {
        ours.met(new CodeReach.Root(capturing.getName(), calls), capturing.getClassLoader());
    }

    /** Returns whether a class of this name was sent or admitted. */
    public boolean has(String name) {
        return ours.sent(name) != null || theirs.has(name);
    }

    /** Returns the class of a received value; null if neither this side nor the peer has sent it. */
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

    /** Returns the classes that were not announced yet; null if there are none. */
    public @Nullable Announcement announcement(int defined, int confirmed) {
        return ours.next(defined, confirmed);
    }

    /** Returns the same for a call. The first one also names the source of this side's classes. */
    public @Nullable Announcement introduction(int defined, int confirmed) {
        return ours.first(defined, confirmed);
    }

    /** Called when the peer has reported how many definitions it has. */
    public void confirmed(int count) {
        ours.confirmed(count);
    }

    /** Called when the peer has answered a parcel with this announcement. */
    public void acknowledged(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.acknowledged(announcement);
        }
    }

    /** Called when the peer has refused a parcel with this announcement. */
    public void refused(@Nullable Announcement announcement) {
        if (announcement != null) {
            ours.forget(announcement);
        }
    }

    /** Admits the classes that an answer or a callback announces. */
    public void returned(Announcement announcement) {
        sender.returned(announcement, ours::offers);
    }

    /** Admits the classes that a call announces. See {@link CodeSender#admit}. */
    public void admit(@Nullable Announcement announcement) {
        sender.admit(announcement);
        if (announcement != null) {
            announcement.manifest().classes().forEach(entry -> ours.isKnown(entry.name()));
        }
    }

    /** Returns which classes of the host are used in another version than was sent; empty if there are none. */
    public String differences() {
        return theirs.differences();
    }

    /** Returns the refusal of a class that has caused a failure; null if there is none. */
    public @Nullable CallException refusalIn(Throwable failure) {
        return theirs.refusalIn(failure);
    }

    /** Returns the error with the names of classes that may be its cause. */
    public LinkageError explained(LinkageError thrown) {
        String why = differences() + (thrown instanceof IllegalAccessError ? theirs.mixed() : "");
        if (why.isEmpty()) {
            return thrown;
        }
        LinkageError explained = new LinkageError(thrown + why, thrown);
        explained.setStackTrace(thrown.getStackTrace());
        return explained;
    }

    /** From now on no class is fetched from the peer. */
    public void end() {
        sender.end();
        ours.end();
    }
}
