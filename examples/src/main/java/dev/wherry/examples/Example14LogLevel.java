package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A running program's log level, changed by a task that its authors did not plan for. The loggers are those of the JDK, and
 * so of the host, in every workspace.
 */
public final class Example14LogLevel {
    /** The host's; held, since the JDK forgets loggers that nobody holds. */
    private static final Logger SHOP = Logger.getLogger("com.acme.shop");

    private Example14LogLevel() {}

    public static void main(String... arguments) throws Exception {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        try (var host = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().with(policy).build());
                var client = Endpoint.create()) {
            var peer = client.connect(host.address().toString());
            System.out.println("fine before: " + SHOP.isLoggable(Level.FINE));
            // @start region=level
            Tasks.at(peer).run(() -> Logger.getLogger("com.acme.shop").setLevel(Level.FINE));
            // @end
            System.out.println("fine after: " + SHOP.isLoggable(Level.FINE));
        }
    }
}
