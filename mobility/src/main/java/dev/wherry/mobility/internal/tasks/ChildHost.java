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
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Creates the endpoint of a child JVM, which runs the tasks that its parent has admitted. A copy of it is sent to the child.
 *
 * @param limits of the parent, as numbers
 * @param codeLimits of the parent's policy, as numbers
 * @param anyone whether the child accepts code of anyone, as its parent does: a task may connect to others
 * @param allowed packages, also of code that others send
 * @param printsRouted whether the parent sends what tasks print to their senders
 */
record ChildHost(
        List<Long> limits,
        List<Long> codeLimits,
        boolean anyone,
        Set<String> allowed,
        Set<String> denied,
        Set<String> shippedFirst,
        boolean printsRouted)
        implements Function<String, Endpoint>, Serializable {
    /** A child never closes a session because it is idle: its parent ends it. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    /** Returns whether this process is a child. */
    static boolean isHere() {
        return Boolean.getBoolean("wherry.child");
    }

    static ChildHost of(EndpointOptions parent) {
        MobilityPolicy policy = MobilityPolicy.of(parent);
        return new ChildHost(
                numbers(parent.limits()),
                numbers(policy.limits()),
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
        return Endpoint.listen(
                address,
                EndpointOptions.builder()
                        .limits(limits(limits))
                        .with(policy(parents))
                        .build());
    }

    private MobilityPolicy policy(MobilityPolicy parents) {
        MobilityPolicy.Builder policy = (anyone ? MobilityPolicy.acceptAnyone() : parents)
                .toBuilder()
                        .deny(array(denied))
                        .shippedFirst(array(shippedFirst))
                        .limits(codeLimits(codeLimits))
                        .recorder(received -> record(received, parents));
        return (allowed.isEmpty() ? policy : policy.allow(array(allowed))).build();
    }

    private static String[] array(Set<String> names) {
        return names.toArray(String[]::new);
    }

    /** Returns numbers from which {@link #limits} makes the same limits, except for the time without calls and the limits of methods. */
    static List<Long> numbers(Limits limits) {
        return List.of(
                (long) limits.messageBytes(),
                limits.inboundBytes(),
                (long) limits.graphDepth(),
                (long) limits.graphObjects(),
                (long) limits.callsInFlight(),
                (long) limits.references(),
                (long) limits.connections(),
                (long) limits.connectionsPerPeer(),
                (long) limits.callsRunning(),
                (long) limits.callsRunningPerSession(),
                TimeUnit.NANOSECONDS.convert(limits.queueTime()),
                (long) limits.lanesPerSession(),
                (long) limits.handshakes(),
                TimeUnit.NANOSECONDS.convert(limits.handshakeTime()),
                (long) limits.unsentBytes());
    }

    static Limits limits(List<Long> numbers) {
        Iterator<Long> next = numbers.iterator();
        return Limits.builder()
                .messageBytes(next.next().intValue())
                .inboundBytes(next.next())
                .graphDepth(next.next().intValue())
                .graphObjects(next.next().intValue())
                .callsInFlight(next.next().intValue())
                .references(next.next().intValue())
                .connections(next.next().intValue())
                .connectionsPerPeer(next.next().intValue())
                .callsRunning(next.next().intValue())
                .callsRunningPerSession(next.next().intValue())
                .queueTime(Duration.ofNanos(next.next()))
                .lanesPerSession(next.next().intValue())
                .handshakes(next.next().intValue())
                .handshakeTime(Duration.ofNanos(next.next()))
                .unsentBytes(next.next().intValue())
                .idleTime(FOR_EVER)
                .build();
    }

    /** Returns numbers from which {@link #codeLimits} makes the same limits. */
    static List<Long> numbers(CodeLimits limits) {
        return List.of(
                (long) limits.bundleBytes(),
                (long) limits.classBytes(),
                (long) limits.workspaceClasses(),
                limits.workspaceBytes(),
                limits.cacheBytes(),
                (long) limits.nesting(),
                (long) limits.hops());
    }

    static CodeLimits codeLimits(List<Long> numbers) {
        Iterator<Long> next = numbers.iterator();
        return CodeLimits.builder()
                .bundleBytes(next.next().intValue())
                .classBytes(next.next().intValue())
                .workspaceClasses(next.next().intValue())
                .workspaceBytes(next.next())
                .cacheBytes(next.next())
                .nesting(next.next().intValue())
                .hops(next.next().intValue())
                .build();
    }

    /** Records code that the parent has not recorded. It is logged here, and so in the parent's log, as all output of a child. */
    private static void record(CodeReceived received, MobilityPolicy parents) {
        if (received.from().stream().noneMatch(parents::accepts)) {
            parents.recorder().accept(received);
        }
    }

    /** Returns the identity of the parent at the Unix socket. */
    private static Identity owner() {
        try {
            return Identity.of("unix", "user " + Files.getOwner(Path.of("")).getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
