package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import java.util.ArrayList;
import java.util.List;

/**
 * A task that sends itself on, from host to host, and comes home from the last. The client sends its classes to
 * the first host only; each of the others gets them from the one before.
 */
public final class Example12Agent {
    // @start region=agent
    static final class Traveller implements Task<List<String>> {
        private static final long serialVersionUID = 1;
        private final List<String> ahead;
        private final List<String> seen = new ArrayList<>();

        Traveller(List<String> ahead) {
            this.ahead = new ArrayList<>(ahead);
        }

        @Override
        public List<String> call() throws Exception {
            seen.add(TaskContext.endpoint().address().toString());
            if (ahead.isEmpty()) {
                return seen;
            }
            return Tasks.at(TaskContext.endpoint().connect(ahead.removeFirst())).call(this);
        }
    }
    // @end

    private Example12Agent() {}

    public static void main(String... arguments) throws Exception {
        // @start region=travel
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        EndpointOptions accepting = EndpointOptions.builder().with(policy).build();
        try (var first = Endpoint.listen("tcp://127.0.0.1:0", accepting);
                var second = Endpoint.listen("tcp://127.0.0.1:0", accepting);
                var third = Endpoint.listen("tcp://127.0.0.1:0", accepting);
                var client = Endpoint.create()) {
            List<String> further =
                    List.of(second.address().toString(), third.address().toString());
            List<String> seen =
                    Tasks.at(client.connect(first.address().toString())).call(new Traveller(further));
            // @end
            System.out.println("hosts seen: " + seen.size());
            System.out.println("in this order: " + seen.subList(1, 3).equals(further));
        }
    }
}
