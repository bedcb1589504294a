package dev.wherry.internal.session;

import dev.wherry.Peer;
import dev.wherry.internal.mobility.Connection;
import java.lang.reflect.Field;

/** What stands behind a peer, for tests that play one with bad intentions. */
public final class Hands {
    private Hands() {}

    public static Connection connection(Peer peer) {
        try {
            Field session = SessionPeer.class.getDeclaredField("session");
            session.setAccessible(true);
            return ((Session) session.get(peer)).code();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
