package dev.wherry.internal.session;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.extension.ExtendedPeer;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.tasks.EndpointTasks;
import java.lang.reflect.Field;

/** What stands behind a peer, for tests that play one with bad intentions. */
public final class Hands {
    private Hands() {}

    public static EndpointTasks tasks(Endpoint endpoint) {
        try {
            Field engine = Endpoint.class.getDeclaredField("engine");
            engine.setAccessible(true);
            return (EndpointTasks)
                    ((EndpointEngine) engine.get(endpoint)).extension().get();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static Connection connection(Peer peer) {
        return (Connection) ((ExtendedPeer) peer).extension();
    }
}
