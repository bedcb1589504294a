package dev.wherry.internal.mobility;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.prints.TaskStreams;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Identity;
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
 * @param printsRouted whether what tasks print goes to who has sent them, as its parent's would
 */
record ChildHost(Limits limits, CodeLimits code, Set<String> shippedFirst, boolean anyone, boolean printsRouted)
        implements Function<String, Endpoint>, Serializable {
    /** It lives as long as its parent wants it. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    static ChildHost of(EndpointOptions parent) {
        MobilityPolicy policy = parent.mobility();
        return new ChildHost(
                parent.limits().withIdleTime(FOR_EVER),
                policy.limits(),
                Set.copyOf(policy.shippedFirst()),
                policy.anyone(),
                TaskStreams.areRouted());
    }

    @Override
    public Endpoint apply(String address) {
        if (printsRouted) {
            TaskStreams.route();
        }
        MobilityPolicy policy = (anyone ? MobilityPolicy.acceptAnyone() : MobilityPolicy.accept(owner()))
                .withLimits(code)
                .shippedFirst(shippedFirst.toArray(String[]::new))
                .recordTo(_ -> {}); // its parent has done so
        return Endpoint.listen(
                address, EndpointOptions.defaults().withLimits(limits).withMobility(policy));
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
