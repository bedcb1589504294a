package dev.wherry.internal.objects;

import dev.wherry.internal.invoke.Own;
import dev.wherry.internal.statistics.EndpointCounts;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.InterfaceDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Object 0 of every endpoint: what is bound here. So a lookup is an ordinary call. */
public interface Registry extends Own {
    /** Its id in every session. */
    long OBJECT = 0;

    /** Where to call what is bound under a name, as an interface of this name; {@code java.rmi.Remote}: as any that extends it. */
    Located locate(String name, String type);

    List<BoundObject> bound();

    InterfaceDescription describe(String name);

    EndpointCounts statistics();

    /**
     * Where the time went here of the last call of this session that asked for it, if it asked under this number.
     */
    Served trace(long number);

    /** In nanoseconds; see {@code CallTrace}. */
    record Served(String mode, long waiting, long decode, long dispatch, long execute, long encode) {
        public Served {
            if (Math.min(Math.min(waiting, decode), Math.min(dispatch, Math.min(execute, encode))) < 0) {
                throw new IllegalArgumentException("A time below 0");
            }
        }
    }

    /**
     * @param object its id in every session of the endpoint
     * @param high of its identity
     * @param low of its identity
     * @param interfaces all that it is served as; null: the interface that was asked for, or a peer that does not say
     */
    record Located(
            long object, long high, long low, @Nullable List<String> interfaces) {}
}
