package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.internal.endpoint.EndpointEngine;
import java.lang.reflect.Field;

/** Finds the workspaces of an endpoint, for tests that play a hostile peer. */
final class EndpointWorkspaces {
    private EndpointWorkspaces() {}

    static Workspaces of(Endpoint endpoint) throws ReflectiveOperationException {
        EndpointEngine engine = (EndpointEngine) field(endpoint, "engine");
        return (Workspaces) field(engine.parts().extension().get(), "workspaces");
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
