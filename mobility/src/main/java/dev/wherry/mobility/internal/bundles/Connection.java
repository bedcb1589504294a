package dev.wherry.mobility.internal.bundles;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.ExtendedSession;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.Id128;
import dev.wherry.mobility.internal.code.Challenge;
import java.util.UUID;

/** The session in which code is shipped, with the parts of its endpoint that this needs. */
public interface Connection extends ExtendedSession {
    /** Returns the options of this side's endpoint. */
    EndpointOptions options();

    /** Returns the types that every task may carry: values of the JDK, and those that the endpoint's options register. */
    TypeClosure registered();

    /** Returns what a signature of code that the peer sends is valid for. */
    default Challenge challengeHere() {
        return challenge(self());
    }

    /** Returns what a signature of code that this side sends is valid for. */
    default Challenge challengeThere() {
        return challenge(other());
    }

    private Challenge challenge(Id128 host) {
        return new Challenge(
                new UUID(host.high(), host.low()),
                new UUID(session().high(), session().low()));
    }
}
