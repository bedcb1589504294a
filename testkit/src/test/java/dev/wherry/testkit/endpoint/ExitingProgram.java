package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import java.time.Duration;

/** A server whose method calls System.exit. Its shutdown hook closes the endpoint. */
public final class ExitingProgram {
    public interface Host {
        void stop();
    }

    private ExitingProgram() {}

    public static void main(String... arguments) {
        Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
        server.bind("host", Host.class, () -> System.exit(0));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> server.close(Duration.ofSeconds(60))));
        Endpoint client = Endpoint.create();
        client.lookup(server.address() + "/host", Host.class).stop();
    }
}
