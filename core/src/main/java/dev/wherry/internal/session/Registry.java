package dev.wherry.internal.session;

import dev.wherry.BoundObject;
import dev.wherry.InterfaceDescription;
import java.util.List;

/** Object 0 of every endpoint: what is bound here. So a lookup is an ordinary call. */
public interface Registry {
    /** Its id in every session. */
    long OBJECT = 0;

    /** Where to call what is bound under a name, as an interface of this name. */
    Located locate(String name, String type);

    List<BoundObject> bound();

    InterfaceDescription describe(String name);

    /**
     * @param object its id in every session of the endpoint
     * @param high of its identity
     * @param low of its identity
     */
    record Located(long object, long high, long low) {}
}
