package dev.wherry.mobility.internal.parcels;

import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import java.util.function.Supplier;

/** Runs the methods of objects that one side has passed to the other, for example as part of a workspace. */
public interface CallScope {
    /** Adds nothing: the scope at the sender of tasks. */
    CallScope NONE = Supplier::get;

    Reply during(Supplier<Reply> call) throws WorkspaceGone;

    /** Runs a call for a caller that does not know workspaces. */
    default Reply around(Supplier<Reply> call) {
        try {
            return during(call);
        } catch (WorkspaceGone e) {
            throw e.toCallException();
        }
    }
}
