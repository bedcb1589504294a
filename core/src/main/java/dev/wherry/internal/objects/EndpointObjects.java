package dev.wherry.internal.objects;

import dev.wherry.internal.wire.Identities;

/**
 * The objects of one endpoint that peers can call, and the interfaces that it knows.
 *
 * @param bindings objects that have a name
 * @param exports objects that the program has exported without a name
 * @param identities the identity of each object that a peer may refer to
 * @param objectZero the interfaces of object 0
 * @param keepAlive keeps the JVM running while peers may call an object
 */
public record EndpointObjects(
        Bindings bindings,
        Exports exports,
        Identities identities,
        RemoteInterfaces interfaces,
        ObjectZero objectZero,
        KeepAlive keepAlive,
        StubClasses.OfAllSessions stubClasses) {}
