package dev.wherry.mobility.internal.bundles;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.types.TypeClosure;

/** The session in which code is shipped, with the parts of its endpoint that this needs. */
public interface Connection extends ExtendedSession {
    /** Returns the options of this side's endpoint. */
    EndpointOptions options();

    /** Returns the gate of this side's endpoint. */
    CodeGate gate();

    /** Returns the types that every task may carry: values of the JDK, and those that the endpoint's options register. */
    TypeClosure registered();
}
