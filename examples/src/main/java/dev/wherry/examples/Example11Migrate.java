package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An object that moves to another machine, works on there, and moves back.
 *
 * <p>A task leaves its results in static fields. They belong to a workspace. One that has a name and is kept still exists for
 * the next client that names it, with the same classes and their state.
 */
public final class Example11Migrate {
    // @start region=counter
    static final class Counter {
        /** Those that live here. */
        private static final Deque<Counter> RESIDENTS = new ArrayDeque<>();

        private int count;

        void settle() {
            RESIDENTS.add(this);
        }

        static int next() {
            return ++RESIDENTS.getFirst().count;
        }

        static Counter leave() {
            return RESIDENTS.removeFirst();
        }
    }
    // @end

    private Example11Migrate() {}

    public static void main(String... arguments) throws Exception {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        try (var host = Endpoint.listen(
                "tcp://127.0.0.1:0", EndpointOptions.builder().with(policy).build())) {
            String address = host.address().toString();
            // @start region=move
            try (var client = Endpoint.create()) {
                Counter counter = new Counter();
                var there = Workspace.at(
                        client.connect(address),
                        WorkspaceOptions.builder().name("counters").kept(true).build());
                there.run(() -> counter.settle());
            }

            try (var another = Endpoint.create()) {
                var there = Workspace.at(another.connect(address), WorkspaceOptions.shared("counters"));
                there.run(() -> Counter.next());
                System.out.println("there: " + there.call(() -> Counter.next()));

                Counter home = there.call(() -> Counter.leave());
                System.out.println("back here: " + home.count);
            }
            // @end
            System.out.println("none was here: " + Counter.RESIDENTS.isEmpty());
        }
    }
}
