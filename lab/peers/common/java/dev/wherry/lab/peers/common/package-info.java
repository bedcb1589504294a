/**
 * What the systems in Java have in common: all of their two processes but what carries a call. A system adds its {@code
 * Adapter}, and a {@code main} that hands it to {@code Program.run}. From there a request's way, file by file:
 *
 * <ol>
 *   <li>{@code Program} speaks the line protocol of {@code lab/PROTOCOL.md}. In the client it answers each request: an {@code
 *       Operation} by its name, a {@code Crowd} by its parameters;
 *   <li>{@code Connections} has from the adapter, for each caller of the crowd, the {@code Service} that it calls: the system's
 *       stub, to which an adapter adds as little as it can;
 *   <li>{@code conform}: {@code Conformance} has sixteen callers call {@code Operation.check}, which looks at all of every
 *       answer; the adapter finds out its serializer, as a rule by a {@code Witness}, and {@code Sockets} the transport. A client
 *       that is timed from its start makes one such check and loads nothing else;
 *   <li>{@code warm} and {@code run}: {@code Series} starts a {@code Caller} for each, which calls in its {@code Tempo}, takes
 *       the time and tells it the histogram. A call is one {@code Operation.Task.call} of its service;
 *   <li>in the server the adapter has the call end at a {@code CountingService}, most simply by a {@code Servant}: it does what
 *       the evaluations' servers did, counts, and passes what is tracked on to {@code Trackers}.
 * </ol>
 *
 * <p>Compiled with each system and for its JDK, 17 at least.
 */
package dev.wherry.lab.peers.common;
