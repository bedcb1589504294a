package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.session.Extension;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Shows the tasks of an endpoint to tests that play a hostile peer. */
final class Hands {
    private Hands() {}

    static EndpointTasks tasks(Endpoint endpoint) {
        try {
            Field engine = Endpoint.class.getDeclaredField("engine");
            engine.setAccessible(true);
            Method loaded = Extension.class.getDeclaredMethod("get");
            loaded.setAccessible(true);
            return (EndpointTasks) loaded.invoke(((EndpointEngine) engine.get(endpoint)).extension());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
