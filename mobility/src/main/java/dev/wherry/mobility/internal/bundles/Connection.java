package dev.wherry.mobility.internal.bundles;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.types.TypeClosure;

/** What code that travels needs of the session in which it travels. */
public interface Connection extends ExtendedSession {
    /** The options of this side's endpoint. */
    EndpointOptions options();

    /** The gate of this side's endpoint. */
    CodeGate gate();

    /** What may travel in every task: the JDK's values, and what the endpoint's options register. */
    TypeClosure registered();
}
