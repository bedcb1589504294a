/**
 * The common code of the systems in Java: both processes, except for the code that carries a call. A system adds its
 * {@code Adapter}, and a {@code main} that passes it to {@code Program.run}. The way of a request, file by file:
 *
 * <ol>
 *   <li>{@code Program} speaks the line protocol of {@code lab/PROTOCOL.md}. In the client it answers each request: an
 *       {@code Operation} by its name, a {@code Crowd} by its parameters;
 *   <li>{@code Connections} gets from the adapter a {@code Service} for each caller of the crowd. It is the stub of the
 *       system, to which an adapter adds as little as it can;
 *   <li>{@code conform}: {@code Conformance} starts sixteen callers of {@code Operation.check}, which checks all of each
 *       answer. The adapter finds out its serializer, usually by a {@code Witness}, and {@code Sockets} the transport. A
 *       client that is timed from its start makes one such check and loads nothing else;
 *   <li>{@code warm} and {@code run}: {@code Series} starts a {@code Caller} for each service. It calls in its
 *       {@code Tempo}, takes the time of each call and adds it to the histogram. A call is one
 *       {@code Operation.Task.call} of its service;
 *   <li>in the server a call of the adapter ends at a {@code CountingService}, most simply through a {@code Servant}. It
 *       does the work of the evaluations' servers, counts it, and passes tracked calls on to {@code Trackers}.
 * </ol>
 *
 * <p>It is compiled with each system and for its JDK, at least 17.
 */
package dev.wherry.lab.peers.common;
