package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A task that reads a file beside its class, which the host has not: it is fetched when it is asked for. */
public final class Example13Resource {
    // @start region=resource
    static final class Proverb implements Task<String> {
        @Override
        public String call() throws IOException {
            try (InputStream in = Proverb.class.getResourceAsStream("proverb.txt")) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        }
    }
    // @end

    private Example13Resource() {}

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
            System.out.println(tasks.call(new Proverb()));
            System.out.println("loaded by: "
                    + tasks.call(() -> Proverb.class.getClassLoader().getName()));
        }
    }
}
