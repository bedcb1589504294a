package dev.wherry.internal.session;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.extension.Extension;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Codec;
import java.util.List;

/**
 * The parts that an endpoint shares with each of its sessions. Only the constructor of a session reads it: it passes each part of the
 * session what that part needs.
 *
 * @param id of the endpoint
 * @param tallies of the calls that are served
 * @param sent memory for what is sent and not acknowledged
 */
public record SharedParts(
        Session.Owner owner,
        Id128 id,
        EndpointOptions options,
        EndpointObjects objects,
        Extension extension,
        List<Codec> extensionCodecs,
        Interceptors.OfServer interceptors,
        Tallies tallies,
        InboundCapacity inbound,
        OutboundCapacity outbound,
        SentBytes.Budget sent,
        Watcher watcher,
        CallThreads threads) {}
