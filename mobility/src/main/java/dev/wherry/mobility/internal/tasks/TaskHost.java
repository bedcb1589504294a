package dev.wherry.mobility.internal.tasks;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.RegisterTypes;
import dev.wherry.internal.invoke.Own;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import java.io.Serializable;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What runs tasks: an object of every session, at both of its ends. */
public interface TaskHost extends Own.OfTasks {
    /**
     * Runs a task in a workspace: {@link Worker#call}.
     *
     * @param workspace a number of the caller's choice, unique in its session
     * @param opening what it is to be, until its first call was answered
     */
    Parcel.Reply call(long workspace, @Nullable Opening opening, Parcel arguments) throws WorkspaceGone;

    /** The same without an answer: {@link Worker#fire}. */
    @OneWay
    void send(long workspace, @Nullable Opening opening, Parcel arguments);

    /**
     * The caller is done with it.
     *
     * @param sent how many tasks it has sent there without waiting, of which some may come later than this
     */
    void release(long workspace, long sent);

    /**
     * How a workspace begins.
     *
     * @param name null: nobody else's
     * @param kept whether it stays after the last connection that uses it
     * @param shippedFirst packages whose classes are to be the sender's even where the host has some of the same name
     * @param owner asked to release it when a task wishes so; null: its host does
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
            shippedFirst = new WorkspaceOptions(name, kept, shippedFirst).shippedFirst(); // which checks them
        }

        /** Whose parent decides how long it lives. */
        Opening in(String parent, Owner decides) {
            return new Opening(parent, true, shippedFirst, hops, decides);
        }
    }

    /** Decides how long a workspace lives that is not its own host's. */
    @ByReference
    interface Owner {
        void release();
    }

    /** A workspace as its tasks see it: values and failures travel by parcels. */
    @RegisterTypes(PrintingTask.class)
    interface Worker {
        @Nullable
        Object call(Object task) throws Throwable;

        @OneWay
        void fire(Object task);
    }
}
