package dev.wherry.internal.session;

import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Link;
import java.util.concurrent.atomic.LongAdder;

/** Creates accepted sessions without a handshake. */
final class AcceptedSession {
    private AcceptedSession() {}

    /** Creates a session of an engine, which does not check it before it is added. */
    static Session create(EndpointEngine engine, Hello peer, Link link) {
        Session session = new Session(engine.parts(), new Id128(1, 1), peer, "compact", link, null, new LongAdder());
        session.main().open(0);
        return session;
    }
}
