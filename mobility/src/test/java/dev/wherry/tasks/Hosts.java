package dev.wherry.tasks;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;

/** Endpoints that take code in, in this JVM and yet without a test's classes. Apart, since what makes them is not to travel. */
public final class Hosts {
    private Hosts() {}

    /** Has none of a test's own classes, nested ones included. */
    public static MobilityPolicy without(MobilityPolicy policy, Class<?> test) {
        return policy.toBuilder()
                .host(new HidingLoader(name -> name.startsWith(test.getName())))
                .build();
    }

    public static Endpoint listen(MobilityPolicy policy) {
        return Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().with(policy).build());
    }

    static boolean isAlive(long process) {
        return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
    }
}
