package dev.wherry.cli.demo;

import dev.wherry.Endpoint;
import java.io.IOException;

/** The second JVM of the demo. It serves the ferry until its standard input ends, as it does when the first JVM ends. */
public final class DemoServer {
    private DemoServer() {}

    /** Prints {@code listening URI} once it can be called. */
    public static void main(String... arguments) throws IOException {
        try (Endpoint endpoint = Endpoint.listen("tcp://127.0.0.1:0")) {
            endpoint.bind("ferry", Ferry.class, new RiverFerry());
            System.out.println("listening " + endpoint.address());
            while (System.in.read() >= 0) {
                // Nothing is sent: it waits for the end.
            }
        }
    }
}
