package dev.wherry.mobility.internal.tasks;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.prints.TaskStreams;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

/**
 * What makes the endpoint of a child: it runs what its parent sends, which has been let in there.
 *
 * @param anyone whether it is to take code from others, too, to whom a task may connect; as its parent does
 * @param allowed packages, of what others send, too
 * @param printsRouted whether what tasks print goes to who has sent them, as its parent's would
 */
record ChildHost(
        ParentLimits limits,
        CodeLimits code,
        boolean anyone,
        Set<String> allowed,
        Set<String> denied,
        Set<String> shippedFirst,
        boolean printsRouted)
        implements Function<String, Endpoint>, Serializable {
    /** It lives as long as its parent wants it. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Whether this process is a child. */
    static boolean isHere() {
        return Boolean.getBoolean("wherry.child");
    }

    static ChildHost of(EndpointOptions parent) {
        MobilityPolicy policy = MobilityPolicy.of(parent);
        return new ChildHost(
                ParentLimits.of(parent.limits()),
                policy.limits(),
                policy.anyone(),
                policy.allowed(),
                policy.denied(),
                policy.shippedFirst(),
                TaskStreams.areRouted());
    }

    @Override
    public Endpoint apply(String address) {
        if (printsRouted) {
            TaskStreams.route();
        }
        MobilityPolicy parents = MobilityPolicy.accept(owner());
        MobilityPolicy policy = new MobilityPolicy(
                anyone,
                anyone ? Set.of() : parents.shippers(),
                allowed,
                denied,
                shippedFirst,
                code,
                null,
                null,
                received -> record(received, parents));
        return Endpoint.listen(
                address,
                EndpointOptions.builder().limits(limits.toLimits()).with(policy).build());
    }

    /** The limits of the parent, which its child takes over, except for the time without calls. */
    private record ParentLimits(
            int messageBytes,
            long inboundBytes,
            int graphDepth,
            int graphObjects,
            int callsInFlight,
            int references,
            int connections,
            int connectionsPerPeer,
            int lanesPerSession,
            int handshakes,
            Duration handshakeTime,
            int unsentBytes)
            implements Serializable {
        static ParentLimits of(Limits limits) {
            return new ParentLimits(
                    limits.messageBytes(),
                    limits.inboundBytes(),
                    limits.graphDepth(),
                    limits.graphObjects(),
                    limits.callsInFlight(),
                    limits.references(),
                    limits.connections(),
                    limits.connectionsPerPeer(),
                    limits.lanesPerSession(),
                    limits.handshakes(),
                    limits.handshakeTime(),
                    limits.unsentBytes());
        }

        Limits toLimits() {
            return Limits.builder()
                    .messageBytes(messageBytes)
                    .inboundBytes(inboundBytes)
                    .graphDepth(graphDepth)
                    .graphObjects(graphObjects)
                    .callsInFlight(callsInFlight)
                    .references(references)
                    .connections(connections)
                    .connectionsPerPeer(connectionsPerPeer)
                    .lanesPerSession(lanesPerSession)
                    .handshakes(handshakes)
                    .handshakeTime(handshakeTime)
                    .unsentBytes(unsentBytes)
                    .idleTime(FOR_EVER)
                    .build();
        }
    }

    /** Only what the parent has not: that goes to its log, as all that a child prints. */
    private static void record(CodeReceived received, MobilityPolicy parents) {
        if (received.from().stream().noneMatch(parents::accepts)) {
            parents.recorder().accept(received);
        }
    }

    /** As who the parent comes through the socket. */
    private static Identity owner() {
        try {
            return Identity.of("unix", "user " + Files.getOwner(Path.of("")).getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
