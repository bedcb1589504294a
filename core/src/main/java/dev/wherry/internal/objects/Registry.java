package dev.wherry.internal.objects;

import dev.wherry.ContextKey;
import dev.wherry.internal.invoke.InternalInterface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Object 0 of every endpoint: what is bound there. So a look-up is an ordinary call. */
public interface Registry extends InternalInterface {
    /** Its id in every session. */
    long OBJECT = 0;

    /** The entry of a look-up's answer that names the ledger of the endpoint, if it has one. */
    ContextKey<String> LEDGER = ContextKey.text("wherry.ledger");

    /**
     * Returns where to call what is bound under a name, as the interface of this name.
     *
     * @param type {@code java.rmi.Remote}: any interface that extends it
     */
    Located locate(String name, String type);

    /**
     * @param object its id in every session of the endpoint
     * @param high of its identity
     * @param low of its identity
     * @param interfaces all that it is served as; null: the interface that was asked for, or a peer that does not say
     */
    record Located(
            long object, long high, long low, @Nullable List<String> interfaces) {}
}
