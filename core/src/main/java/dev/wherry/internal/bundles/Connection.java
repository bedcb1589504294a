package dev.wherry.internal.bundles;

import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Identity;
import java.util.List;

/** What code that travels needs of the session that it travels in. */
public interface Connection {
    EndpointOptions options();

    Peer peer();

    /** As far as the link tells. */
    Identity identity();

    /** Of this side. */
    Id128 self();

    /** Of the other side. */
    Id128 other();

    /** Of the session itself: what is signed for one is signed for no other. */
    Id128 session();

    /** Of this side's endpoint. */
    CodeGate gate();

    /** An object of the other side that it has in every session. */
    CallTarget object(long id);

    /** One of Wherry's own, parsed once per endpoint. */
    RemoteInterface own(Class<?> type);

    /** What may travel in every task: the JDK's values, and what the endpoint's options register. */
    TypeClosure registered();

    /** The interfaces that an object of this side may be passed on as: all that it is bound or known as; empty if none. */
    List<Class<?>> passedOnAs(Object object);

    /** The compact codec alone. */
    List<Codec> codecs();
}
