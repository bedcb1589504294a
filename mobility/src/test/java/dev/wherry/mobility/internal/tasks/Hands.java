package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.internal.endpoint.EndpointEngine;
import java.lang.reflect.Field;

/** Shows the tasks of an endpoint to tests that play a hostile peer. */
final class Hands {
    private Hands() {}

    static EndpointTasks tasks(Endpoint endpoint) {
        try {
            Field engine = Endpoint.class.getDeclaredField("engine");
            engine.setAccessible(true);
            return (EndpointTasks)
                    ((EndpointEngine) engine.get(endpoint)).extension().get();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
