package dev.wherry.internal.extension;

import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Codec;
import java.util.List;

/** The parts of a session that its {@link SessionExtension.Part} uses. For any thread. */
public interface ExtendedSession {
    Peer peer();

    /** Returns the identity of the peer, as far as the link shows it. */
    Identity identity();

    /** The id of this side's endpoint. */
    Id128 self();

    /** The id of the peer's endpoint. */
    Id128 other();

    /** The id of the session itself. A signature for one session is valid for no other. */
    Id128 session();

    /** An object that the peer serves in every session. */
    CallTarget object(long id);

    /** One of Wherry's internal interfaces, parsed once per endpoint. */
    RemoteInterface own(Class<?> type);

    /** The interfaces by which an object of this side can be passed on: all that it is bound or known as; empty if none. */
    List<Class<?>> passedOnAs(Object object);

    /** The codec compact alone. */
    List<Codec> codecs();
}
