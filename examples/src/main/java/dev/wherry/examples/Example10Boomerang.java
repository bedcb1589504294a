package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.util.ArrayList;
import java.util.List;

/** A task that returns itself, with what it has gathered: a copy went out, and a copy of that one comes back. */
public final class Example10Boomerang {
    // @start region=boomerang
    static final class Boomerang implements Task<Boomerang> {
        private static final long serialVersionUID = 1;
        private final List<String> gathered = new ArrayList<>();

        @Override
        public Boomerang call() {
            gathered.add("Java " + Runtime.version().feature());
            return this;
        }
    }
    // @end

    private Example10Boomerang() {}

    public static void main(String... arguments) throws Exception {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        try (var host = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().with(policy).build());
                var client = Endpoint.create()) {
            var tasks = Tasks.at(client.connect(host.address().toString()));
            // @start region=throw
            Boomerang thrown = new Boomerang();
            Boomerang caught = tasks.call(tasks.call(thrown));
            System.out.println(thrown.gathered.size() + " before, " + caught.gathered.size() + " after two throws");
            // @end
            System.out.println("of its own class: " + (caught.getClass() == Boomerang.class));
        }
    }
}
