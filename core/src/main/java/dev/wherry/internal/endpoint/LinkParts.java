package dev.wherry.internal.endpoint;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.loop.Watcher;

/**
 * The parts of an endpoint that both its connector and its listeners use.
 *
 * @param ending the end of the endpoint, after which nothing is opened
 */
record LinkParts(
        EndpointOptions options,
        Providers providers,
        LocalCalls localCalls,
        Sessions sessions,
        Handshake handshake,
        Watcher watcher,
        Ending ending) {}
