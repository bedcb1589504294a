package dev.wherry.mobility.internal.parcels;

import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import java.util.function.Supplier;

/** Within what the methods run of objects that one side has passed to the other. */
public interface CallScope {
    /** A thread's own: as at who has sent a task. */
    CallScope NONE = Supplier::get;

    Reply during(Supplier<Reply> call) throws WorkspaceGone;

    /** The same for a caller who knows nothing of workspaces. */
    default Reply around(Supplier<Reply> call) {
        try {
            return during(call);
        } catch (WorkspaceGone e) {
            throw e.told();
        }
    }
}
