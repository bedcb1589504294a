package dev.wherry.mobility.internal.tasks;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.RegisterTypes;
import dev.wherry.internal.invoke.InternalInterface;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.io.Serializable;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs tasks: an object of every session, at both sides. */
public interface TaskHost extends InternalInterface.OfTasks {
    /**
     * Runs a task in a workspace: {@link Worker#call}.
     *
     * @param workspace a number that the caller chooses, unique in the session
     * @param opening the options of the workspace; null once a call of it was answered
     */
    Parcel.Reply call(long workspace, @Nullable Opening opening, Parcel arguments) throws WorkspaceGone;

    /** Runs a one-way task: {@link Worker#fire}. */
    @OneWay
    void send(long workspace, @Nullable Opening opening, Parcel arguments);

    /**
     * Called when the caller no longer uses the workspace.
     *
     * @param sent how many one-way tasks it has sent there, some of which may arrive later than this call
     */
    void release(long workspace, long sent);

    /**
     * The options of a workspace.
     *
     * @param name null if it is private
     * @param kept whether it stays after the last connection that uses it
     * @param shippedFirst packages of which the sender's classes are used even if the host has classes of the same name
     * @param hops how many hosts its tasks have passed through
     * @param owner releases it when a task asks for that; null: its host does
     */
    record Opening(
            @Nullable String name,
            boolean kept,
            Set<String> shippedFirst,
            int hops,
            @Nullable Owner owner) implements Serializable {
        public Opening {
            if (hops < 0) {
                throw new IllegalArgumentException("A task was sent on " + hops + " times");
            }
            shippedFirst = WorkspaceOptions.builder() // which checks them
                    .name(name)
                    .kept(kept)
                    .shippedFirst(shippedFirst.toArray(String[]::new))
                    .build()
                    .shippedFirst();
        }

        /** Returns the options of the same workspace in a child JVM, whose parent decides when it is released. */
        Opening in(String parent, Owner decides) {
            return new Opening(parent, true, shippedFirst, hops, decides);
        }
    }

    /** Releases a workspace of a child JVM, at its parent. */
    @ByReference
    interface Owner {
        void release();
    }

    /** The interface of tasks in a workspace. Its arguments, results and failures are sent as parcels. */
    @RegisterTypes(PrintingTask.class)
    interface Worker {
        @Nullable
        Object call(Object task) throws Throwable;

        @OneWay
        void fire(Object task);
    }
}
