package dev.wherry.examples;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import java.util.concurrent.CompletableFuture;

/**
 * One stub before, during and after the restart of its server. A stub belongs to an address and a name: it connects again when
 * it is called. A call that could not be sent says that it was not run, or waits for the server if that is wanted.
 */
public final class Example16Restart {
    public interface Clock {
        String time();
    }

    private Example16Restart() {}

    private static Endpoint start(String address, String time) {
        Endpoint server = Endpoint.create();
        server.bind("clock", Clock.class, () -> time);
        server.listenAt(address);
        return server;
    }

    public static void main(String... arguments) {
        Endpoint first = start("tcp://127.0.0.1:0", "noon");
        String address = first.address().toString();
        try (Endpoint client = Endpoint.create()) {
            Clock clock = client.lookup(address + "/clock", Clock.class);
            System.out.println("before: " + clock.time());

            first.close();
            try {
                System.out.println("during: " + clock.time());
            } catch (CallException e) {
                System.out.println("during: " + e.code() + ", " + e.outcome());
            }
            Clock patient =
                    Calls.with(clock, CallOptions.builder().waitForReady().build());
            CompletableFuture<String> waits = CompletableFuture.supplyAsync(patient::time);

            try (Endpoint _ = start(address, "evening")) {
                System.out.println("waited: " + waits.join());
                System.out.println("after: " + clock.time());
            }
        }
    }
}
