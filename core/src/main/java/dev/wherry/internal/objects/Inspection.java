package dev.wherry.internal.objects;

import dev.wherry.internal.invoke.InternalInterface;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.HeldObject;
import dev.wherry.statistics.InterfaceDescription;
import java.util.List;

/**
 * The report of an endpoint about itself, for tools. Object 0 is served as this too. It is not part of {@link Registry}, since
 * a look-up would then prepare all types below.
 */
public interface Inspection extends InternalInterface.OfListing {
    List<BoundObject> bound();

    InterfaceDescription describe(String name);

    EndpointCounts statistics();

    List<HeldObject> heldObjects();

    /** Returns where the server spent the time of the session's last call that asked for it, if it asked by this number. */
    Served trace(long number);

    /** In nanoseconds; see {@code CallTrace}. */
    record Served(String mode, long waiting, long decode, long dispatch, long execute, long encode) {
        public Served {
            if (Math.min(Math.min(waiting, decode), Math.min(dispatch, Math.min(execute, encode))) < 0) {
                throw new IllegalArgumentException("A time below 0");
            }
        }
    }
}
