package dev.wherry.internal.mobility;

import dev.wherry.internal.mobility.Parcel.Reply;

/** A workspace as one connection uses it. For any thread. */
sealed interface Place permits LocalPlace, ChildPlace {
    Reply call(Parcel arguments);

    /** The same for a caller who waits for nothing. */
    void send(Parcel arguments);

    /** The connection uses it no more. */
    void leave();

    /** Whether it takes no more tasks. */
    boolean isGone();
}
